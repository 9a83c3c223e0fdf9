// A file keeps its line ends.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineEndsOf } from '../src/line_ends.js';

const check = (text, kind, mixed = false) => assert.deepEqual(lineEndsOf(text), { kind, mixed });

test('a text has one kind', () => {
  check('a\nb\n', '\n');
  check('a\r\nb\r\n', '\r\n');
  check('a\rb\r', '\r');
});

test('without any it is LF', () => {
  check('', '\n');
  check('a', '\n');
});

test('of several kinds, the most frequent one', () => {
  check('a\r\nb\r\nc\n', '\r\n', true);
  check('a\rb\rc\r\n', '\r', true);
  check('a\n\rb\n', '\n', true);
});

test('as many of two kinds: LF, then CRLF', () => {
  check('a\r\nb\n', '\n', true);
  check('a\rb\r\n', '\r\n', true);
});
