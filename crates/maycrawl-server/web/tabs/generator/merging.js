// Merging choices into the text of the editor: what would be added is shown before it is.

import { h, show } from '../../dom.js';
import { latest } from '../../latest.js';
import { problemText } from '../../problem.js';
import { words } from '../../words.js';
import { notesList } from './notes.js';

const said = words.generator;

/** How many crawlers are listed that the text decides already. */
const SHOWN = 50;

/** A panel that is open while somebody looks at what merging adds. `question()` is what is asked, `sayDone` says what was done. */
export function mergePanel({ ask, state, editor }, question, sayDone) {
  const body = h('div', { role: 'status' });
  const panel = h('section', { class: 'merging', 'aria-label': said.mergeHead, tabindex: -1, hidden: true });
  const repaint = latest(askMerge, paint);
  let apply = null;

  async function askMerge(signal) {
    const asked = { ...question(), robots: state.value.text };
    return { asked, ...(await ask('merge', asked, signal)) };
  }

  function paint({ asked, ok, answer, problem }) {
    apply = null;
    if (!ok) {
      show(body, problemText(problem), lineLinks(problem.detail), h('p', {}, said.mergeConflict));
      buttons.add.disabled = true;
      return;
    }
    const { added, decided, notes } = answer.merge;
    const isNew = answer.file !== asked.robots;
    if (isNew) apply = { file: answer.file, robots: asked.robots };
    buttons.add.disabled = !isNew;
    show(
      body,
      h('p', {}, isNew ? said.mergeAdds : said.mergeNothing),
      isNew &&
        h('pre', { tabindex: 0, role: 'region', 'aria-label': said.mergeAdds }, added.replace(/^(\r\n|\n|\r)+/, '')),
      decided.length > 0 && h('h3', {}, said.mergeDecided),
      decided.length > 0 &&
        h(
          'ul',
          {},
          decided.slice(0, SHOWN).map(({ agent, line }) => h('li', {}, said.decided(agent), ' ', lineButton(line))),
        ),
      decided.length > SHOWN && h('p', { class: 'quiet' }, said.moreNames(decided.length - SHOWN)),
      // Those of the choices stand below the preview of the file.
      notesList(notes, asked.choices),
    );
  }

  /** Buttons for the lines that a problem names. */
  function lineLinks(detail) {
    const lines = [...new Set([...detail.matchAll(/\bline (\d+)/g)].map(([, line]) => Number(line)))];
    return (
      lines.length > 0 &&
      h(
        'p',
        {},
        lines.map((line) => [lineButton(line), ' ']),
      )
    );
  }

  function lineButton(line) {
    return h('button', { type: 'button', class: 'plain', onclick: () => editor.showLine(line) }, said.showLine(line));
  }

  function add() {
    // What is added is what was shown.
    if (apply === null || apply.robots !== state.value.text) return;
    editor.setText(apply.file);
    close();
    sayDone(said.mergeDone);
  }

  function close() {
    panel.hidden = true;
    opener?.focus();
  }

  const buttons = {
    add: h('button', { type: 'button', class: 'main', onclick: add }, said.mergeApply),
    cancel: h('button', { type: 'button', onclick: close }, said.mergeCancel),
  };
  show(panel, h('h3', {}, said.mergeHead), h('div', { class: 'bar' }, buttons.add, buttons.cancel), body);
  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
  });

  let opener = null;
  return {
    element: panel,
    open(from) {
      opener = from;
      panel.hidden = false;
      buttons.add.disabled = true;
      show(body, h('p', { class: 'quiet' }, words.problem.wait));
      repaint();
      panel.focus();
    },
    close: () => (panel.hidden = true),
    /** Asks again, when the text or the choices are others. */
    update() {
      if (panel.hidden) return;
      apply = null;
      buttons.add.disabled = true;
      repaint();
    },
  };
}
