// Lines that are lit up: those that decide about a URL, and those that they beat.

import { RangeSet, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, gutter } from '@codemirror/view';

const KINDS = ['decides', 'beaten'];

class Mark extends GutterMarker {
  constructor(kind) {
    super();
    this.elementClass = `mc-lit mc-lit-${kind}`;
  }
}

const LINES = KINDS.map((kind) => Decoration.line({ class: `mc-line-${kind}` }));
const MARKS = KINDS.map((kind) => new Mark(kind));

const set = StateEffect.define();

/** Of each kind, the starts of its lines. */
const field = StateField.define({
  create: () => ({ lines: RangeSet.empty, marks: RangeSet.empty }),
  update(lit, { changes, docChanged, effects }) {
    for (const effect of effects) if (effect.is(set)) return effect.value;
    return docChanged ? { lines: lit.lines.map(changes), marks: lit.marks.map(changes) } : lit;
  },
  provide: (field) => EditorView.decorations.from(field, ({ lines }) => lines),
});

export const litLines = [
  field,
  gutter({ class: 'mc-lit-gutter', markers: (view) => view.state.field(field).marks }),
];

/**
 * @param {import('@codemirror/state').Text} doc
 * @param {{ decides?: number[], beaten?: number[] }} numbers from 1
 */
export function lightUp(doc, numbers) {
  const starts = KINDS.flatMap((kind, index) =>
    (numbers[kind] ?? [])
      .filter((number) => number >= 1 && number <= doc.lines)
      .map((number) => [doc.line(number).from, index]),
  );
  const ranges = (of) => RangeSet.of(starts.map(([from, index]) => of[index].range(from)), true);
  return set.of({ lines: ranges(LINES), marks: ranges(MARKS) });
}
