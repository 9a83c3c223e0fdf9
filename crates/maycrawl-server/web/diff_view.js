// A diff of two texts to read: changed lines with a few around them, `-` and `+` before them.

import { diffLines, hunksOf } from './diff.js';
import { h } from './dom.js';
import { words } from './words.js';

const said = words.diff;

/** How many lines are drawn. */
const MOST_LINES = 400;

/** The most characters of a line that are drawn. */
const MOST_CHARS = 2000;

/** An element with what differs between two texts. */
export function diffView(oldText, newText) {
  const list = diffLines(oldText, newText);
  const removed = list.filter(({ kind }) => kind === 'old').length;
  const added = list.filter(({ kind }) => kind === 'new').length;
  if (removed + added === 0) return h('p', { class: 'quiet' }, said.none);
  const marksEnds = kindsOfEnds(oldText) !== kindsOfEnds(newText);
  const hunks = hunksOf(list);
  let left = MOST_LINES;
  const drawn = hunks.flatMap((hunk, index) => {
    const lines = hunk.slice(0, left);
    left -= lines.length;
    return index > 0 && lines.length > 0 ? [null, ...lines] : lines;
  });
  const isChange = (line) => line !== null && line.kind !== 'same';
  const hidden = removed + added - drawn.filter(isChange).length;
  return h(
    'div',
    {},
    h('p', { class: 'quiet' }, said.counts(removed, added)),
    h(
      'div',
      { class: 'scroll diff', tabindex: 0, role: 'region', 'aria-label': said.label },
      drawn.map((line) => (line === null ? h('hr', {}) : row(line, marksEnds))),
    ),
    hidden > 0 && h('p', { class: 'quiet' }, said.more(hidden)),
  );
}

const ELEMENTS = { old: 'del', new: 'ins', same: 'span' };
const SIGNS = { old: '\u2212', new: '+', same: ' ' };

function row({ kind, text, line }, marksEnds) {
  const shown = kind === 'same' ? text.trimEnd() : visible(text, marksEnds);
  return h(
    ELEMENTS[kind],
    { class: 'row' },
    h('span', { class: 'number' }, line),
    h('span', { class: 'sign' }, SIGNS[kind]),
    h('span', {}, shown.slice(0, MOST_CHARS), shown.length > MOST_CHARS && ' …'),
  );
}

/** What ends lines in a text. */
function kindsOfEnds(text) {
  return [...new Set(text.match(/\r\n|\n|\r|[^\r\n]$/g)?.map((end) => (/[\r\n]/.test(end) ? end : '')))].sort().join();
}

/** A changed line whose difference can be seen, even where only a space or a line end differs. */
function visible(text, marksEnds) {
  const [, content, end] = /^([^\r\n]*)([\r\n]*)$/.exec(text);
  const ends = end.replaceAll('\r', '\u240d').replaceAll('\n', '\u240a');
  const spaces = content.replace(/[ \t]+$/, (space) => space.replaceAll(' ', '\u00b7').replaceAll('\t', '\u2192'));
  const signs = spaces.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, codeOf);
  return signs + (marksEnds ? ends : '');
}

const codeOf = (char) => `\u27e8U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}\u27e9`;
