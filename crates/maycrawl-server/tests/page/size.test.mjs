// How many bytes a browser loads, as hosts send them: compressed by brotli.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { FOLDER } from './modules.mjs';
import { ADDRESS, TABS, choose, open } from './page.mjs';

/** The most bytes before the first verdict (147 kB on 2026-11-24), and of everything (619 kB; the aim is 400 kB). */
const BAR_OF_FIRST = 200_000;
const BAR_OF_ALL = 630_000;

const compress = promisify(brotliCompress);
const LARGE = 'maycrawl.wasm';

test('worker: the page, its editor and the small engine are small, and the rest is no surprise', async (t) => {
  const { page, requests, end } = await open('worker', 1280);
  await page.locator('.matrix').waitFor();
  const path = (request) => request.url().slice(ADDRESS.worker.length) || 'index.html';
  const first = requests.map(path).filter((name) => name !== LARGE);
  // Asks what only the large engine knows.
  await page.locator('.matrix button').first().click();
  await page.locator('[aria-live] strong').waitFor();
  for (const tab of TABS) await choose(page, tab);
  const all = [...new Set(requests.map(path).filter((name) => !name.startsWith('blob:')))];
  await end();
  const sizes = new Map();
  await Promise.all(
    all.map(async (name) => sizes.set(name, (await compress(await readFile(join(FOLDER, name)))).length)),
  );
  const sum = (names) => [...new Set(names)].reduce((bytes, name) => bytes + sizes.get(name), 0);
  for (const [name, bytes] of [...sizes].sort(([, one], [, other]) => other - one)) {
    t.diagnostic(`${String(bytes).padStart(7)} ${name}${first.includes(name) ? '' : ' (later)'}`);
  }
  t.diagnostic(`${String(sum(first)).padStart(7)} before the first verdict`);
  t.diagnostic(`${String(sum(all)).padStart(7)} in all`);
  assert.ok(first.includes('maycrawl-core.wasm') && all.includes(LARGE), all.join());
  assert.ok(sum(first) <= BAR_OF_FIRST, `${sum(first)} bytes before the first verdict`);
  assert.ok(sum(all) <= BAR_OF_ALL, `${sum(all)} bytes in all`);
});
