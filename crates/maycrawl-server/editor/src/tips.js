// Tips tell the findings at a place, with their actions: at the cursor, and below the mouse.

import { StateEffect, StateField } from '@codemirror/state';
import {
  EditorView,
  closeHoverTooltips,
  hasHoverTooltips,
  hoverTooltip,
  keymap,
  showTooltip,
} from '@codemirror/view';
import { findings, findingsAt, findingsIn, haveChanged } from './findings.js';

/** Opens the tip for a place; `null` closes it. */
export const setTip = StateEffect.define();

/** The tip at the cursor. */
const tip = StateField.define({
  create: () => null,
  update(tip, transaction) {
    const { docChanged, effects, selection, startState, state } = transaction;
    const asked = effects.find((effect) => effect.is(setTip));
    if (asked) return asked.value === null ? null : tipAt(state, asked.value);
    if (docChanged) return null;
    if (haveChanged(startState, state)) return tip && tipAt(state, tip.pos);
    if (!selection) return tip;
    const { empty, head } = selection.main;
    const next = empty && transaction.isUserEvent('select') ? tipAt(state, head) : null;
    return alike(tip, next) ? tip : next;
  },
  provide: (field) => showTooltip.from(field),
});

/** Whether two tips tell the same findings: then the first one need not move. */
function alike(tip, other) {
  const same = (finding, index) => finding === other.found[index];
  return tip?.found.length === other?.found.length && tip?.found.every(same);
}

function tipAt(state, pos) {
  const found = findingsAt(state, pos);
  if (!found.length) return null;
  return { pos, above: true, found, create: (view) => ({ dom: tipElement(view, found) }) };
}

function tipElement(view, list) {
  const items = list.map(({ severity, message, actions = [] }) => {
    const buttons = actions.map(({ name, run }) => {
      const button = element('button', { className: 'mc-action', type: 'button' }, name);
      button.onclick = () => {
        closeTip(view);
        run();
      };
      return button;
    });
    const label = element('span', { className: 'mc-severity' }, view.state.phrase(severity));
    const text = element('span', { className: 'mc-message' }, message);
    const icon = element('span', { className: `mc-icon mc-icon-${severity}` });
    icon.ariaHidden = 'true';
    const words = element('p', {}, icon, label, ' ', text);
    const bar = buttons.length ? [element('div', { className: 'mc-actions' }, ...buttons)] : [];
    return element('div', { className: 'mc-tip-item' }, words, ...bar);
  });
  const tip = element('div', { className: 'mc-tip', tabIndex: -1 }, ...items);
  tip.role = 'dialog';
  tip.ariaLabel = list.length === 1 ? view.state.phrase('finding') : view.state.phrase('$ findings', list.length);
  tip.onkeydown = (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    closeTip(view);
  };
  return tip;
}

function element(name, properties, ...content) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...content);
  return made;
}

/** Gives the focus of a tip, which may go, to the text. */
export function leaveTip(view) {
  if (view.root.activeElement?.closest('.mc-tip')) view.focus();
}

/** Closes every tip. */
export function closeTip(view) {
  leaveTip(view);
  if (!view.state.field(tip) && !hasHoverTooltips(view.state)) return false;
  view.dispatch({ effects: [setTip.of(null), closeHoverTooltips] });
  return true;
}

/** Opens the tip of the finding at the cursor, or else of the worst in its line, and enters it. */
function enterTip(view) {
  const { state } = view;
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  const [worst] = findingsIn(state, line.from, line.to);
  if (!worst) return false;
  const pos = findingsAt(state, head).length ? head : Math.max(worst.start, line.from);
  view.dispatch({ effects: [setTip.of(pos), closeHoverTooltips] });
  const tip = view.dom.querySelector('.mc-tip');
  (tip?.querySelector('button') ?? tip)?.focus({ preventScroll: true });
  return true;
}

/** Moves to the next finding, or the one before; after the last comes the first. */
function goTo(forward) {
  return (view) => {
    const { head } = view.state.selection.main;
    const starts = [];
    for (let at = view.state.field(findings).iter(); at.value; at.next()) starts.push(at.from);
    if (!starts.length) return false;
    const pos = forward
      ? (starts.find((start) => start > head) ?? starts[0])
      : (starts.findLast((start) => start < head) ?? starts.at(-1));
    view.dispatch({
      selection: { anchor: pos },
      effects: [setTip.of(pos), EditorView.announce.of(spoken(view.state, pos))],
      scrollIntoView: true,
    });
    return true;
  };
}

/** What a screen reader says about the findings at a place. */
function spoken(state, pos) {
  const found = findingsAt(state, pos);
  const messages = found.map(({ severity, message }) => `${state.phrase(severity)}: ${message}`);
  const actions = found.flatMap(({ actions = [] }) => actions.map(({ name }) => name));
  const keys = actions.length ? [state.phrase('Control and full stop: $', actions.join(', '))] : [];
  return [state.phrase('line $', state.doc.lineAt(pos).number), ...messages, ...keys].join('. ');
}

/** The cursor came to a finding by itself. */
const announce = EditorView.updateListener.of(({ startState, state, transactions, view }) => {
  const [before, now] = [startState.field(tip), state.field(tip)];
  const moved = transactions.some((transaction) => transaction.isUserEvent('select'));
  if (!now || !moved || alike(now, before)) return;
  view.dispatch({ effects: EditorView.announce.of(spoken(state, now.pos)) });
});

const hover = hoverTooltip(
  ({ state }, pos) => {
    const there = tipAt(state, pos);
    return alike(there, state.field(tip)) ? null : there;
  },
  {
    hideOn: ({ selection, startState, state }) =>
      Boolean(selection) || haveChanged(startState, state),
  },
);

export const tips = [
  tip,
  announce,
  hover,
  keymap.of([
    { key: 'F8', run: goTo(true), shift: goTo(false) },
    { key: 'Ctrl-.', run: enterTip },
    { mac: 'Cmd-.', run: enterTip },
    { key: 'Alt-Enter', run: enterTip },
    { key: 'Escape', run: closeTip },
  ]),
];
