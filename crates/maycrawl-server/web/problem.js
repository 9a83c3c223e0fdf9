// Why there is no answer, for people.

import { h, rich } from './dom.js';
import { words } from './words.js';

/** A problem (RFC 9457) as a message. */
export function problemText({ type, title, detail }) {
  const text = type === '/problems/unreachable' ? words.problem.unreachable : words.problem.what(title, detail);
  return h('div', { class: 'message error', role: 'alert' }, rich(text));
}
