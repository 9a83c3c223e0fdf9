// Every character of a stranger's text can be seen, and only the program's own words have code and links.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { FOLDER, module } from './modules.mjs';
import { TABS, becomes, choose, each, open, linkTo, paste, says, unfold } from './page.mjs';

const { visible } = await module('visible.js');
const { Own, ofProgram, own } = await module('own.js');

const check = (text, expected) => assert.equal(visible(text), expected);

test('visible: what draws nothing, or turns the direction of others, is written out', () => {
  for (const code of [
    0, 0x7f, 0xa0, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x180e, 0x200b, 0x200f, 0x202e, 0x2060, 0x2064, 0x2066, 0x2069, 0x2800,
    0x3164, 0xd800, 0xfe0f, 0xfeff, 0xffa0, 0xe0001, 0xe0041, 0xe007f, 0xe01ef,
  ]) {
    const name = code.toString(16).toUpperCase().padStart(4, '0');
    check(`a${String.fromCodePoint(code)}b`, `a\u27e8U+${name}\u27e9b`);
  }
});

test('visible: a letter of another script in a Latin word is marked', () => {
  check('Go\u043eglebot', 'Go\u27e8\u043e U+043E\u27e9glebot');
  check('GPTB\u03bft', 'GPTB\u27e8\u03bf U+03BF\u27e9t');
  check('\uff27PTBot', '\u27e8\uff27 U+FF27\u27e9PTBot');
  for (const text of ['/caf\u00e9/', '/\u043a\u043e\u0440\u0437\u0438\u043d\u0430/', 'Google\u691c\u7d22', '\u03b1 and b', 'a\tb\nc', '\u{1f98b}'])
    check(text, text);
  // It may be applied twice.
  check(visible('Go\u043eglebot\u202e'), visible('Go\u043eglebot\u202e').replaceAll('\u27e8\u043e U+043E\u27e9', '\u27e8\u043e U+043E\u27e9'));
});

test('own words are templates; what is put into them stays plain', () => {
  const link = '[Sign in](https://evil.example/s)';
  assert.deepEqual(own`Read \`a\`, [b](https://b.example/c) and ${link}, \`${link}\`.`.pieces(), [
    { kind: 'text', text: 'Read ' },
    { kind: 'code', text: 'a' },
    { kind: 'text', text: ', ' },
    { kind: 'link', text: 'b', url: 'https://b.example/c' },
    { kind: 'text', text: ` and ${link}, ` },
    { kind: 'code', text: link },
    { kind: 'text', text: '.' },
  ]);
  assert.throws(() => own(link), TypeError);
  assert.throws(() => own([link]), TypeError);
  assert.deepEqual(own`[x](${'https://evil.example'})`.pieces(), [{ kind: 'text', text: '[x](https://evil.example)' }]);
  assert.ok(ofProgram('a') instanceof Own);
});

test('only pages of rules and of ready-made choices are taken as words of the program', async () => {
  const files = (await readdir(FOLDER, { recursive: true })).filter((name) => /^(?!vendor|engine|own\.js).*\.js$/.test(name));
  const using = [];
  for (const name of files) if (/ofProgram|new Own\b/.test(await readFile(join(FOLDER, name), 'utf8'))) using.push(name);
  assert.deepEqual(using.sort(), ['tabs/generator/presets.js', 'tabs/validator/findings.js', 'tabs/validator/page.js']);
});

const LINK = '[Sign in again](https://evil.example/s)';
const linked = {
  text: `User-agent: ${LINK}\nDisallow: /${LINK}\nSitemap: ${LINK}\nLicense: https://evil.example/l\nDisalow: ${LINK}\n${LINK}\nUser-agent: *\nAllow: ${LINK}\n`,
  old: `User-agent: *\nDisallow: ${LINK}\n`,
  urls: `/${LINK}\n${LINK}\n/a`,
  crawlers: [LINK, 'Googlebot'],
  choices: { block: [LINK], disallow: [LINK], sitemap: [LINK], preset: [LINK] },
  ignored: [{ rule: LINK, reason: LINK }],
};

each('tester', 'no link of a stranger is a link', async (page, { engine }) => {
  for (const one of [linked, { ...linked, ignored: [], choices: { ...linked.choices, block: ['GPTBot'], preset: [] } }]) {
    const other = await open(engine, 1280, { fragment: linkTo(one), expect: /status of 4\d\d/ });
    for (const tab of TABS) {
      await choose(other.page, tab);
      await unfold(other.page, tab);
      if (tab === 'tester') await other.page.locator('.matrix button').first().click();
      if (tab === 'tester') await other.page.locator('[aria-live] strong').waitFor();
      const links = () => [...document.querySelectorAll('a')].filter((a) => a.href.includes('evil') || a.textContent.includes('Sign in')).length;
      assert.equal(await other.page.evaluate(links), 0, tab);
    }
    await other.end();
  }
});

each('tester', 'rules of the catalogue and of the linter have their sources as links', async (page) => {
  await paste(page, 'User-agent: *\nDisalow: /x\n');
  await choose(page, 'validator');
  await becomes(page, () => document.querySelectorAll('.finding a[href^="https://"]').length > 0, true);
});

each('tester', 'characters that hide are shown in names, paths and findings', async (page) => {
  const name = 'Go\u043eglebot';
  await paste(page, `User-agent: ${name}\nDisallow: /a\u3164b\u{e0041}\n`);
  await page.locator('#urls').fill('/a\u3164b\u{e0041}');
  await page.getByLabel('Add a crawler').fill(name);
  await page.getByLabel('Add a crawler').press('Enter');
  await says(page, 'Go\u27e8\u043e U+043E\u27e9glebot is not in the catalogue.');
  await becomes(page, () => document.querySelector('.matrix tbody th').textContent, '/a\u27e8U+3164\u27e9b\u27e8U+E0041\u27e9');
  const drawn = () => document.querySelector('.editor .frame').shadowRoot.querySelectorAll('.cm-specialChar').length;
  await becomes(page, drawn, 2);
});
