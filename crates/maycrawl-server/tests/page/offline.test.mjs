// The page when its host is out of reach: nothing stays blank, and nothing typed is lost.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EDITOR, ENGINES, TABS, choose, each, open, says, textOf } from './page.mjs';

/** Errors that a browser writes about what it cannot load. */
const expect = /Failed to (load|fetch)|ERR_/;

each(
  'tester',
  'every tab opens when the network is gone',
  async (page, { engine }) => {
    // The last module that comes is there.
    await page.waitForFunction(() => performance.getEntriesByName(new URL('tabs/fetch.js', document.baseURI).href).length > 0);
    await page.waitForLoadState('networkidle');
    if (engine === 'worker') await choose(page, 'validator');
    await page.context().setOffline(true);
    await page.locator(EDITOR).pressSequentially('# typed');
    for (const tab of TABS) {
      await page.locator(`#tab-${tab}`).click();
      const panel = page.locator(`#panel-${tab}`);
      await panel.locator('button, pre, .message').first().waitFor();
      assert.ok((await panel.innerText()).trim().length > 10, tab);
    }
    assert.ok((await textOf(page)).includes('# typed'));
  },
  { expect },
);

const policy = (page) => page.locator('#panel-policy .lead:not(:empty)');
const press = (page, name) => page.getByRole('button', { name }).click();

/** Loads the page again, types, and opens a tab a part of which does not come. */
async function openWithout(page, part) {
  await page.route(part, (route) => route.abort());
  await page.reload();
  await page.locator(EDITOR).pressSequentially('# typed');
  await page.locator('#tab-policy').click();
  await says(page, 'This tab could not be loaded. What you typed is kept.');
}

for (const part of ['tabs/policy.js', 'tabs/policy/picture.js']) {
  each(
    'tester',
    `a tab that ${part} does not come for can be opened when it comes again`,
    async (page) => {
      await openWithout(page, `**/${part}`);
      // The host is still out of reach.
      await page.route('**/tabs/**', (route) => route.abort());
      await page.evaluate(() => (document.querySelector('#panel-policy [role=alert]').id = 'before'));
      await press(page, 'Try again');
      await page.locator('#panel-policy [role=alert]:not(#before)').waitFor();
      await page.unrouteAll();
      await press(page, 'Try again');
      // Some browsers ask for a module again; with others, it takes a new page.
      const again = page.getByRole('button', { name: 'Load the page again' });
      await again.or(policy(page)).waitFor();
      if (await again.isVisible()) await again.click();
      await policy(page).waitFor();
      assert.ok((await textOf(page)).includes('# typed'));
    },
    { expect },
  );
}

each(
  'tester',
  'a browser that keeps the failure of a tab asks for it by another URL, without a new page',
  async (page) => {
    // It never gets the first URL, as if it kept the failure.
    await openWithout(page, /\/tabs\/policy\.js$/);
    await page.evaluate(() => (globalThis.isSamePage = true));
    await press(page, 'Try again');
    await policy(page).waitFor();
    assert.ok(await page.evaluate(() => globalThis.isSamePage));
  },
  { expect },
);

each(
  'tester',
  'a browser that keeps the failure of a part of a tab is told to load the page again, and what was typed is kept',
  async (page) => {
    await openWithout(page, '**/tabs/policy/picture.js');
    await press(page, 'Try again');
    await says(page, 'your browser asks for it again only in a new page. What you typed is kept.');
    await page.unroute('**/tabs/policy/picture.js');
    await press(page, 'Load the page again');
    await policy(page).waitFor();
    assert.ok((await textOf(page)).includes('# typed'));
  },
  { expect },
);

for (const engine of ENGINES) {
  for (const part of ['vendor/editor.js', 'words.js', 'main.js']) {
    test(`${engine}, 1280 px, tester: without ${part}, the page says that it could not be loaded`, async () => {
      const { page, end } = await open(engine, 1280, { expect });
      await page.route(`**/${part}`, (route) => route.abort());
      await page.reload();
      await says(page, 'A part of the page could not be loaded.');
      await page.unroute(`**/${part}`);
      await press(page, 'Load the page again');
      await page.locator('.matrix').waitFor();
      assert.equal(await page.locator('#begin').count(), 0);
      await end();
    });
  }
}

for (const [parts, tab] of [
  [['worker.js'], 'tester'],
  [['engine.js'], 'tester'],
  [['maycrawl-core.wasm', 'maycrawl.wasm'], 'tester'],
  [['maycrawl.wasm'], 'validator'],
]) {
  each(
    'tester',
    `without ${parts.join(' and ')}, the ${tab} says so, and asks again when it is told to`,
    async (page) => {
      const block = (part) => page.context().route(`**/${part}`, (route) => route.abort());
      for (const part of parts) await block(part);
      await page.reload();
      await page.locator(`#tab-${tab}`).click();
      await says(page, 'The part of the page that answers could not be loaded. What you typed is still here.');
      for (const part of parts) await page.context().unroute(`**/${part}`);
      await page.locator(`#panel-${tab}`).getByRole('button', { name: 'Try again' }).click();
      await page.locator(tab === 'tester' ? '.matrix' : '.score strong').waitFor();
    },
    { engines: ['worker'], expect },
  );
}

each(
  'tester',
  'without the small engine, the large one answers',
  async (page) => {
    await page.context().route('**/maycrawl-core.wasm', (route) => route.abort());
    await page.reload();
    await page.locator('.matrix').waitFor();
  },
  { engines: ['worker'], expect },
);
