// An answer that takes a while is waited for in words.

import { show } from './dom.js';
import { words } from './words.js';

/** How long an answer may take before the page says that it waits, in milliseconds. */
const PATIENCE = 400;

/** Waits for an answer; `place` says so, until what asked shows something there. */
export async function waiting(place, answer) {
  const timer = setTimeout(() => show(place, words.problem.wait), PATIENCE);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
  }
}
