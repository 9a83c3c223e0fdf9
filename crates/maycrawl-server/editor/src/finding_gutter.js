// Marks in the gutter: the worst finding that begins in a line. A click opens its tip.

import { GutterMarker, gutter } from '@codemirror/view';
import { SEVERITIES, haveChanged, worstOf } from './findings.js';
import { setTip } from './tips.js';

class Mark extends GutterMarker {
  constructor(severity) {
    super();
    this.severity = severity;
  }
  eq(other) {
    return this.severity === other.severity;
  }
  toDOM() {
    const icon = document.createElement('span');
    icon.className = `mc-icon mc-icon-${this.severity}`;
    return icon;
  }
}

const MARKS = Object.fromEntries(SEVERITIES.map((severity) => [severity, new Mark(severity)]));

export const findingGutter = gutter({
  class: 'mc-finding-gutter',
  lineMarker(view, line) {
    return MARKS[worstOf(view.state, line)?.finding.severity] ?? null;
  },
  lineMarkerChange: ({ startState, state }) => haveChanged(startState, state),
  domEventHandlers: {
    click(view, line) {
      const worst = worstOf(view.state, line);
      if (!worst) return false;
      const effects = setTip.of(worst.start);
      view.dispatch({ selection: { anchor: worst.start }, effects });
      view.focus();
      return true;
    },
  },
});
