// Edits count bytes of UTF-8; texts of a page count UTF-16 units.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyEdits } from '../../web/edits.js';

/** Each edit is `[start, end, text]`. */
const check = (text, edits, wanted) => {
  const list = edits.map(([start, end, text]) => ({ place: { start, end }, text }));
  assert.equal(applyEdits(text, list), wanted);
};

test('an edit replaces, inserts or deletes', () => {
  check('Disalow: /a', [[0, 7, 'Disallow']], 'Disallow: /a');
  check('Disallow: a', [[10, 10, '/']], 'Disallow: /a');
  check('Allow:\nDisallow: /a', [[0, 7, '']], 'Disallow: /a');
});

test('several edits do not move each other, whatever their order', () => {
  check('Disalow: a', [[9, 9, '/'], [0, 7, 'Disallow']], 'Disallow: /a');
  check('ab', [[1, 2, 'y'], [0, 1, 'x']], 'xy');
});

test('offsets are bytes', () => {
  check('# ü\nDisalow: /', [[5, 12, 'Disallow']], '# ü\nDisallow: /');
  check('# 日本\nDisalow: /', [[9, 16, 'Disallow']], '# 日本\nDisallow: /');
  check('# 🤖🤖\nDisalow: /🤖x', [[11, 18, 'Disallow'], [25, 26, 'y']], '# 🤖🤖\nDisallow: /🤖y');
});

test('a byte order mark has three bytes, and stays', () => {
  check('\uFEFFDisalow: /', [[3, 10, 'Disallow']], '\uFEFFDisallow: /');
  check('\uFEFFDisallow: /', [[0, 3, '']], 'Disallow: /');
});

test('line ends stay as they are', () => {
  check('A:\r\nB\r\n', [[4, 5, 'C']], 'A:\r\nC\r\n');
});

test('a surrogate alone has three bytes, and stays', () => {
  check('\uD800b', [[3, 4, 'c']], '\uD800c');
});

test('an insertion may touch another edit, and insertions at one place keep their order', () => {
  check('ab', [[1, 1, 'x'], [1, 1, 'y'], [1, 2, 'z']], 'axyz');
  check('ab', [[0, 1, 'x'], [1, 1, 'y']], 'xyb');
});

test('edits that overlap are not applied', () => {
  check('abc', [[0, 2, 'x'], [1, 3, 'y']], null);
});

test('an offset behind the text is its end', () => {
  check('a', [[1, 9, 'b']], 'ab');
});

test('no edits change nothing', () => {
  check('a', [], 'a');
});
