// Colours the lines in view.

import { RangeSetBuilder } from '@codemirror/state';
import { Decoration, ViewPlugin } from '@codemirror/view';
import { tokensOf } from './tokens.js';

/** No crawler reads so far into a line that its colours would matter. */
const MOST = 20_000;

const MARKS = new Map();

function mark(kind) {
  if (!MARKS.has(kind)) MARKS.set(kind, Decoration.mark({ class: `mc-${kind}` }));
  return MARKS.get(kind);
}

function decorations({ state, visibleRanges }) {
  const builder = new RangeSetBuilder();
  let done = 0;
  for (const { from, to } of visibleRanges) {
    for (let at = Math.max(from, done); at <= to; at = done) {
      const line = state.doc.lineAt(at);
      const text = line.length > MOST ? line.text.slice(0, MOST) : line.text;
      for (const token of tokensOf(text)) {
        builder.add(line.from + token.from, line.from + token.to, mark(token.kind));
      }
      done = line.to + 1;
    }
  }
  return builder.finish();
}

export const highlight = ViewPlugin.define(
  (view) => ({
    decorations: decorations(view),
    update({ docChanged, viewportChanged, view }) {
      if (docChanged || viewportChanged) this.decorations = decorations(view);
    },
  }),
  { decorations: (plugin) => plugin.decorations },
);
