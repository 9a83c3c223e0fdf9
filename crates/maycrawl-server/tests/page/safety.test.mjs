// Text of strangers stays text, and the page tells nobody what is typed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES, TABS, becomes, choose, each, linkTo, matrix, open, openFile, says, unfold } from './page.mjs';

const OWN = 'globalThis.owned=1';

/** Text that is markup, leaves attributes, or turns the direction of writing. */
const EVIL = `<img src=x onerror="${OWN}">"><script>${OWN}</script>'\`[x](javascript:${OWN})\u202E{{7*7}}`;

/** In all trees of the page: elements that text could have made, and whether a script of such ran. */
const made = () => {
  const roots = [document];
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot);
  }
  const count = (selector) => roots.reduce((n, root) => n + root.querySelectorAll(selector).length, 0);
  return {
    scripts: count('script'),
    // The editor has images without a source around what it shows in place of control characters.
    images: count(
      'img[src], img:not(.cm-widgetBuffer), iframe, object, embed, video, audio, base, meta[http-equiv=refresh]',
    ),
    listeners: count('[onerror], [onload], [onclick], [style*="url"]'),
    links: count('a[href^="javascript:" i], form[action]'),
    owned: String(globalThis.owned),
  };
};
const NOTHING = { scripts: 1, images: 0, listeners: 0, links: 0, owned: 'undefined' };

const evilState = {
  text: `User-agent: ${EVIL}\nDisallow: /${EVIL}\n# ${EVIL}\nSitemap: javascript:owned=1\n`,
  old: `User-agent: *\nDisallow: /${EVIL}\n`,
  urls: `/${EVIL}\n${EVIL}\nhttps://shop.example/${EVIL}`,
  crawlers: [EVIL, 'Googlebot', `Mozilla/5.0 (compatible; bingbot/2.0; ${EVIL})`],
  choices: { block: [EVIL, 'GPTBot'], disallow: [`/${EVIL}`], sitemap: [EVIL] },
  ignored: [{ rule: EVIL, reason: EVIL }],
};

const FIELDS =
  ['file', 'checkbox', 'radio', 'number', 'date'].reduce((rest, type) => `${rest}:not([type=${type}])`, 'input') +
  ', textarea';

/** How many fields of a tab are tried; lists have more of the same. */
const MOST = 40;

for (const engine of ENGINES) {
  test(`${engine}: text of a link and of every field stays text`, async (t) => {
    // Crawlers of such names are refused, which browsers call an error.
    const { page, end } = await open(engine, 1280, { fragment: linkTo(evilState), expect: /status of 4\d\d/ });
    for (const tab of TABS) {
      await t.test(tab, async () => {
        await choose(page, tab);
        await unfold(page, tab);
        const panel = page.locator(`#panel-${tab}`);
        // What is ticked may ask for a text.
        for (const box of (await panel.locator('input[type=checkbox]:visible').all()).slice(0, MOST)) await box.check();
        for (const field of (await panel.locator(FIELDS).all()).slice(0, MOST)) {
          if (!(await field.isVisible()) || !(await field.isEditable())) continue;
          await field.fill(EVIL);
          await field.dispatchEvent('change');
          await field.press('Enter');
        }
        await page.evaluate(() => new Promise(requestAnimationFrame));
        assert.deepEqual(await page.evaluate(made), NOTHING);
      });
    }
    await end();
  });
}

each('tester', 'names of files, and control characters, stay text', async (page) => {
  await openFile(page, EVIL.replaceAll('/', ''), `User-agent: *\nDisallow: /\u0001\u001b[31m${EVIL}\n`);
  await says(page, 'Opened <img');
  await page.locator('#urls').fill(`/\u0001\u001b[31m${EVIL}`);
  await becomes(page, () => document.querySelectorAll('.matrix tbody tr').length, 1);
  await page.locator('.matrix button').first().click();
  await page.locator('[aria-live] strong').waitFor();
  const shown = await page.locator('#panel-tester').innerText();
  assert.ok(shown.includes('⟨U+202E⟩') && !shown.includes('\u202E'), 'nothing turns the direction of what follows');
  // The first 8 KiB of a file would tell it from text.
  await openFile(page, 'nul.txt', `${'#\n'.repeat(5000)}User-agent: *\nDisallow: /\0<img src=x>\n`);
  await says(page, 'Opened nul.txt.');
  assert.deepEqual(await page.evaluate(made), NOTHING);
});

const NO_OTHERS = "style-src 'self'; img-src 'self'; connect-src 'self'";
const NO_FORMS = "base-uri 'none'; form-action 'none'";
const POLICY = {
  service: `default-src 'none'; script-src 'self'; ${NO_OTHERS}; ${NO_FORMS}; frame-ancestors 'none'`,
  worker: `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; ${NO_OTHERS}; worker-src 'self'; ${NO_FORMS}`,
};

each(
  'tester',
  'no script runs but those of the page',
  async (page, { engine, requests }) => {
    const found = await page.evaluate(
      () => document.querySelector('meta[http-equiv=Content-Security-Policy]')?.content,
    );
    const header = (await requests[0].response()).headers()['content-security-policy'];
    assert.equal(engine === 'service' ? header : found, POLICY[engine]);
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.owned = 1';
      document.body.append(script);
      script.remove();
      const image = document.createElement('div');
      image.innerHTML = '<img src=x onerror="globalThis.owned = 1">';
      document.body.append(image);
      image.firstChild.dispatchEvent(new Event('error'));
      image.remove();
      // What a browser's tools evaluate may do more; a timer may not.
      return new Promise((done) => {
        setTimeout(() => {
          try {
            globalThis.owned = new Function('return 1')();
          } finally {
            done();
          }
        });
      });
    });
    assert.equal((await page.evaluate(made)).owned, 'undefined');
  },
  { expect: /Content Security Policy|Failed to load resource|EvalError/ },
);

const SECRET = 'wombat';

each(
  'tester',
  'what is typed is in no cookie, in no storage that stays, and in no address',
  async (page, { requests }) => {
    await openFile(page, 'robots.txt', `User-agent: *\nDisallow: /${SECRET}\n`);
    await page.locator('#urls').fill(`/${SECRET}`);
    await page.getByLabel('Add a crawler').fill(SECRET);
    await page.getByLabel('Add a crawler').press('Enter');
    await becomes(page, matrix, { [`/${SECRET}`]: Array(6).fill('blocked line 2') });
    for (const tab of TABS.filter((name) => name !== 'fetch')) await choose(page, tab);
    const stored = await page.evaluate(async () => ({
      cookie: document.cookie,
      local: localStorage.length,
      databases: (await indexedDB.databases()).length,
      caches: globalThis.caches ? (await caches.keys()).length : 0,
      workers: (await navigator.serviceWorker?.getRegistrations())?.length ?? 0,
    }));
    assert.deepEqual(stored, { cookie: '', local: 0, databases: 0, caches: 0, workers: 0 });
    assert.deepEqual(await page.context().cookies(), []);
    for (const request of requests) assert.ok(!request.url().includes(SECRET), request.url());
    assert.ok(!page.url().includes(SECRET));
  },
);

test('worker: nothing is sent but requests for files', async () => {
  const { page, requests, end } = await open('worker', 1280);
  for (const tab of TABS) await choose(page, tab);
  assert.deepEqual(
    requests.filter((request) => request.method() !== 'GET' || request.postData() !== null),
    [],
  );
  await end();
});
