// The old version of the text, in an editor of its own.

import { hasService } from '../../ask.js';
import { h, show } from '../../dom.js';
import { fileInput, readFile, takeDrops } from '../../files.js';
import { createEditor } from '../../vendor/editor.js';
import { words } from '../../words.js';

const said = words.compare;

/** The editor of `state.value.old`, with what fills it. */
export function createOldEditor(state) {
  const frame = h('div', { class: 'frame' });
  const note = h('div', { role: 'status' });
  const file = fileInput(open);
  const bar = h(
    'div',
    { class: 'bar' },
    h('button', { type: 'button', onclick: take }, said.take),
    h('button', { type: 'button', onclick: () => file.click() }, said.open),
    hasService && h('button', { type: 'button', class: 'plain', onclick: fetchLive }, said.live),
    file,
  );
  const element = h(
    'section',
    { class: 'old', 'aria-label': said.old },
    h('h2', {}, said.old),
    bar,
    frame,
    h('p', { class: 'quiet' }, said.drop),
    note,
  );
  takeDrops(element, open);
  /** It is made when it is first shown: it measures its lines. */
  let editor = null;

  function say(text, kind = '') {
    show(note, text && h('div', { class: `message ${kind}` }, text));
  }

  // What was said is of the versions of then.
  state.watch(['old', 'text'], () => say(''));

  function fetchLive() {
    state.set({ tab: 'fetch' });
  }

  function take() {
    editor.setText(state.value.text);
    say(said.taken);
  }

  /** Opens a file as the old version; what cannot be one leaves it as it is. */
  async function open(opened) {
    const read = await readFile(opened);
    if (read.text !== undefined) editor.setText(read.text);
    const warning = read.note ?? words.editor.encodings[read.encoding];
    if (warning) say(warning, 'warning');
    else say(editor.mixedLineEnds ? words.editor.mixed : said.loaded(opened.name));
  }

  return {
    element,
    showLine(line) {
      editor.setLines({ decides: [line] });
      editor.showLine(line);
    },
    /** Shows the old version of the state, which another tab may have changed. */
    update() {
      editor ??= createEditor(frame, {
        text: state.value.old,
        label: said.oldLabel,
        phrases: words.editor.phrases,
        onChange: () => state.set({ old: editor.text }),
      });
      if (state.value.old !== editor.text) editor.setText(state.value.old);
      // Of a text that mixes line ends, the editor keeps one kind.
      state.set({ old: editor.text });
    },
  };
}
