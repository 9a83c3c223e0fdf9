// Edits of a text, as the linter gives them: ranges in bytes of UTF-8, and what stands there then.

/**
 * A text with edits applied, or `null` if two overlap. Several insertions at one place stay in
 * their order. What no edit names stays as it is, character for character.
 *
 * @param {string} text
 * @param {{ place: { start: number, end: number }, text: string }[]} edits
 */
export function applyEdits(text, edits) {
  const sorted = edits.toSorted((one, other) => one.place.start - other.place.start || one.place.end - other.place.end);
  const places = unitsOf(text, sorted.flatMap(({ place }) => [place.start, place.end]));
  let result = '';
  let done = 0;
  for (const { place, text: instead } of sorted) {
    const start = places.get(place.start);
    if (start < done) return null;
    result += text.slice(done, start) + instead;
    done = places.get(place.end);
  }
  return result + text.slice(done);
}

/**
 * For each offset in bytes of UTF-8 the one in UTF-16 units, which texts count. An offset inside a
 * character is that character's start; one behind the text is its end.
 */
function unitsOf(text, offsets) {
  const units = new Map();
  let byte = 0;
  let unit = 0;
  for (const offset of offsets.toSorted((one, other) => one - other)) {
    while (unit < text.length) {
      const char = text.codePointAt(unit);
      const next = byte + bytesOf(char);
      if (next > offset) break;
      byte = next;
      unit += char > 0xffff ? 2 : 1;
    }
    units.set(offset, unit);
  }
  return units;
}

/** A surrogate alone is written as U+FFFD, which has three bytes too. */
function bytesOf(char) {
  if (char < 0x80) return 1;
  if (char < 0x800) return 2;
  return char < 0x10000 ? 3 : 4;
}
