// Why there is no answer, for people.

import { h } from './dom.js';
import { words } from './words.js';

/** A problem (RFC 9457) as a message. If another try may help, `again` is what makes one. */
export function problemText({ type, title, detail }, again = null) {
  const said = { '/problems/unreachable': words.problem.unreachable, '/problems/engine': words.problem.engine }[type];
  const text = said ?? words.problem.what(title, detail);
  const button = said && again && [' ', h('button', { type: 'button', onclick: () => again() }, words.problem.again)];
  return h('div', { class: 'message error', role: 'alert' }, text, button);
}
