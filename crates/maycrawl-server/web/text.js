// The robots.txt that all tabs are about: the editor, and what opens, saves and shares it.

import { createEditor } from './vendor/editor.js';
import { hasService } from './ask.js';
import { download, h, show } from './dom.js';
import { fileInput, readFile, takeDrops } from './files.js';
import { later } from './latest.js';
import { toFragment } from './link.js';
import { START } from './state.js';
import { words } from './words.js';

/** Links of more characters are cut by some programs. */
const LONG_LINK = 8000;

/** The longest robots.txt that the service answers questions about. */
const SERVICE_BYTES = 1024 * 1024;

const said = words.editor;

/** The editor of a state's text, with its bar. */
export function createTextEditor(state) {
  const frame = h('div', { class: 'frame' });
  const note = h('div', { role: 'status' });
  const encoding = h('div', { role: 'status' });
  const size = h('span', { class: 'quiet' });
  const example = h('span', { class: 'quiet' });
  const file = fileInput(open);
  const bar = h(
    'div',
    { class: 'bar' },
    h('button', { type: 'button', onclick: () => file.click() }, said.open),
    h('button', { type: 'button', onclick: () => download('robots.txt', editor.text) }, said.download),
    h('button', { type: 'button', onclick: link }, said.link),
    h('span', { class: 'fill' }),
    size,
    file,
  );
  const element = h(
    'section',
    { class: 'editor', 'aria-label': said.label },
    h('h2', {}, said.head, ' ', example),
    bar,
    encoding,
    frame,
    note,
  );
  takeDrops(element, open);
  const editor = createEditor(frame, { text: state.value.text, label: said.label, phrases: said.phrases, onChange: changed });
  const measure = later(150, () => {
    const { text } = editor;
    const lines = text.replace(/(\r\n|\n|\r)$/, '').split(/\r\n|\n|\r/).length;
    show(example, text === START.text && said.example);
    show(size, said.size(text === '' ? 0 : lines, new TextEncoder().encode(text).length));
  });
  // A link may hold a text that mixes line ends, of which the editor keeps one kind.
  if (editor.text !== state.value.text) state.set({ text: editor.text });
  state.watch(['text'], ({ text }) => {
    if (text !== editor.text) editor.setText(text);
  });
  state.watch(['encoding'], paintEncoding);
  // What was said is of what was there then.
  state.watch(['text', 'old', 'urls', 'choices', 'tab'], () => say(''));

  function changed() {
    state.set({ text: editor.text });
    measure();
  }

  /** Says that the file is not what the text is, until somebody has understood. */
  function paintEncoding() {
    const text = Object.hasOwn(said.encodings, state.value.encoding) && said.encodings[state.value.encoding];
    const done = h('button', { type: 'button', onclick: () => state.set({ encoding: '' }) }, said.understood);
    show(encoding, text && h('div', { class: 'message warning' }, text, ' ', done));
  }

  function say(text, kind = '') {
    show(note, text && h('div', { class: `message ${kind}` }, text));
  }

  /** Opens a file in place of the text; what cannot be one leaves the text as it is. */
  async function open(opened) {
    const read = await readFile(opened);
    if (read.text !== undefined) {
      editor.setText(read.text);
      state.set({ encoding: read.encoding ?? '' });
    }
    const warning = read.note ?? tooLong();
    say(warning ?? (editor.mixedLineEnds ? said.mixed : said.loaded(opened.name)), warning ? 'warning' : '');
    editor.focus();
  }

  /** Why the service does not answer questions about the text, if it is too long for that. */
  function tooLong() {
    const bytes = new TextEncoder().encode(editor.text).length;
    return hasService && bytes > SERVICE_BYTES ? said.tooLong(bytes) : undefined;
  }

  async function link() {
    const fragment = await toFragment(state.value);
    if (fragment === null) {
      say(said.linkTooLarge, 'warning');
      return;
    }
    const url = location.href.split('#')[0] + fragment;
    try {
      await navigator.clipboard.writeText(url);
      const isLong = url.length > LONG_LINK;
      const opens = hasService ? said.linkHere(location.host) : said.linkEverywhere;
      say(`${isLong ? said.linkTooLong(url.length) : said.linked} ${opens}`, isLong ? 'warning' : '');
    } catch {
      const shown = h('input', { readonly: true, value: url, 'aria-label': said.linkShown, class: 'code' });
      show(note, h('div', { class: 'message' }, said.linkShown, ' ', shown));
      shown.select();
    }
  }

  return {
    element,
    say,
    /** Puts the whole text in place of the present one; undo brings that back. */
    setText: (text) => editor.setText(text),
    tooLong,
    setFindings: (findings) => editor.setFindings(findings),
    setLines: (lines) => editor.setLines(lines),
    /** Moves to a line, and brings the editor into sight: for somebody who wants to see that line. */
    showLine(line) {
      editor.showLine(line);
      frame.scrollIntoView({ block: 'nearest' });
    },
    /** Moves to a line, without moving the page. */
    scrollToLine: (line) => editor.showLine(line),
    /** Removes what a tab has drawn into the text. */
    clear() {
      editor.setFindings([]);
      editor.setLines({});
    },
    begin() {
      measure();
      paintEncoding();
    },
  };
}
