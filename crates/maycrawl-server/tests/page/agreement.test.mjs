// The page answers as the command does: many files, URLs and crawlers, by both engines.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { engine, module } from './modules.mjs';
import { ENGINES, becomes, matrix, open, paste } from './page.mjs';

const { askSmall } = await module('first.js');
const { START, createState } = await module('state.js');
const { words } = await module('words.js');
const large = await engine('maycrawl.wasm');

const FILES = 50;
const URLS = 20;

/** How many of the files are also typed into the page, and their verdicts read from the screen. */
const DRAWN = 4;

/** URLs with what is easily got wrong; others come from the rules of each file. */
const SOME_URLS = [
  '/',
  '/index.html',
  '/robots.txt',
  '/a/b.pdf?x=1',
  '/caf\u00e9',
  '/caf%c3%a9',
  '/a%2Fb',
  '/a%2fb',
  '/A',
  '/a//b',
  '/*',
  '/$',
  'https://shop.example/cart/',
  '/wp-admin/admin-ajax.php',
  '/?q=%20',
  '/private/',
  '/a#b',
  '/~user',
  '/search?q=1',
  '/tmp/%7Ex',
];

/** Paths that the rules of a file are about. */
const paths = (file) =>
  [...file.matchAll(/^\s*(?:dis)?allow\s*:\s*(\/[^#\s]*)/gim)].flatMap(([, path]) => [
    path.replaceAll('*', 'x').replace(/\$$/, ''),
    `${path.replaceAll(/[*$]/g, '')}more`,
  ]);

const urlsOf = (file) => [...new Set([...paths(file).slice(0, URLS / 2), ...SOME_URLS])].slice(0, URLS);

/** Files of the project, or those of a folder, for `cargo xtask page --corpus DIR`: some of each kind. */
async function files() {
  const folder = process.env.PAGE_CORPUS;
  const found = new Set(await (folder ? filesOf(folder) : ownFiles()));
  const all = [...found].filter((text) => !/[\0\uFFFD]/.test(text));
  assert.ok(all.length >= FILES, `${all.length} files`);
  return Array.from({ length: FILES }, (_, index) => all[Math.floor((index * all.length) / FILES)]);
}

const filesOf = async (folder) =>
  Promise.all((await readdir(folder)).sort().map((name) => readFile(join(folder, name), 'utf8')));

/** Presets, examples, and what is on the pages of lint rules. */
async function ownFiles() {
  const presets = large.ask('presets', {}).answer.presets.map(({ file }) => file);
  const blocks = (await filesOf('docs/rules')).flatMap((page) =>
    [...page.matchAll(/^```robots\n(.*?)^```$/gms)].slice(0, 1).map(([, text]) => text),
  );
  return [...presets, ...(await filesOf('examples')), ...blocks];
}

const folder = await mkdtemp(join(tmpdir(), 'maycrawl-page-'));
after(() => rm(folder, { recursive: true }));

/** What the command says: a verdict, reason and line for each URL and crawler. */
async function byCommand(robots, urls) {
  const path = join(folder, 'robots.txt');
  await writeFile(path, robots);
  const agents = START.crawlers.flatMap((name) => ['--agent', name]);
  const args = ['check', '--no-config', '--robots', path, '--format', 'tsv', ...agents, '--', ...urls];
  const { stdout, stderr } = spawnSync(process.env.PAGE_COMMAND, args, { encoding: 'utf8' });
  const [head, ...rows] = stdout
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t'));
  assert.equal(rows.length, urls.length * START.crawlers.length, stderr);
  const columns = { verdict: [], reason: [], line: [] };
  for (const row of rows) {
    const cell = (name) => row[head.indexOf(name)];
    const at = urls.indexOf(cell('url')) * START.crawlers.length + START.crawlers.indexOf(cell('agent'));
    columns.verdict[at] = cell('verdict');
    columns.reason[at] = cell('reason');
    columns.line[at] = Number(cell('line'));
  }
  return columns;
}

const questions = await Promise.all(
  (await files()).map((robots) => ({
    robots,
    urls: urlsOf(robots),
    agents: START.crawlers,
    dialect: 'own',
    detail: 'columns',
  })),
);
const expected = [];
for (const { robots, urls } of questions) expected.push(await byCommand(robots, urls));

const only = ({ verdict, reason, line }) => ({ verdict, reason, line });

test('there is something to disagree about', () => {
  const n = (verdict) => expected.flatMap((columns) => columns.verdict).filter((one) => one === verdict).length;
  assert.ok(n('disallow') > 500 && n('allow') > 500, `${n('disallow')} blocked, ${n('allow')} allowed`);
});

test('the small engine answers as the command does', async () => {
  const small = await engine('maycrawl-core.wasm');
  for (const [index, question] of questions.entries()) {
    const { ok, answer } = askSmall(small, question);
    assert.ok(ok);
    assert.deepEqual(only(answer), expected[index], question.robots);
    assert.deepEqual(answer.dialects, large.ask('check', question).answer.dialects);
  }
});

for (const engine of ENGINES) {
  test(`${engine}, 1280 px, tester: the page answers as the command does`, async () => {
    const { page, end } = await open(engine, 1280);
    await page.locator('.matrix').waitFor();
    const answers = await page.evaluate(async (questions) => {
      const { ask } = await import(new URL('ask.js', document.baseURI));
      return Promise.all(questions.map((question) => ask('check', question)));
    }, questions);
    for (const [index, { ok, answer, problem }] of answers.entries()) {
      assert.ok(ok, problem?.detail);
      assert.deepEqual(only(answer), expected[index], questions[index].robots);
    }
    await end();
  });

  test(`${engine}, 1280 px, tester: the verdicts that are drawn are those of the command`, async () => {
    const { page, end } = await open(engine, 1280);
    for (let n = 0; n < DRAWN; n += 1) {
      const at = Math.floor((n * FILES) / DRAWN);
      const { robots, urls } = questions[at];
      await paste(page, robots);
      await page.locator('#urls').fill(urls.join('\n'));
      const { verdict, line } = expected[at];
      const cells = verdict.map((one, index) =>
        `${words.verdict[one]} ${line[index] > 0 ? words.tester.showLine(line[index]) : ''}`.trim(),
      );
      const rows = urls.map((url, index) => [
        url,
        cells.slice(index * START.crawlers.length, (index + 1) * START.crawlers.length),
      ]);
      await becomes(page, matrix, Object.fromEntries(rows));
    }
    await end();
  });
}
