// The parts of a line that have a colour.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokensOf } from '../src/tokens.js';

/** Tokens are written as their kind and text. */
function check(line, ...expected) {
  const tokens = tokensOf(line);
  const found = tokens.map(({ from, to, kind }) => `${kind} ${line.slice(from, to)}`);
  assert.deepEqual(found, expected);
  const ends = tokens.flatMap(({ from, to }) => [from, to]);
  assert.deepEqual(ends, ends.toSorted?.((a, b) => a - b) ?? ends);
}

test('a rule', () => check('Disallow: /a', 'field Disallow', 'separator :', 'path /a'));

test('white space is no part of anything', () => {
  check(' Allow\t: /a b \t', 'field Allow', 'separator :', 'path /a b');
  check('');
  check(' \t ');
});

test('wildcards', () => {
  check('Allow: /*.gif$', 'field Allow', 'separator :', 'path /', 'wildcard *', 'path .gif', 'wildcard $');
  check('Allow: /$a**', 'field Allow', 'separator :', 'path /$a', 'wildcard **');
  check('Sitemap: /*$', 'field Sitemap', 'separator :', 'value /*$');
});

test('agents', () => {
  check('user-AGENT:*', 'field user-AGENT', 'separator :', 'wildcard *');
  check('User-agent: a*', 'field User-agent', 'separator :', 'agent a*');
});

test('other fields that maycrawl knows', () => {
  check('Crawl-delay: 5', 'field Crawl-delay', 'separator :', 'value 5');
  check('Content-Signal: ai-train=no', 'field Content-Signal', 'separator :', 'value ai-train=no');
});

test('what no crawler reads', () => {
  check('Noindex: /a', 'unknown Noindex', 'separator :', 'unknown /a');
  check('<html>', 'unknown <html>');
  check('not a directive', 'unknown not a directive');
});

test('without a value, a name or a colon', () => {
  check('Disallow:', 'field Disallow', 'separator :');
  check(': /a', 'separator :', 'unknown /a');
  check(':', 'separator :');
  check('Disallow /a', 'field Disallow', 'path /a');
  check('Disallow', 'unknown Disallow');
});

test('a comment goes to the end', () => {
  check('# a: b # c', 'comment # a: b # c');
  check('Allow: /a # b', 'field Allow', 'separator :', 'path /a', 'comment # b');
  check('Allow # : /', 'unknown Allow', 'comment # : /');
});

test('a value with colons', () => {
  const url = 'https://example.com/a:b';
  check(`Sitemap: ${url}`, 'field Sitemap', 'separator :', `value ${url}`);
});

test('a byte order mark is not in the name', () => {
  check('\ufeffAllow: /', 'field Allow', 'separator :', 'path /');
});
