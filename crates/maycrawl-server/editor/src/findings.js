// The linter's findings: where they are, and underlined.

import { StateEffect, StateField, findClusterBreak } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import { positionsOf } from './offsets.js';

/**
 * @typedef {object} Finding
 * @property {number} start in bytes of UTF-8
 * @property {number} end in bytes of UTF-8
 * @property {'error' | 'warning' | 'note'} severity
 * @property {string} message
 * @property {Action[]} [actions]
 *
 * @typedef {object} Action
 * @property {string} name
 * @property {() => void} run
 */

/** From the worst on. */
export const SEVERITIES = ['error', 'warning', 'note'];

const set = StateEffect.define();

export const findings = StateField.define({
  create: () => Decoration.none,
  update(all, { changes, effects }) {
    for (const effect of effects) if (effect.is(set)) return effect.value;
    return all.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Whether there are other findings, or these are elsewhere. */
export const haveChanged = (before, now) => before.field(findings) !== now.field(findings);

/** The findings that touch a range, the worst first. */
export function findingsIn(state, from, to) {
  const found = [];
  state.field(findings).between(from, to, (start, end, { spec }) => {
    found.push({ start, end, finding: spec.finding });
  });
  const rank = ({ finding }) => SEVERITIES.indexOf(finding.severity);
  return found.sort((a, b) => rank(a) - rank(b));
}

/** The findings that begin or go on at a place; if there are none, those that end there. */
export function findingsAt(state, pos) {
  const touching = findingsIn(state, pos, pos);
  const here = touching.filter(({ start, end }) => start === pos || end > pos);
  return (here.length ? here : touching).map(({ finding }) => finding);
}

/** The worst finding of those that begin in a line. */
export function worstOf(state, { from, to }) {
  return findingsIn(state, from, to).find(({ start }) => start >= from);
}

/**
 * Underlines findings.
 *
 * @param {import('@codemirror/state').Text} doc
 * @param {number} lineEndBytes how many bytes a line end has in the file
 * @param {Finding[]} list
 */
export function showFindings(doc, lineEndBytes, list) {
  const offsets = list.flatMap(({ start, end }) => [start, end]);
  const positions = positionsOf(doc.iterLines(), lineEndBytes, offsets);
  const ranges = list.map((finding, index) => {
    const [from, to] = visible(doc, positions[2 * index], positions[2 * index + 1]);
    const options = { class: `mc-finding mc-${finding.severity}`, finding };
    return from < to
      ? Decoration.mark(options).range(from, to)
      : Decoration.line({ finding }).range(from);
  });
  return set.of(Decoration.set(ranges, true));
}

/** The range without the line end that it ends with; an empty one with a character beside it. */
function visible(doc, from, to) {
  const line = doc.lineAt(from);
  if (to > line.to && to === doc.lineAt(to).from) to -= 1;
  if (to > from) return [from, to];
  const beside = line.from + findClusterBreak(line.text, from - line.from, from < line.to);
  return [Math.min(from, beside), Math.max(from, beside)];
}

/** What screen readers say when they come to the text. */
const description = EditorView.contentAttributes.of(({ state }) => {
  const n = state.field(findings).size;
  const keys = 'F8 goes to the next, Shift and F8 to the one before.';
  return n ? { 'aria-description': `${n} ${n === 1 ? 'finding' : 'findings'}. ${keys}` } : {};
});

export const underlines = [findings, description];
