// Modules of the page that need no page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { engine, module } from './modules.mjs';

const { latest, later } = await module('latest.js');
const { urlsOf, isSitemap, pathsOf, sitesOf } = await module('urls.js');
const { fromFragment, toFragment, MOST_BYTES } = await module('link.js');
const { START, checked, createState } = await module('state.js');
const { askSmall } = await module('first.js');
const { csvField } = await module('csv.js');
const { FIRST } = await module('crawlers.js');
const { lookUp } = await module('catalogue.js');
const { inWords } = await module('tabs/generator/notes.js');

/** Questions whose answers come when the test says so. */
function slow() {
  const asked = [];
  const ask = (signal) => {
    const { promise, resolve, reject } = withResolvers();
    asked.push({ signal, resolve, reject });
    return promise;
  };
  return { asked, ask };
}

// `Promise.withResolvers` came with Node 22.
function withResolvers() {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}

const settled = () => new Promise(setImmediate);

test('latest: only the answer to the newest question is shown', async () => {
  const { asked, ask } = slow();
  const shown = [];
  const repaint = latest(ask, (answer) => shown.push(answer));
  repaint();
  repaint();
  repaint();
  // The others wait until the first is answered, or ended.
  assert.equal(asked.length, 1);
  assert.ok(asked[0].signal.aborted);
  asked[0].resolve('old');
  await settled();
  assert.deepEqual([shown, asked.length], [[], 2]);
  assert.ok(!asked[1].signal.aborted);
  asked[1].resolve('new');
  await settled();
  assert.deepEqual([shown, asked.length], [['new'], 2]);
});

test('latest: one question after another is answered', async () => {
  const { asked, ask } = slow();
  const shown = [];
  const repaint = latest(ask, (answer) => shown.push(answer));
  for (const [index, answer] of ['one', 'two'].entries()) {
    repaint();
    asked[index].resolve(answer);
    await settled();
  }
  assert.deepEqual(shown, ['one', 'two']);
});

test('latest: a question that fails does not hinder the next', async () => {
  const { asked, ask } = slow();
  const shown = [];
  const repaint = latest(ask, (answer) => shown.push(answer));
  const first = repaint();
  asked[0].reject(new Error('a fault'));
  await assert.rejects(first, /a fault/);
  repaint();
  asked[1].resolve('next');
  await settled();
  assert.deepEqual(shown, ['next']);
});

test('later: runs once, after a pause', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let n = 0;
  const run = later(100, () => (n += 1));
  run();
  t.mock.timers.tick(99);
  run();
  t.mock.timers.tick(99);
  assert.equal(n, 0);
  t.mock.timers.tick(1);
  assert.equal(n, 1);
});

test('urls: one a line, in any kind of lines; comments and empty lines are none', () => {
  const check = (text, expected) => assert.deepEqual(urlsOf(text), expected);
  check('', []);
  check('\n \n#\n', []);
  check('/a\r\n /b \r/c\n# /d\n/e#f', ['/a', '/b', '/c', '/e#f']);
  check('<a href="/x">', ['<a href="/x">']);
  assert.ok(
    isSitemap('<?xml version="1.0"?><urlset xmlns="x">') && isSitemap('<sitemapindex>') && !isSitemap('<urlsetting>'),
  );
});

