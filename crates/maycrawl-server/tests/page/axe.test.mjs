// What axe-core finds in each tab: contrast, names and roles for people who do not see the page, or
// not well. And no tab is wider than a small screen.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES, NARROW, TABS, WIDE, choose, open, packages } from './page.mjs';

const AXE = packages.resolve('axe-core');

for (const colorScheme of ['light', 'dark']) {
  for (const width of [WIDE, NARROW]) {
    // The engines differ in the tab for fetching alone.
    const engine = ENGINES[Number(colorScheme === 'dark')];
    test(`${engine}, ${width} px, ${colorScheme}: no tab has a finding, or is wider than the window`, async (t) => {
      const { page, end } = await open(engine, width, { context: { colorScheme, bypassCSP: true } });
      await page.addScriptTag({ path: AXE });
      for (const tab of TABS) {
        await t.test(tab, async () => {
          await choose(page, tab);
          await ready(page, tab);
          const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
          const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
          assert.deepEqual(serious.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]), []);
          const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(beyond <= 0, `${beyond} px beyond the window`);
        });
      }
      await end();
    });
  }
}

/** Opens what a tab shows only after a choice. */
async function ready(page, tab) {
  if (tab !== 'tester') return;
  await page.locator('.matrix button').first().click();
  await page.locator('[aria-live] strong').waitFor();
}
