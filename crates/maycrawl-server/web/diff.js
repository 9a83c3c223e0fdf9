// Which lines differ between two texts.

/** The most pairs of lines that are compared. Beyond it, all between the common ends counts as changed. */
const MOST_PAIRS = 4_000_000;

/**
 * The lines of two texts in one list, each `{ kind, text, line }`: `same`, `old` (only in the old
 * one) or `new`. `line` is the line's number, from 1, in the text that has it; in the new one, if both
 * have. Line ends belong to their lines.
 */
export function diffLines(oldText, newText) {
  const [olds, news] = [linesOf(oldText), linesOf(newText)];
  let from = 0;
  while (from < Math.min(olds.length, news.length) && olds[from] === news[from]) from += 1;
  let [oldEnd, newEnd] = [olds.length, news.length];
  while (oldEnd > from && newEnd > from && olds[oldEnd - 1] === news[newEnd - 1]) {
    oldEnd -= 1;
    newEnd -= 1;
  }
  const list = [];
  const same = (index) => list.push({ kind: 'same', text: news[index], line: index + 1 });
  for (let index = 0; index < from; index += 1) same(index);
  let [oldAt, newAt] = [from, from];
  for (const [oldIndex, newIndex] of [...common(olds, news, from, oldEnd, newEnd), [oldEnd, newEnd]]) {
    for (; oldAt < oldIndex; oldAt += 1) list.push({ kind: 'old', text: olds[oldAt], line: oldAt + 1 });
    for (; newAt < newIndex; newAt += 1) list.push({ kind: 'new', text: news[newAt], line: newAt + 1 });
    if (newIndex < newEnd) same(newIndex);
    [oldAt, newAt] = [oldIndex + 1, newIndex + 1];
  }
  for (let index = newEnd; index < news.length; index += 1) same(index);
  return list;
}

/**
 * A diff without the lines far from a change: lists of lines that follow each other, with at most
 * `around` unchanged ones at their ends.
 */
export function hunksOf(list, around = 3) {
  const hunks = [];
  let last = -Infinity;
  list.forEach(({ kind }, index) => {
    if (kind === 'same') return;
    const from = Math.max(index - around, last + 1, 0);
    if (from > last + 1 || hunks.length === 0) hunks.push([]);
    const to = Math.min(index + around, list.length - 1);
    hunks.at(-1).push(...list.slice(from, to + 1));
    last = to;
  });
  return hunks;
}

/** Lines with their ends. */
function linesOf(text) {
  return text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? [];
}

/** A longest common subsequence of two ranges that begin at `from`, as pairs of indices. */
function common(olds, news, from, oldEnd, newEnd) {
  const [height, width] = [oldEnd - from, newEnd - from];
  if (height * width > MOST_PAIRS) return [];
  // The length of what is common from here on, for each pair; no length exceeds the root of `MOST_PAIRS`.
  const lengths = new Uint16Array((height + 1) * (width + 1));
  const at = (row, column) => row * (width + 1) + column;
  for (let row = height - 1; row >= 0; row -= 1) {
    for (let column = width - 1; column >= 0; column -= 1) {
      lengths[at(row, column)] =
        olds[from + row] === news[from + column]
          ? lengths[at(row + 1, column + 1)] + 1
          : Math.max(lengths[at(row + 1, column)], lengths[at(row, column + 1)]);
    }
  }
  const pairs = [];
  for (let [row, column] = [0, 0]; row < height && column < width; ) {
    if (olds[from + row] === news[from + column]) {
      pairs.push([from + row, from + column]);
      row += 1;
      column += 1;
    } else if (lengths[at(row + 1, column)] >= lengths[at(row, column + 1)]) {
      row += 1;
    } else {
      column += 1;
    }
  }
  return pairs;
}
