// Comments that silence the linter, as `maycrawl-lint` reads them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ignoresOf, withIgnores, withoutIgnore, withoutIgnores } from '../../web/tabs/validator/ignore.js';

const checkFound = (text, wanted) =>
  assert.deepEqual(ignoresOf(text).map(({ line, rules, reason }) => [line, rules.join(' '), reason]), wanted);
const checkWith = (text, line, wanted) => assert.equal(withIgnores(text, [line], 'path-space', 'so be it'), wanted);
const checkWithout = (text, line, wanted) => assert.equal(withoutIgnore(text, line), wanted);

test('a comment names a rule and gives a reason', () => {
  checkFound('# maycrawl: ignore path-space the folder is so called\nDisallow: /a b', [
    [1, 'path-space', 'the folder is so called'],
  ]);
  checkFound('Disallow: /a b # maycrawl: ignore P004', [[1, 'P004', '']]);
  checkFound('#maycrawl:ignore path-space  why', [[1, 'path-space', 'why']]);
});

test('commas separate rules', () => {
  checkFound('# maycrawl: ignore path-space, path-case both', [[1, 'path-space path-case', 'both']]);
  checkFound('# maycrawl: ignore path-space,path-case both', [[1, 'path-space path-case', 'both']]);
});

test('other comments are none', () => {
  checkFound('# ignore path-space\n# maycrawl: ignored\nDisallow: /a', []);
  checkFound('', []);
});

test('a comment without a name', () => {
  checkFound('# maycrawl: ignore', [[1, '', '']]);
});

test('a comment is written before its line, with the line ends of the text', () => {
  checkWith('A\nB\n', 2, 'A\n# maycrawl: ignore path-space so be it\nB\n');
  checkWith('A\r\nB\r\n', 1, '# maycrawl: ignore path-space so be it\r\nA\r\nB\r\n');
  checkWith('A', 1, '# maycrawl: ignore path-space so be it\nA');
  checkWith('A\rB', 2, 'A\r# maycrawl: ignore path-space so be it\rB');
});

test('several lines are counted as they are', () => {
  const wanted = '# maycrawl: ignore r x\nA\nB\n# maycrawl: ignore r x\nC\n';
  assert.equal(withIgnores('A\nB\nC\n', [3, 1], 'r', 'x'), wanted);
});

test('a byte order mark stays at the beginning', () => {
  checkWith('\uFEFFA\n', 1, '\uFEFF# maycrawl: ignore path-space so be it\nA\n');
});

test('a reason is one line', () => {
  assert.equal(withIgnores('A\n', [1], 'r', ' one\r\ntwo '), '# maycrawl: ignore r one two\nA\n');
});

test('a comment alone on its line is removed with the line', () => {
  checkWithout('A\n# maycrawl: ignore path-space x\nB\n', 2, 'A\nB\n');
  checkWithout('A\r\n  # maycrawl: ignore path-space\r\nB', 2, 'A\r\nB');
  checkWithout('\uFEFF# maycrawl: ignore path-space\nB', 1, '\uFEFFB');
});

test('a comment behind a rule is removed from it', () => {
  checkWithout('Disallow: /a b  # maycrawl: ignore path-space x\nB\n', 1, 'Disallow: /a b\nB\n');
});

test('a text whose comments silence nothing', () => {
  const text = 'A: b # maycrawl: ignore r x: y\r\n#maycrawl: ignore\n# other: c\n';
  const bare = withoutIgnores(text);
  assert.equal(bare, 'A: b # maycrawl  ignore r x: y\r\n#maycrawl  ignore\n# other: c\n');
  assert.deepEqual(ignoresOf(bare), []);
});

test('what is written can be taken back', () => {
  for (const text of ['A\nB\nC', 'A\r\nB\r\nC\r\n', '\uFEFFA\nB\nC', '🤖\nB\nC']) {
    for (const line of [1, 2, 3]) assert.equal(withoutIgnore(withIgnores(text, [line], 'r', 'x'), line), text);
  }
});
