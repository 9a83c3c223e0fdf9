// The editor of robots.txt: CodeMirror 6 with what this format needs, and no more.

import { history, historyKeymap, insertNewline, standardKeymap } from '@codemirror/commands';
import {
  closeSearchPanel,
  findNext,
  findPrevious,
  openSearchPanel,
  search,
} from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { lineEnds, replacement, textOf } from './document.js';
import { findingGutter } from './finding_gutter.js';
import { showFindings, underlines } from './findings.js';
import { highlight } from './highlight.js';
import { lineEndsOf } from './line_ends.js';
import { lightUp, litLines } from './lit_lines.js';
import css from './style.css';
import { closeTip, leaveTip, tips } from './tips.js';

/**
 * @typedef {object} Options
 * @property {string} [text]
 * @property {string} [label] the name that screen readers say
 * @property {Record<string, string>} [phrases] what the editor says, by its own words for that; `$` is a number or a list
 * @property {boolean} [readOnly]
 * @property {() => void} [onChange] `text` is another one: by typing, undo or `setText`. It gets no
 *   text, because that of a large file takes a while to make; read `text` when it is needed
 * @property {(line: number) => void} [onSelectLine] the cursor came to another line, from 1
 *
 * @typedef {import('./findings.js').Finding} Finding
 */

const KEYS = [
  { key: 'Enter', run: insertNewline, shift: insertNewline },
  ...standardKeymap,
  ...historyKeymap,
];

const SEARCH_KEYS = [
  { key: 'Mod-f', run: openSearchPanel },
  { key: 'F3', run: findNext, shift: findPrevious, preventDefault: true },
  { key: 'Mod-g', run: findNext, shift: findPrevious, preventDefault: true },
  { key: 'Escape', run: closeSearchPanel },
].map((binding) => ({ ...binding, scope: 'editor search-panel' }));

/** Characters that cannot be seen, beside those that CodeMirror knows. */
const HIDDEN =
  /[\xa0\u034f\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200a\u200c\u200d\u202a-\u202c\u202f\u205f-\u2065\u2068\u206a-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\uffa0\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u;

/**
 * Typing over a selection. The browser would keep the selection's style in an attribute, which a
 * strict Content-Security-Policy reports.
 */
const typeOver = EditorView.domEventHandlers({
  beforeinput({ data, inputType }, view) {
    const { readOnly, selection } = view.state;
    if (inputType !== 'insertText' || !data || selection.main.empty) return false;
    if (readOnly || view.composing || view.contentDOM.editContext) return false;
    const typed = { userEvent: 'input.type', scrollIntoView: true };
    view.dispatch(view.state.replaceSelection(data), typed);
    return true;
  },
});

/** A line that is shown scrolls the editor alone; CodeMirror would scroll the window, too. */
const scrollInside = EditorView.scrollHandler.of((view, { head }, { y }) => {
  if (y !== 'center') return false;
  const { node } = view.domAtPos(head);
  const line = (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement).closest('.cm-line');
  if (line === null) return false;
  const middle = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return (top + bottom) / 2;
  };
  view.scrollDOM.scrollTop += middle(line) - middle(view.scrollDOM);
  return true;
});

/**
 * Makes an editor inside `parent`, in a shadow root of it: its styles are constructed there, so no
 * Content-Security-Policy needs to allow them. It is as high as `parent`.
 *
 * @param {HTMLElement} parent
 * @param {Options} [options]
 */
export function createEditor(parent, options = {}) {
  const { text = '', label = 'robots.txt', phrases = {}, readOnly = false, onChange, onSelectLine } = options;
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
  const access = new Compartment();
  const extensions = [
    lineEnds.init(() => lineEndsOf(text)),
    underlines,
    tips,
    findingGutter,
    keymap.of([...SEARCH_KEYS, ...KEYS]),
    lineNumbers(),
    litLines,
    history(),
    typeOver,
    search(),
    EditorState.phrases.of(phrases),
    highlight,
    highlightSpecialChars({ addSpecialChars: HIDDEN }),
    EditorView.lineWrapping,
    scrollInside,
    // A scrolling region needs something that takes the focus, and axe does not see that this does.
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    access.of(EditorState.readOnly.of(readOnly)),
    EditorView.updateListener.of(({ startState, state }) => {
      if (startState.doc !== state.doc || kindOf(startState) !== kindOf(state)) onChange?.();
      const line = lineOf(state);
      if (line !== lineOf(startState)) onSelectLine?.(line);
    }),
  ];
  const state = EditorState.create({ doc: text, extensions });
  const view = new EditorView({ parent: root, root, state });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets.push(sheet);
  view.dom.addEventListener('focusout', ({ relatedTarget }) => {
    // It may be an update that takes the focus, and that must end first.
    if (!view.dom.contains(relatedTarget)) queueMicrotask(() => closeTip(view));
  });

  return {
    /** The text, with its own line ends. */
    get text() {
      return textOf(view.state);
    },

    /** Whether the text that was set has line ends of several kinds; `text` has the most frequent. */
    get mixedLineEnds() {
      return view.state.field(lineEnds).mixed;
    },

    /**
     * Replaces the text, as one step that can be undone. The cursor stays where it can. A byte
     * order mark is a character of the text: decode files with `ignoreBOM: true` to keep it.
     *
     * @param {string} text
     */
    setText(text) {
      const { mixed } = view.state.field(lineEnds);
      if (text === textOf(view.state) && !mixed) return;
      leaveTip(view);
      view.dispatch(replacement(view.state, text));
    },

    /**
     * Shows findings in place of those before. Their offsets are bytes of `text` in UTF-8.
     *
     * @param {Finding[]} findings
     */
    setFindings(findings) {
      leaveTip(view);
      const { doc } = view.state;
      view.dispatch({ effects: showFindings(doc, kindOf(view.state).length, findings) });
    },

    /**
     * Lights up lines in place of those before; numbers are from 1.
     *
     * @param {{ decides?: number[], beaten?: number[] }} lines
     */
    setLines(lines) {
      view.dispatch({ effects: lightUp(view.state.doc, lines) });
    },

    /**
     * Moves the cursor to a line, and scrolls the editor there, but nothing around it.
     *
     * @param {number} number from 1
     */
    showLine(number) {
      const { doc } = view.state;
      const { from } = doc.line(Math.max(1, Math.min(number, doc.lines)));
      const effects = EditorView.scrollIntoView(from, { y: 'center' });
      view.dispatch({ selection: { anchor: from }, effects });
    },

    focus() {
      view.focus();
    },

    /** @param {boolean} readOnly */
    setReadOnly(readOnly) {
      view.dispatch({ effects: access.reconfigure(EditorState.readOnly.of(readOnly)) });
    },

    destroy() {
      view.destroy();
      const others = root.adoptedStyleSheets.filter((other) => other !== sheet);
      root.adoptedStyleSheets = others;
    },
  };
}

function kindOf(state) {
  return state.field(lineEnds).kind;
}

function lineOf({ doc, selection }) {
  return doc.lineAt(selection.main.head).number;
}
