// A diff of two texts to read: changed lines with a few around them, `-` and `+` before them.

import { diffLines, hunksOf } from './diff.js';
import { h } from './dom.js';
import { visible } from './visible.js';
import { words } from './words.js';

const said = words.diff;

/** How many lines are drawn. */
const MOST_LINES = 400;

/** The most characters of a line that are drawn. */
const MOST_CHARS = 2000;

/** An element with what differs between two texts. */
export function diffView(oldText, newText) {
  const ends = lineEnds(endsOf(oldText), endsOf(newText));
  const list = diffLines(withLf(oldText), withLf(newText));
  const removed = list.filter(({ kind }) => kind === 'old').length;
  const added = list.filter(({ kind }) => kind === 'new').length;
  if (removed + added === 0) return ends ?? h('p', { class: 'quiet' }, said.none);
  const hunks = hunksOf(list);
  let left = MOST_LINES;
  const drawn = hunks.flatMap((hunk, index) => {
    const lines = hunk.slice(0, left);
    left -= lines.length;
    return index > 0 && lines.length > 0 ? [null, ...lines] : lines;
  });
  const isChange = (line) => line !== null && line.kind !== 'same';
  const hidden = removed + added - drawn.filter(isChange).length;
  return h(
    'div',
    {},
    h('p', { class: 'quiet' }, said.counts(removed, added)),
    ends,
    h(
      'div',
      { class: 'scroll diff', tabindex: 0, role: 'region', 'aria-label': said.label },
      drawn.map((line) => (line === null ? h('hr', {}) : row(line))),
    ),
    hidden > 0 && h('p', { class: 'quiet' }, said.more(hidden)),
  );
}

/** Where all line ends differ, one sentence says it. */
function lineEnds(before, after) {
  if (before === after || before === '' || after === '') return null;
  return h('p', { class: 'quiet' }, said.ends(before, after));
}

const ELEMENTS = { old: 'del', new: 'ins', same: 'span' };
const SIGNS = { old: '\u2212', new: '+', same: ' ' };

/** What screen readers say for a sign. */
function spoken(kind) {
  return kind === 'same' ? {} : { role: 'img', 'aria-label': kind === 'old' ? said.removed : said.added };
}

function row({ kind, text, line }) {
  const shown = kind === 'same' ? text.trimEnd() : changed(text);
  return h(
    ELEMENTS[kind],
    { class: 'row' },
    h('span', { class: 'number' }, line),
    h('span', { class: 'sign', ...spoken(kind) }, SIGNS[kind]),
    h('span', {}, shown.slice(0, MOST_CHARS), shown.length > MOST_CHARS && ' …'),
  );
}

const NAMES = { '\r\n': 'CRLF', '\n': 'LF', '\r': 'CR' };

/** The kinds of line ends in a text. */
function endsOf(text) {
  return [...new Set(text.match(/\r\n|\n|\r/g))].map((end) => NAMES[end]).sort().join(', ');
}

const withLf = (text) => text.replace(/\r\n?/g, '\n');

/** A changed line whose difference can be seen, even where only a space or a line end differs. */
function changed(text) {
  const content = text.replace(/\n$/, '');
  const spaces = content.replace(/[ \t]+$/, (space) => space.replaceAll(' ', '\u00b7').replaceAll('\t', '\u2192'));
  return visible(spaces) + (text === content ? ` ${said.noEnd}` : '');
}
