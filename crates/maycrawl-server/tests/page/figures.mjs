// How soon the page answers, as figures: they depend on the machine, so no test compares them.
// `cargo xtask page --figures` runs this.

import { EDITOR, ENGINES, WIDE, open, openFile, stop } from './page.mjs';

const LINES = 2000;
const URLS = 100;
const CRAWLERS = 10;
const KEYSTROKES = 50;
const VISITS = 10;

const file = [
  'User-agent: *',
  ...Array.from({ length: LINES - 1 }, (_, n) => `Disallow: /shop/${n % 40}/*/item-${n}$`),
].join('\n');
const urls = Array.from({ length: URLS }, (_, n) => `/shop/${n % 40}/a/item-${n * 7}`).join('\n');

/** The value that so many hundredths of the values do not exceed. */
const percentile = (values, hundredths) =>
  values.toSorted((one, other) => one - other)[Math.ceil((values.length * hundredths) / 100) - 1];
const ms = (value) => `${value.toFixed(0).padStart(5)} ms`;

/** From a keystroke until the matrix says something else. Each one blocks or allows all URLs. */
async function keystrokes(engine) {
  const { page, end } = await open(engine, WIDE);
  await openFile(page, 'large.txt', `${file}\n`);
  await page.locator('#urls').fill(urls);
  const many = page.getByLabel('Add or choose many');
  await many.focus();
  await many.locator('option[value="purposes:ai-training"]').waitFor({ state: 'attached' });
  for (const name of ['Amazonbot', 'Applebot', 'CCBot', 'PerplexityBot', 'YandexBot']) {
    await page.getByLabel('Add a crawler').fill(name);
    await page.getByLabel('Add a crawler').press('Enter');
  }
  await page.locator(`.matrix tbody tr:nth-child(${URLS}) td:nth-child(${CRAWLERS + 1})`).waitFor();
  await page.locator(EDITOR).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('Disallow: /shop/');
  await page.waitForFunction((n) => document.querySelectorAll('.matrix button.disallow').length === n, URLS * CRAWLERS);
  await page.evaluate(() => {
    globalThis.times = [];
    const matrix = document.querySelector('.scroll');
    const look = () => matrix.querySelectorAll('button.disallow').length;
    addEventListener(
      'keydown',
      () => {
        const began = performance.now();
        const before = look();
        const observer = new MutationObserver(() => {
          if (look() === before) return;
          observer.disconnect();
          // The frame that shows it.
          requestAnimationFrame(() => requestAnimationFrame(() => globalThis.times.push(performance.now() - began)));
        });
        observer.observe(matrix, { subtree: true, childList: true, attributes: true, characterData: true });
      },
      { capture: true },
    );
  });
  for (let n = 0; n < KEYSTROKES; n += 1) {
    // `/shop/` blocks all, `/shop/x` only what it did before.
    await page.keyboard.press(n % 2 === 0 ? 'x' : 'Backspace');
    await page.waitForFunction((n) => globalThis.times.length > n, n);
  }
  const times = await page.evaluate(() => globalThis.times);
  await end();
  return times;
}

const painted = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN;

/** From the beginning of a visit until something is shown, and until verdicts are. Nothing is kept from before. */
async function visit(engine) {
  const { page, end } = await open(engine, WIDE);
  await page.locator('.matrix').waitFor();
  const verdict = await page.evaluate(() => performance.now());
  const paint = await page.evaluate(painted);
  // What the browser itself takes, for a page of one word.
  await page.goto('data:text/html,<h1>maycrawl</h1>');
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const word = await page.evaluate(painted);
  await end();
  return { paint, verdict, word };
}

console.log(`${LINES} lines, ${URLS} URLs, ${CRAWLERS} crawlers`);
for (const engine of ENGINES) {
  const visits = [];
  for (let n = 0; n < VISITS; n += 1) visits.push(await visit(engine));
  const median = (member) =>
    ms(
      percentile(
        visits.map((times) => times[member]),
        50,
      ),
    );
  console.log(
    `${engine}: first paint ${median('paint')} (of a page of one word ${median('word')}), first verdicts ${median('verdict')} (median of ${VISITS} visits)`,
  );
  const times = await keystrokes(engine);
  const repaint = `${ms(percentile(times, 50))} median, ${ms(percentile(times, 95))} 95th percentile`;
  console.log(`${engine}: keystroke to repaint ${repaint} of ${KEYSTROKES} keystrokes`);
}
await stop();
