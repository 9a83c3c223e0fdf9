// A repair before it is applied: which answers change, and which lines.

import { diffView } from '../../diff_view.js';
import { h } from '../../dom.js';
import { words } from '../../words.js';

const said = words.validator.preview;

/** How many changed answers are drawn. */
const MOST_CHANGES = 100;

/** How many dialects there are. A change in all of them needs no list. */
const ALL_DIALECTS = 8;

/**
 * The elements of a repair: an answer of the operation `fix` about a text. `isOne` says that one
 * fix was asked for. `does` is what the buttons do: `apply`, `download` and `cancel`.
 */
export function previewView({ text, answer, isOne }, does) {
  const { applied, changes, changes_are_cut: areCut, file, is_proved: isProved, left_out: leftOut, refused } = answer;
  const cancel = h('button', { type: 'button', onclick: does.cancel }, said.cancel);
  if (file === text) {
    const why = refused ? said.refused(refused) : isOne ? said.blocked : said.nothing;
    return [
      h('p', { class: 'message warning' }, why),
      leftOut > 0 && h('p', { class: 'quiet' }, said.leftOut(leftOut)),
      h('p', { class: 'bar' }, cancel),
    ];
  }
  return [
    isProved ? h('p', { class: 'message proved' }, said.proved) : changesView(changes, isOne),
    areCut && h('p', { class: 'message warning' }, said.changesAreCut),
    isOne && applied.length > 1 && h('p', { class: 'message warning' }, said.others(applied.length)),
    leftOut > 0 && h('p', { class: 'quiet' }, said.leftOut(leftOut)),
    h('h3', {}, said.diff),
    diffView(text, file),
    appliedView(applied),
    h(
      'p',
      { class: 'bar' },
      h('button', { type: 'button', class: 'main', onclick: does.apply }, said.apply),
      h('button', { type: 'button', onclick: does.download }, said.download),
      cancel,
    ),
  ];
}

function appliedView(applied) {
  if (applied.length < 2) return null;
  const titles = new Map();
  for (const { title } of applied) titles.set(title, (titles.get(title) ?? 0) + 1);
  const drawn = [...titles].slice(0, MOST_CHANGES);
  return h(
    'details',
    {},
    h('summary', {}, said.applied(applied.length)),
    h('ul', {}, drawn.map(([title, n]) => h('li', {}, title, n > 1 && ` × ${n.toLocaleString('en')}`))),
    titles.size > drawn.length && h('p', { class: 'quiet' }, said.moreChanges(titles.size - drawn.length)),
  );
}

/** The answers that unsafe fixes change. */
function changesView(changes, isOne) {
  const unsafe = isOne ? said.unsafeOne : said.unsafe;
  if (changes.length === 0) return h('p', { class: 'message warning' }, unsafe, ' ', said.noChanges);
  const head = [said.agent, said.path, said.before, said.after, said.dialects];
  return [
    h('p', { class: 'message warning' }, unsafe),
    h('h3', {}, said.changes(changes.length)),
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': said.changes(changes.length) },
      h(
        'table',
        { class: 'whole' },
        h('thead', {}, h('tr', {}, head.map((text) => h('th', { scope: 'col' }, text)))),
        h('tbody', {}, changes.slice(0, MOST_CHANGES).map(change)),
      ),
    ),
    changes.length > MOST_CHANGES && h('p', { class: 'quiet' }, said.moreChanges(changes.length - MOST_CHANGES)),
  ];
}

const change = ({ agent, path, old, new: now, dialects }) =>
  h(
    'tr',
    {},
    h('td', {}, agent === '*' ? `* (${said.everyone})` : agent),
    h('th', { scope: 'row' }, path),
    h('td', { class: old }, words.verdict[old] ?? old),
    h('td', { class: now }, words.verdict[now] ?? now),
    h('td', {}, dialects.length === ALL_DIALECTS ? said.everyDialect : dialects.map((name) => words.dialects[name] ?? name).join('; ')),
  );
