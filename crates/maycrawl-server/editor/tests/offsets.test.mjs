// Byte offsets become places in the document, whatever the line ends and the characters are.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { positionsOf } from '../src/offsets.js';

/** Says what is between two byte offsets of a file. */
function check(file, start, end, expected) {
  const lineEnd = /\r\n?|\n/.exec(file)?.[0] ?? '\n';
  const lines = file.split(/\r\n?|\n/);
  const [from, to] = positionsOf(lines, lineEnd.length, [start, end]);
  assert.equal(lines.join('\n').slice(from, to), expected);
}

test('ASCII is a byte a character', () => {
  check('Allow: /a\nDisallow: /b', 7, 9, '/a');
  check('Allow: /a\nDisallow: /b', 10, 18, 'Disallow');
});

test('CRLF has two bytes, a lone CR one', () => {
  check('Allow: /a\r\nDisallow: /b', 11, 19, 'Disallow');
  check('Allow: /a\rDisallow: /b', 10, 18, 'Disallow');
  check('a\r\n\r\n\r\nb', 7, 8, 'b');
});

test('characters have up to four bytes', () => {
  check('# é\nb', 5, 6, 'b');
  check('# €\nb', 6, 7, 'b');
  check('# 🤖\nb', 7, 8, 'b');
  check('# 🤖🤖 b', 11, 12, 'b');
  check('🤖', 0, 4, '🤖');
});

test('a byte order mark has three bytes', () => check('\ufeffAllow', 3, 8, 'Allow'));

test('half a character of UTF-16 has the three bytes of U+FFFD', () => {
  check('\ud83e b', 4, 5, 'b');
  check('\udd16\ud83e b', 7, 8, 'b');
});

test('an offset inside a character is its start', () => {
  check('🤖b', 2, 4, '🤖');
  check('🤖b', 3, 5, '🤖b');
});

test('an offset inside a CRLF is the end of the line', () => {
  check('ab\r\ncd', 1, 3, 'b');
  check('ab\r\ncd', 2, 4, '\n');
});

test('offsets behind the text are its end', () => {
  check('ab', 1, 99, 'b');
  check('', 0, 5, '');
  check('ab\n', 2, 3, '\n');
});

test('offsets come in any order', () => {
  assert.deepEqual(positionsOf(['é', 'b'], 1, [4, 0, 2, 3, 3]), [3, 0, 1, 2, 2]);
});

test('they are those of an encoder, in a text of all kinds', () => {
  const lines = ['\ufeffUser-agent: 🤖é', '', '# €', 'Disallow: /ä/🤖'];
  for (const end of ['\n', '\r\n', '\r']) {
    const file = lines.join(end);
    const document = lines.join('\n');
    for (let unit = 0; unit <= document.length; unit += 1) {
      const before = document.slice(0, unit);
      if (!before.isWellFormed?.() && /[\ud800-\udbff]$/.test(before)) continue;
      const bytes = new TextEncoder().encode(before.replaceAll('\n', end)).length;
      assert.deepEqual(positionsOf(lines, end.length, [bytes]), [unit], `${unit} of ${file}`);
    }
  }
});
