// Findings, the worst first: those of one rule together, with their lines and what helps.

import { h } from '../../dom.js';
import { ofProgram } from '../../own.js';
import { words } from '../../words.js';

const said = words.validator;

const SEVERITIES = ['error', 'warning', 'note'];

/** How many findings are drawn. */
export const MOST = 200;

/** The findings that are drawn, the worst first. */
export function worst(findings) {
  return SEVERITIES.flatMap((severity) => findings.filter((one) => one.severity === severity)).slice(0, MOST);
}

/** How many findings there are of each severity. */
export function counts(findings) {
  return Object.fromEntries(
    SEVERITIES.map((severity) => [severity, findings.filter((one) => one.severity === severity).length]),
  );
}

/** What a button says that applies a fix. One that shows more first ends with dots. */
export const fixName = ({ title, applicability }) => (applicability === 'safe' ? said.fix(title) : said.fixOne(title));

/**
 * Elements for findings. `does` is what their buttons do: `showLine(line)`, `fix(finding)`,
 * `ignore(finding)`; `does.page(rule, key)` is the place of the rule's page, which `does.explain(rule, place)` fills.
 */
export function findingsView(all, does) {
  const found = counts(all);
  const drawn = worst(all);
  return [
    SEVERITIES.filter((severity) => found[severity] > 0).map((severity) => {
      const groups = byRule(drawn.filter((one) => one.severity === severity));
      if (groups.length === 0) return null;
      return [
        h('h2', { class: severity }, said.heading(said.severities[severity], found[severity])),
        groups.map((group) => ruleCard(group, does)),
      ];
    }),
    all.length > MOST && h('p', { class: 'message' }, said.more(MOST, all.length)),
  ];
}

/** Findings of one rule for one reason, in the order of the first. */
function byRule(findings) {
  const groups = new Map();
  for (const finding of findings) {
    const key = keyOf(finding);
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()];
}

const keyOf = ({ rule, severity, why }) => `${rule} ${severity} ${why}`;

function ruleCard(findings, does) {
  const [{ code, rule, severity, why }] = findings;
  const page = does.page(rule, keyOf(findings[0]));
  const name = h(
    'button',
    { type: 'button', class: 'plain', 'aria-expanded': String(!page.hidden), onclick: open },
    said.explain(code, rule),
  );

  function open() {
    page.hidden = !page.hidden;
    name.setAttribute('aria-expanded', String(!page.hidden));
    if (!page.hidden) does.explain(rule, page);
  }

  return h(
    'article',
    { class: `finding ${severity}` },
    h('ul', {}, findings.map((finding) => item(finding, does))),
    h('p', { class: 'quiet' }, said.why, ' ', ofProgram(why)),
    h('p', { class: 'rule' }, name),
    page,
  );
}

function item(finding, does) {
  const { place, what, todo, related, dialects, path, fixes } = finding;
  const [fix] = fixes;
  const lineButton = (line) =>
    h('button', { type: 'button', class: 'plain', onclick: () => does.showLine(line) }, said.line(line));
  /** Its name says which line it is about to those who do not see where it stands. */
  const button = (kind, name, run) => {
    const label = said.onLine(name, finding.rule, place.line);
    return h('button', { type: 'button', class: kind, 'aria-label': label, onclick: run }, name);
  };
  return h(
    'li',
    {},
    h('p', { class: 'what' }, lineButton(place.line), ' ', what),
    todo && h('p', {}, h('strong', {}, said.todo), ' ', todo),
    path && h('p', { class: 'quiet' }, said.example, ': ', h('code', {}, path)),
    related.map(({ place: other, label }) => h('p', { class: 'quiet' }, lineButton(other.line), ' ', label)),
    dialects.length > 0 && h('p', { class: 'quiet' }, said.only(dialects.map((name) => words.dialects[name] ?? name).join('; '))),
    h(
      'p',
      { class: 'bar' },
      fix && button('', fixName(fix), () => does.fix(finding)),
      button('plain', said.ignore.button, () => does.ignore(finding)),
    ),
  );
}