test('link: what comes out is what went in', async () => {
  const check = async (value) => assert.deepEqual(await fromFragment(await toFragment(value)), value);
  await check(START);
  await check({ ...START, text: '\uFEFFDisallow: /ü\r\n\0\u202E🦋', urls: 'x'.repeat(100_000) });
  assert.match(await toFragment(START), /^#1[A-Za-z0-9_-]+$/);
  assert.equal(await fromFragment(''), null);
});

test('link: what is damaged, too large or of another type is refused', async () => {
  const pack = (text) => `#1${deflateRawSync(text).toString('base64url')}`;
  const check = (fragment) => assert.rejects(fromFragment(fragment), undefined, fragment.slice(0, 40));
  const whole = await toFragment({ ...START, text: 'Disallow: /x\n'.repeat(100) });
  for (const end of [2, 3, 10, whole.length - 1]) await check(whole.slice(0, end));
  await check('#heading');
  await check('#1%%%');
  for (const text of [
    '',
    '{',
    'null',
    '5',
    '[]',
    '{}',
    '"text"',
    '{"text":null}',
    '{"text":"","urls":[]}',
    '{"text":"","crawlers":"x"}',
  ])
    await check(pack(text));
  await check(pack(JSON.stringify({ text: 'x'.repeat(MOST_BYTES) })));
});

test('state: a link gives members of their types, and no others', () => {
  const check = (load, expected) => assert.deepEqual(checked(load), expected);
  check(START, START);
  for (const none of [null, undefined, 5, 'text', true, []]) check(none, {});
  check({ text: 5, old: null, urls: ['/'], crawlers: 'GPTBot', dialect: {}, choices: [], ignored: {}, tab: 1 }, {});
  check({ crawlers: ['a', 5], ignored: [{ rule: 'x' }] }, {});
  check(
    { text: '', crawlers: [], ignored: [{ rule: 'x', reason: 'y' }] },
    { text: '', crawlers: [], ignored: [{ rule: 'x', reason: 'y' }] },
  );
  check(JSON.parse('{"__proto__": {"text": "x"}, "constructor": "x", "other": 1}'), {});
});

test('state: a change reaches those who watch the member, and no others', () => {
  const state = createState();
  const told = [];
  state.watch(['text', 'urls'], ({ text }) => told.push(text));
  state.set({ text: 'a', tab: 'fetch' });
  state.set({ text: 'a' });
  state.set({ dialect: 'bing' });
  assert.deepEqual(told, ['a']);
});

const question = { robots: 'User-agent: *\nDisallow: /a\n', urls: ['/a', '/b'], dialect: 'own', detail: 'columns' };

test('first: the small engine is asked only what it can answer', async () => {
  const none = { ask: () => assert.fail('asked') };
  assert.equal(askSmall(none, { ...question, agents: ['Googlebot', 'OtherBot'] }), null);
  assert.equal(askSmall(none, { ...question, agents: ['constructor'] }), null);
  assert.equal(askSmall(none, { ...question, agents: ['Googlebot'], detail: 'full' }), null);
  assert.equal(askSmall(none, { ...question, agents: ['Googlebot'], dialect: 'bing' }), null);
  assert.equal(askSmall({ ask: () => ({ ok: false }) }, { ...question, agents: ['Googlebot'] }), null);
});

test('first: its crawlers are those of the catalogue, and the page begins with them', async () => {
  const large = await engine('maycrawl.wasm');
  for (const [name, { tokens, dialect }] of Object.entries(FIRST)) {
    const { answer } = large.ask('check', { ...question, agents: [name] });
    assert.deepEqual(answer.agents, [{ tokens, pooled: false, ignores_global: false, can_be_named: true }], name);
    assert.deepEqual(answer.dialects, [dialect], name);
    // They are not marked as crawlers that may not obey.
    assert.equal(large.ask('crawlers', {}).answer.crawlers.find((one) => one.token === name).obeys, 'yes');
  }
  assert.deepEqual(START.crawlers, Object.keys(FIRST));
});

test('urls: rules give paths, and URLs their sites', () => {
  const lines = ['Disallow: /a/*/b$', ' allow:/a/*/b # twice', 'Disallow: /', 'Disallow:', 'Sitemap: /c', 'Allow: relative'];
  assert.deepEqual(pathsOf(lines), ['/a//b']);
  assert.deepEqual(sitesOf(['https://A.example/x', 'https://a.example', '/y', 'http://b.example:8080?z', 'c.example']), [
    'https://a.example',
    'http://b.example:8080',
  ]);
});

test('csv: what a spreadsheet would take for a formula stays text', () => {
  const check = (value, expected) => assert.equal(csvField(value), expected);
  check('=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`);
  for (const start of ['+', '-', '@', '\t', '\r', '\n', '\uff1d']) check(`${start}1`, `"'${start}1"`);
  check('/a,"b"', '"/a,""b"""');
  for (const text of ['/', 'https://a.example/?q=-1', 'GPTBot']) check(text, text);
  check(-1, '-1');
});

const CATALOGUE = [
  { token: 'Baiduspider', operator: 'Baidu', purposes: ['search'] },
  { token: 'Storebot-Google', operator: 'Google', purposes: ['search'] },
  { token: 'Googlebot-Image', operator: 'Google', purposes: ['search'] },
  { token: 'Googlebot', operator: 'Google', purposes: ['search', 'ai-search'] },
  { token: 'GPTBot', operator: 'OpenAI', purposes: ['ai-training'] },
  { token: 'Spider', operator: "Let's Crawl", purposes: ['tool'] },
];

test('catalogue: crawlers are found by words of their names, operators and purposes, in any order', () => {
  const check = (text, expected) => {
    const found = lookUp(CATALOGUE, text).map(({ token }) => token);
    assert.deepEqual(found, expected, text);
  };
  for (const text of ['google image', 'image google', 'Google\u2019s image crawlers', 'GOOGLEBOT-IMAGE'])
    check(text, ['Googlebot-Image']);
  // The likeliest first.
  check('google', ['Googlebot', 'Googlebot-Image', 'Storebot-Google']);
  check('search engine', ['Baiduspider', 'Storebot-Google', 'Googlebot-Image', 'Googlebot']);
  check('AI search', ['Googlebot']);
  check('training AI', ['GPTBot']);
  check('let\u2019s', ['Spider']);
  check('', CATALOGUE.map(({ token }) => token));
  check('ExampleBot', []);
});

test('catalogue: a whole header finds the names in it', () => {
  const check = (text, expected) => assert.deepEqual(lookUp(CATALOGUE, text).map(({ token }) => token), expected, text);
  check('Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.4; +https://openai.com/gptbot', ['GPTBot']);
  check('Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)', ['Baiduspider']);
  check('Googlebot/2.1', ['Googlebot']);
  check('Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', []);
});

test('generator: notes call a choice as the page does', async () => {
  const large = await engine('maycrawl.wasm');
  const check = (choices, expected) => {
    const notes = large.ask('generate', { choices }).answer.notes.map((note) => inWords(note, choices));
    for (const one of expected) assert.ok(notes.includes(one), notes.join('\n'));
    assert.doesNotMatch(notes.join('\n'), /purpose:|operator:|crawl_delay|preset /);
  };
  check({ block: ['purpose:ai-training'] }, [
    'DeepSeekBot obeys no robots.txt (\u201CBlock: AI training\u201D); to keep it out, block it on the server',
  ]);
  check({ block: ['operator:Apple'], for: [{ who: ['purpose:ads'], crawl_delay: 2 }] }, [
    'iTMS obeys no robots.txt (\u201CBlock: Apple\u201D); to keep it out, block it on the server',
    'YaDirectFetcher obeys no robots.txt (\u201CRules 1\u201D); the file contains no rules for it',
  ]);
  // The name of the one begins with that of the other.
  check({ preset: ['block-ai', 'block-ai-training'] }, [
    'DeepSeekBot obeys no robots.txt (ready-made choice block-ai); to keep it out, block it on the server',
  ]);
});
