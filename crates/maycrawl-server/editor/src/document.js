// The text of an editor with the line ends of its file, which the editor itself does not keep.

import { invertedEffects, isolateHistory } from '@codemirror/commands';
import { StateEffect, StateField } from '@codemirror/state';
import { lineEndsOf } from './line_ends.js';

const setLineEnds = StateEffect.define();

/** Undone and redone together with the text. */
export const lineEnds = StateField.define({
  create: () => lineEndsOf(''),
  update: (ends, { effects }) => effects.find((effect) => effect.is(setLineEnds))?.value ?? ends,
  provide: (field) =>
    invertedEffects.of(({ effects, startState }) =>
      effects.some((effect) => effect.is(setLineEnds))
        ? [setLineEnds.of(startState.field(field))]
        : [],
    ),
});

/** The text with its own line ends. */
export function textOf(state) {
  return state.doc.sliceString(0, state.doc.length, state.field(lineEnds).kind);
}

/** Replaces the text in one step for undo, and leaves alone what both begin and end with. */
export function replacement(state, text) {
  const { doc, selection } = state;
  const next = state.toText(text);
  const changes = difference(doc.toString(), next.toString());
  const effects = setLineEnds.of(lineEndsOf(text));
  const spec = { changes, effects, annotations: isolateHistory.of('full') };
  const { head } = selection.main;
  if (head <= changes.from || head >= changes.to) return spec;
  // What the cursor was in is gone; it stays where it was on the screen.
  const { from, number } = doc.lineAt(head);
  const line = next.line(Math.min(number, next.lines));
  return { ...spec, selection: { anchor: Math.min(line.from + head - from, line.to) } };
}

function difference(before, after) {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from += 1;
  let [to, end] = [before.length, after.length];
  while (to > from && end > from && before.charCodeAt(to - 1) === after.charCodeAt(end - 1)) {
    to -= 1;
    end -= 1;
  }
  return { from, to, insert: after.slice(from, end) };
}
