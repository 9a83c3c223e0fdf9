// What axe-core finds in each tab: contrast, names and roles for people who do not see the page, or
// not well. And no tab is wider than a small screen.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES, NARROW, TABS, WIDE, choose, linkTo, open, packages, unfold } from './page.mjs';

/** A state in which each tab has much to show. */
const fragment = linkTo({
  text: `User-agent: *
Dissallow: /drafts/
Allow: /x
Allow: /x
Noindex: /a
Crawl-delay: 10

User-agent: GPTBot
Disallow: /

User-agent: Googlebot
Allow: /drafts/public
`,
  old: 'User-agent: *\nDisallow: /\n',
  urls: '/\n/drafts/\n/drafts/public.html?with=a&long=query\nhttps://shop.example/x\nnothing\n',
  crawlers: ['Googlebot', 'bingbot', 'GPTBot', 'ClaudeBot', 'OAI-SearchBot', 'ExampleBot'],
  choices: { block: ['purpose:ai-training', 'GPTBot'], disallow: ['/private/'], crawl_delay: 5 },
});

const AXE = packages.resolve('axe-core');

for (const colorScheme of ['light', 'dark']) {
  for (const width of [WIDE, NARROW]) {
    // The engines differ in the tab for fetching alone.
    const engine = ENGINES[Number(colorScheme === 'dark')];
    test(`${engine}, ${width} px, ${colorScheme}: no tab has a finding, or is wider than the window`, async (t) => {
      const { page, end } = await open(engine, width, { fragment, context: { colorScheme, bypassCSP: true } });
      await page.addScriptTag({ path: AXE });
      for (const tab of TABS) {
        await t.test(tab, async () => {
          await choose(page, tab);
          await unfold(page, tab);
          if (tab === 'tester') await explain(page);
          if (tab === 'compare') await page.locator('#panel-compare .whole').waitFor();
          const { violations } = await page.evaluate(() =>
            globalThis.axe.run(document, { resultTypes: ['violations'] }),
          );
          const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
          const found = serious.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
          assert.deepEqual(found, []);
          const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(beyond <= 0, `${beyond} px beyond the window`);
        });
      }
      await end();
    });
  }
}

/** Chooses a verdict. */
async function explain(page) {
  await page.locator('.matrix button').first().click();
  await page.locator('[aria-live] strong').waitFor();
}
