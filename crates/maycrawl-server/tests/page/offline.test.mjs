// The page when its host is out of reach: nothing stays blank, and nothing typed is lost.

import assert from 'node:assert/strict';
import { EDITOR, TABS, choose, each, says, textOf } from './page.mjs';

/** Errors that a browser writes about what it cannot load. */
const expect = /Failed to load|ERR_/;

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

each(
  'tester',
  'a tab whose module does not come says so, and can be tried again',
  async (page) => {
    await page.route('**/tabs/policy.js', (route) => route.abort());
    await page.reload();
    await page.locator('#tab-policy').click();
    await says(page, 'This tab could not be loaded. What you typed is kept.');
    await page.unroute('**/tabs/policy.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('#panel-policy .lead:not(:empty)').waitFor();
  },
  { expect },
);
