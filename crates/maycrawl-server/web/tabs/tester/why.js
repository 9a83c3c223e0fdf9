// Why a verdict is as it is.

import { h, withCode } from '../../dom.js';
import { words } from '../../words.js';

const said = words.tester;

/** The dialects of the large search engines: where these agree, the others matter to few. */
const LARGE = ['google', 'bing', 'yandex'];

/** The lines of the editor that decide, and those of rules that lost. */
export function linesOf({ rule, group, others }) {
  const decides = rule ? [rule.line] : groupLines(group);
  return { decides, beaten: others.map((other) => other.rule.line) };
}

/** The lines that name the group that is read. */
const groupLines = (group) => (group?.agents ?? []).filter((agent) => agent.is_cause).map(({ line }) => line);

/**
 * An answer in words. `forEveryone` is the answer for `*`, `dialects` the verdict of each dialect, `points`
 * what dialects differ in, `obeys` what the catalogue says of a crawler that may not; `showLine` goes to a line of the editor.
 */
export function whyView({ asked, found, forEveryone, dialects, points, obeys, showLine }) {
  const { rule, group } = found;
  const lineButton = (line) =>
    h('button', { type: 'button', class: 'plain', onclick: () => showLine(line) }, said.showLine(line));
  return [
    h('p', {}, h('strong', { class: found.verdict }, said.explained(asked.agent, words.verdict[found.verdict], asked.url))),
    obeys && h('p', { class: 'message warning' }, words.obeys[obeys].why(found.agent.tokens[0] ?? asked.agent)),
    h('p', {}, withCode(found.why, rule ? [written(rule), rule.pattern ?? ''] : []), rule && [' ', lineButton(rule.line)]),
    ownGroup(group, forEveryone, lineButton),
    rule && h('p', { class: 'pieces' }, said.matched, ': ', rule.pieces.map(piece)),
    found.others.length > 0 && h('h3', {}, said.beaten),
    found.others.length > 0 &&
      h('ul', {}, found.others.map(({ rule: other, lost }) =>
        h('li', {}, lineButton(other.line), ' ', h('code', {}, written(other)), ' ', said.lost[lost] ?? lost),
      )),
    agreement(found.verdict, dialects, points),
    h('p', { class: 'quiet' }, said.indexing),
  ];
}

/** Which group is read; and if it is one of the crawler's own, what it therefore does not read. */
function ownGroup(group, forEveryone, lineButton) {
  const lines = groupLines(group);
  if (lines.length === 0) return null;
  const buttons = lines.map((line) => [' ', lineButton(line)]);
  if (group.choice !== 'by-name') return h('p', {}, said.groupForAll, buttons);
  // One group may name both.
  const isShared = group.agents.some(({ value }) => value.trim() === '*');
  const lost = isShared ? null : forEveryone?.rule;
  return [
    h('p', {}, said.ownGroup(group.token), buttons),
    h('p', {}, said.otherGroups, lost && [' ', said.notForIt, ' ', h('code', {}, written(lost)), ' ', lineButton(lost.line)]),
  ];
}

const written = ({ kind, value }) => `${kind}: ${value}`;

const piece = ({ piece: text, matched }) =>
  h('span', { class: text === '*' || text === '$' ? 'wild' : '', title: text }, text === '*' ? `*(${matched})` : text);

/** Whether the other dialects are unfolded; a repaint does not fold them. */
let isUnfolded = false;

/** Which dialects agree: the large ones first, the others folded where it is only they that differ. */
function agreement(verdict, dialects, points) {
  if (dialects.length === 0 || verdict === 'unasked') return null;
  if (dialects.every((one) => one.verdict === verdict)) return h('p', { class: 'quiet' }, said.agreement);
  const large = dialects.filter(({ dialect }) => LARGE.includes(dialect));
  const doLarge = large.every((one) => one.verdict === large[0]?.verdict);
  if (!doLarge) return [h('h3', {}, said.disagreement), verdicts(dialects), causes(dialects, points)];
  return h(
    'details',
    { open: isUnfolded, ontoggle: ({ target }) => (isUnfolded = target.open) },
    h('summary', {}, said.largeAgree(words.verdict[large[0].verdict])),
    verdicts(dialects),
    causes(dialects, points),
  );
}

function verdicts(dialects) {
  const kinds = [...new Set(dialects.map((one) => one.verdict))];
  const names = (kind) => dialects.filter((one) => one.verdict === kind).map(({ dialect }) => words.dialects[dialect] ?? dialect);
  return h('ul', {}, kinds.map((kind) => h('li', {}, said.readBy(words.verdict[kind], names(kind).join('; ')))));
}

function causes(dialects, points) {
  const names = [...new Set(dialects.flatMap((one) => one.knobs))];
  const what = (name) => points.find((knob) => knob.name === name)?.what ?? name;
  return names.map((name) => h('p', {}, said.because(what(name))));
}
