// What the tests of the page share: a browser, and a page whose faults fail the test.
// `cargo xtask page` starts all else, and says where it is.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { deflateRawSync } from 'node:zlib';

const { PAGE_PACKAGES, PAGE_BROWSER, PAGE_OF_SERVICE, PAGE_OF_FILES } = process.env;

/** Imports a package from where `npm ci` has put it. */
export const packages = createRequire(`${PAGE_PACKAGES}/`);

/** The page of each engine. */
export const ADDRESS = { service: PAGE_OF_SERVICE, worker: PAGE_OF_FILES };
export const ENGINES = Object.keys(ADDRESS);
export const TABS = ['tester', 'validator', 'compare', 'generator', 'crawlers', 'policy', 'fetch'];
export const WIDE = 1280;
export const NARROW = 360;

const FLAGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How long the page may take for what it does at once, in milliseconds: a machine may be busy. */
const PATIENCE = 30_000;

let browser = null;
const start = () => packages('playwright-core').chromium.launch({ executablePath: PAGE_BROWSER, args: FLAGS });

/** Ends the browser. */
export const stop = async () => (await browser)?.close();
after(stop);

/**
 * Opens the page of an engine. `end()` closes it, and fails if it said an error on its console, threw, or
 * asked another origin. `options`: `fragment` of its address, `expect` a pattern of errors that belong to the test,
 * `context` for the browser.
 */
export async function open(engine, width, { fragment = '', expect = null, context = {} } = {}) {
  browser ??= start();
  const around = await (await browser).newContext({ viewport: { width, height: 800 }, ...context });
  around.setDefaultTimeout(PATIENCE);
  const faults = [];
  const requests = [];
  const watch = (page) => {
    page.on('console', (message) => message.type() === 'error' && faults.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => faults.push(`error: ${error.stack || error.message}`));
    return page;
  };
  around.on('page', watch);
  around.on('request', (request) => requests.push(request));
  const page = await around.newPage();
  await page.goto(ADDRESS[engine] + fragment);
  return {
    page,
    requests,
    async end() {
      await around.close();
      const { origin } = new URL(ADDRESS[engine]);
      const outside = requests
        .map((request) => request.url())
        .filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith('blob:'));
      assert.deepEqual(outside, [], 'requests to other origins');
      assert.deepEqual(
        faults.filter((fault) => !expect?.test(fault)),
        [],
        'faults of the page',
      );
    },
  };
}

/**
 * A test of a tab, by both engines, at each of the widths. `work` gets the page, and engine, width,
 * requests, and the test itself.
 */
export function each(tab, what, work, { engines = ENGINES, widths = [WIDE], ...options } = {}) {
  for (const engine of engines) {
    for (const width of widths) {
      test(`${engine}, ${width} px, ${tab}: ${what}`, async (t) => {
        const { page, requests, end } = await open(engine, width, options);
        if (tab !== 'tester') await choose(page, tab);
        await work(page, { engine, width, requests, t });
        await end();
      });
    }
  }
}

/** Where the file is typed. Some tabs have editors too. */
export const EDITOR = '.editor .cm-content';

/** What a tab shows when it has its first answer. */
const ANSWERED = {
  tester: '.matrix, .message.error',
  validator: '.score strong, .message.error',
  compare: '.old .cm-content',
  generator: 'details input',
  crawlers: '.crawlers li, .message.error',
  policy: '.lead:not(:empty), .message.error',
  fetch: 'form, pre',
};

/** Opens a tab, and waits until it shows an answer. */
export async function choose(page, tab) {
  await page.locator(`#tab-${tab}`).click();
  const panel = page.locator(`#panel-${tab}`);
  await panel.locator(ANSWERED[tab]).first().waitFor();
  await panel.getByText('Asking…').and(page.locator(':visible')).first().waitFor({ state: 'detached' });
}

/** Opens all that is folded in a tab. */
export const unfold = (page, tab) =>
  page.locator(`#panel-${tab}`).evaluate((panel) => {
    for (const folded of panel.querySelectorAll('details')) folded.open = true;
  });

/** The fragment of a link. */
export const packed = (text) => `#1${deflateRawSync(text).toString('base64url')}`;
export const linkTo = (state) => packed(JSON.stringify(state));

/** Waits until what `read` finds in the page is this; if it never is, shows what it found at last. */
export async function becomes(page, read, expected, argument) {
  const late = Date.now() + PATIENCE;
  let found = await page.evaluate(read, argument);
  while (!isDeepStrictEqual(found, expected)) {
    if (Date.now() > late) assert.deepEqual(found, expected);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    found = await page.evaluate(read, argument);
  }
}

/** Waits until a text stands somewhere in the page. */
export async function says(page, text) {
  await page.getByText(text).first().waitFor();
}

/** Opens a file in the editor, as by its button. */
export async function openFile(page, name, bytes) {
  await page
    .locator('.editor input[type=file]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(bytes) });
}

/** Puts a text in place of the one in the editor, as by pasting it. */
export async function paste(page, text) {
  await page.locator(EDITOR).click();
  await page.keyboard.press('Control+a');
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    const content = document.querySelector('.editor .frame').shadowRoot.activeElement;
    content.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

/**
 * What a button downloads: its name and bytes. The first of the page is that of the editor. A key presses it: what a
 * page shows meanwhile moves a button from under a mouse.
 */
export async function download(page, name) {
  const button = page.getByRole('button', { name, exact: true }).first();
  const [file] = await Promise.all([page.waitForEvent('download'), button.press('Enter')]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** The text of the editor, by its own button. */
export const textOf = async (page) => (await download(page, 'Download')).bytes.toString();

/** The matrix as it is drawn: for each URL the verdict and line of each crawler. */
export const matrix = () =>
  Object.fromEntries(
    [...document.querySelectorAll('.matrix tbody tr')].map((row) => [
      row.querySelector('th').textContent,
      [...row.querySelectorAll('td')].map((cell) => cell.textContent.trim()),
    ]),
  );

/** The crawlers of the matrix. */
export const columns = () =>
  [...document.querySelectorAll('.matrix thead th')].slice(1).map((cell) => cell.firstChild.textContent);

/** The lines of the editor that are lit up. */
export const lit = () => {
  const { shadowRoot } = document.querySelector('.editor .frame');
  const texts = (kind) => [...shadowRoot.querySelectorAll(`.mc-line-${kind}`)].map((line) => line.textContent);
  return { decides: texts('decides'), beaten: texts('beaten') };
};
