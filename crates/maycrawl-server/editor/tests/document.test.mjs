// A text is replaced in one step, with its line ends, and the cursor stays where it can.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { history, redo, undo } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { lineEnds, replacement, textOf } from '../src/document.js';
import { lineEndsOf } from '../src/line_ends.js';

/** A state whose cursor is where the text has `|`. */
function stateOf(marked) {
  const text = marked.replace('|', '');
  const anchor = marked.replaceAll('\r\n', '\n').indexOf('|');
  const extensions = [lineEnds.init(() => lineEndsOf(text)), history()];
  return EditorState.create({ doc: text, selection: { anchor }, extensions });
}

function marked(state) {
  const { head } = state.selection.main;
  return `${state.sliceDoc(0, head)}|${state.sliceDoc(head)}`;
}

const replaced = (state, text) => state.update(replacement(state, text)).state;

/** The state after a command such as `undo`. */
function after(state, command) {
  let next = state;
  command({ state, dispatch: (transaction) => (next = transaction.state) });
  return next;
}

function cursor(before, text, expected) {
  assert.equal(marked(replaced(stateOf(before), text)), expected);
}

test('the cursor goes along with what stays', () => {
  cursor('a\nb\nc|d', 'new\na\nb\ncd', 'new\na\nb\nc|d');
  cursor('a|b\nc', 'ab\nnew', 'a|b\nnew');
});

test('the cursor keeps its line and column in what is replaced', () => {
  cursor('1\n22|2\n3', 'x\nyyyy\nz', 'x\nyy|yy\nz');
  cursor('1\n22|2\n3', 'x\ny\nz', 'x\ny|\nz');
  cursor('1\n22|2\n3', 'x', 'x|');
  cursor('1\n22|2\n3', '', '|');
});

test('a text is given out as it was set', () => {
  for (const text of ['', 'a', 'a\n', 'a\r\nb', 'a\r\rb', '\ufeffa\r\n🤖', 'a\u2028b\n']) {
    assert.equal(textOf(stateOf(`|${text}`)), text);
    assert.equal(textOf(replaced(stateOf('|x\ny'), text)), text);
  }
});

test('undo brings back the text and its line ends', () => {
  const first = stateOf('|a\nb');
  for (const text of ['c\r\nd\r\n', 'a\r\nb', '']) {
    const second = replaced(first, text);
    assert.equal(textOf(after(second, undo)), 'a\nb');
    assert.equal(textOf(after(after(second, undo), redo)), text);
  }
});

test('two texts are two steps', () => {
  const third = replaced(replaced(stateOf('|a'), 'ab'), 'abc');
  assert.equal(textOf(after(third, undo)), 'ab');
});

test('mixed line ends are told until another text comes', () => {
  const mixed = replaced(stateOf('|a'), 'a\r\nb\nc\r\n');
  assert.equal(textOf(mixed), 'a\r\nb\r\nc\r\n');
  assert.equal(mixed.field(lineEnds).mixed, true);
  assert.equal(replaced(mixed, 'a\r\nb').field(lineEnds).mixed, false);
});
