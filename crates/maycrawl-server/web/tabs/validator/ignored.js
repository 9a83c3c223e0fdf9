// What is ignored, and why: comments in the file, and rules that this page leaves out.

import { h, show } from '../../dom.js';
import { words } from '../../words.js';

const said = words.validator.ignore;

/** How many are drawn. */
const MOST = 200;

/**
 * The form that asks for a reason. `does.inFile(reason)` and `does.onPage(reason)` give an element
 * that says what is wrong, if they cannot; `does.close()` is for those who think better of it.
 */
export function ignoreForm(does) {
  const note = h('div', { role: 'status' });
  const reason = h('input', { id: 'ignore-reason', type: 'text', autocomplete: 'off', placeholder: said.reasonHelp });
  const use = (choice) => async () => {
    if (reason.value.trim() === '') {
      show(note, h('p', { class: 'message warning' }, said.needed));
      reason.focus();
      return;
    }
    const problem = await choice(reason.value.trim());
    show(note, problem);
  };
  return h(
    'form',
    {
      onsubmit: (event) => {
        event.preventDefault();
        use(does.inFile)();
      },
    },
    h('label', { for: 'ignore-reason' }, said.reason),
    reason,
    h(
      'div',
      { class: 'bar' },
      h('button', { class: 'main' }, said.inFile),
      h('button', { type: 'button', onclick: use(does.onPage) }, said.onPage),
      h('button', { type: 'button', onclick: does.close }, words.validator.preview.cancel),
    ),
    h('p', { class: 'quiet' }, said.help),
    note,
  );
}

/**
 * What is ignored: `comments` of the file and `rules` of the page, each with a way back:
 * `does.removeComment(line)` and `does.removeRule(rule)`.
 */
export function ignoredView(comments, rules, does) {
  if (comments.length + rules.length === 0) return null;
  const back = (rule, where, run) => {
    const label = `${said.back}: ${rule}, ${where}`;
    return h('button', { type: 'button', class: 'plain', 'aria-label': label, onclick: run }, said.back);
  };
  return [
    h('h2', {}, words.validator.heading(said.list, comments.length + rules.length)),
    h(
      'ul',
      { class: 'ignored' },
      comments.slice(0, MOST).map(({ line, rules: names, reason }) => {
        const where = words.validator.line(line);
        const lineButton = h('button', { type: 'button', class: 'plain', onclick: () => does.showLine(line) }, where);
        const remove = back(names.join(', '), where, () => does.removeComment(line));
        return h('li', {}, lineButton, ' ', h('code', {}, names.join(', ')), ': ', reason || said.none, ' ', remove);
      }),
      rules.map(({ rule, reason }) => {
        const where = h('span', { class: 'quiet' }, said.everywhere);
        const remove = back(rule, said.everywhere, () => does.removeRule(rule));
        return h('li', {}, where, ' ', h('code', {}, rule), ': ', reason || said.none, ' ', remove);
      }),
    ),
    rules.length > 0 && [
      h('p', { class: 'quiet' }, said.settings),
      h('pre', { tabindex: 0 }, `[lint]\nignore = [${rules.map(({ rule }) => JSON.stringify(rule)).join(', ')}]`),
    ],
  ];
}
