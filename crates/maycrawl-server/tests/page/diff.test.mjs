// Which lines differ, as a person would say it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diffLines, hunksOf } from '../../web/diff.js';

const SIGNS = { same: ' ', old: '-', new: '+' };
const shown = ({ kind, text, line }) => `${SIGNS[kind]}${line} ${text.trimEnd()}`;
const check = (before, after, wanted) => assert.deepEqual(diffLines(before, after).map(shown), wanted);

test('texts that are the same', () => {
  check('', '', []);
  check('a\nb\n', 'a\nb\n', [' 1 a', ' 2 b']);
});

test('a line that is another one', () => {
  check('a\nb\nc\n', 'a\nx\nc\n', [' 1 a', '-2 b', '+2 x', ' 3 c']);
});

test('a line more, a line less', () => {
  check('a\nc\n', 'a\nb\nc\n', [' 1 a', '+2 b', ' 3 c']);
  check('a\nb\nc\n', 'a\nc\n', [' 1 a', '-2 b', ' 2 c']);
  check('', 'a\n', ['+1 a']);
  check('a\n', '', ['-1 a']);
});

test('what changes stay common between changes', () => {
  check('a\nb\nc\nd\n', 'x\nb\ny\nd\n', ['-1 a', '+1 x', ' 2 b', '-3 c', '+3 y', ' 4 d']);
});

test('a line that is repeated', () => {
  check('a\na\n', 'a\na\na\n', [' 1 a', ' 2 a', '+3 a']);
});

test('line ends belong to lines', () => {
  check('a\r\nb\n', 'a\nb\n', ['-1 a', '+1 a', ' 2 b']);
  check('a', 'a\n', ['-1 a', '+1 a']);
  check('a\rb\r', 'a\rc\r', [' 1 a', '-2 b', '+2 c']);
});

test('too many pairs of lines: all between the common ends is changed', () => {
  const many = (word) => Array.from({ length: 2100 }, (_, n) => `${word}${n}\nboth\n`).join('');
  const list = diffLines(`a\n${many('x')}z\n`, `a\n${many('y')}z\n`);
  assert.equal(list.filter(({ kind }) => kind === 'same').length, 3);
});

test('hunks leave out what is far from a change', () => {
  const texts = Array.from({ length: 30 }, (_, n) => `${n}\n`);
  const after = texts.with(9, 'x\n').with(11, 'y\n').with(28, 'z\n').join('');
  const hunks = hunksOf(diffLines(texts.join(''), after), 2).map((hunk) => hunk.map(shown).join('|'));
  assert.deepEqual(hunks, [
    ' 8 7| 9 8|-10 9|+10 x| 11 10|-12 11|+12 y| 13 12| 14 13',
    ' 27 26| 28 27|-29 28|+29 z| 30 29',
  ]);
});

test('without a change there is no hunk', () => {
  assert.deepEqual(hunksOf(diffLines('a\n', 'a\n')), []);
});
