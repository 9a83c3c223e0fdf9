// Pictures of the page for the documents. `cargo xtask page --pictures` takes them; nothing compares them.

import { readFile, writeFile } from 'node:fs/promises';
import { NARROW, WIDE, choose, linkTo, open, stop } from './page.mjs';
import { small } from './palette.mjs';

const FOLDER = 'docs';

const example = (name) => readFile(`examples/${name}`, 'utf8');

/** For each picture what the page is about, and what is done before it. */
const PICTURES = {
  'page-tester': { text: await example('shop.txt'), tab: 'tester', width: WIDE, height: 1000, before: explain },
  'page-validator': { text: await example('broken.txt'), tab: 'validator', width: WIDE, height: 800 },
  'page-policy': { text: await example('news.txt'), tab: 'policy', width: WIDE, height: 800, before: look },
  'page-narrow': {
    text: await example('shop.txt'),
    tab: 'tester',
    width: NARROW,
    height: 640,
    colorScheme: 'dark',
    before: scroll,
  },
};

const urls = '/\n/cart/\n/products/lamp\n/account/login\n';

async function explain(page) {
  await page.locator('.matrix tbody tr:nth-child(4) td:nth-child(2) button').click();
  await page.locator('[aria-live] strong').waitFor();
  await page.evaluate(() => scrollTo(0, 0));
}

async function look(page) {
  await page.locator('.picture svg, .picture table').first().waitFor();
  await page.locator('.picture').evaluate((element) => element.previousElementSibling.scrollIntoView());
}

async function scroll(page) {
  await explain(page);
  await page.locator('.scroll').evaluate((element) => element.scrollIntoView());
}

for (const [name, { text, tab, width, height, colorScheme = 'light', before }] of Object.entries(PICTURES)) {
  const context = { viewport: { width, height }, colorScheme, reducedMotion: 'reduce' };
  const { page, end } = await open('service', width, { fragment: linkTo({ text, urls }), context });
  await choose(page, tab);
  await before?.(page);
  const picture = await small(page, await page.screenshot({ animations: 'disabled', caret: 'hide' }));
  const path = `${FOLDER}/${name}.png`;
  await writeFile(path, picture);
  console.log(`${path}: ${picture.length} bytes`);
  await end();
}
await stop();
