// Byte offsets in a file, as places in the editor's document.

/**
 * A document counts UTF-16 units, and each line end as one. An offset inside a character is the
 * character's start, one inside a line end the end of the line, one behind the text its end.
 *
 * @param {Iterable<string>} lines without their ends
 * @param {number} lineEndBytes how many bytes a line end has in the file
 * @param {number[]} offsets in UTF-8, in any order
 * @returns {number[]} a place for each offset
 */
export function positionsOf(lines, lineEndBytes, offsets) {
  const order = [...offsets.keys()].sort((a, b) => offsets[a] - offsets[b]);
  const positions = new Array(offsets.length);
  let next = 0;
  let byte = 0;
  let start = 0;
  for (const line of lines) {
    const lineEnd = byte + bytesOf(line);
    let unit = 0;
    for (; next < order.length && offsets[order[next]] < lineEnd + lineEndBytes; next += 1) {
      while (unit < line.length) {
        const char = line.codePointAt(unit);
        if (byte + bytesOfChar(char) > offsets[order[next]]) break;
        byte += bytesOfChar(char);
        unit += char > 0xffff ? 2 : 1;
      }
      positions[order[next]] = start + unit;
    }
    byte = lineEnd + lineEndBytes;
    start += line.length + 1;
  }
  for (const index of order.slice(next)) positions[index] = Math.max(start - 1, 0);
  return positions;
}

/** The length of a text in UTF-8. */
function bytesOf(text) {
  let bytes = text.length;
  for (let unit = 0; unit < text.length; unit += 1) {
    const code = text.charCodeAt(unit);
    if (code < 0x80) continue;
    const pair = text.codePointAt(unit) > 0xffff;
    bytes += pair || code >= 0x800 ? 2 : 1;
    if (pair) unit += 1;
  }
  return bytes;
}

/** A surrogate alone is written as U+FFFD, which has three bytes too. */
function bytesOfChar(char) {
  if (char < 0x80) return 1;
  if (char < 0x800) return 2;
  return char < 0x10000 ? 3 : 4;
}
