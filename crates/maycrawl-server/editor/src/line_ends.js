// How the lines of a text end.

/**
 * @typedef {object} LineEnds
 * @property {'\n' | '\r\n' | '\r'} kind the most frequent one; LF if there is none
 * @property {boolean} mixed whether there are others
 */

/**
 * @param {string} text
 * @returns {LineEnds}
 */
export function lineEndsOf(text) {
  const counts = { '\n': 0, '\r\n': 0, '\r': 0 };
  for (const [end] of text.matchAll(/\r\n?|\n/g)) counts[end] += 1;
  const kinds = Object.keys(counts).filter((kind) => counts[kind] > 0);
  const kind = kinds.reduce((most, kind) => (counts[kind] > counts[most] ? kind : most), kinds[0]);
  return { kind: kind ?? '\n', mixed: kinds.length > 1 };
}
