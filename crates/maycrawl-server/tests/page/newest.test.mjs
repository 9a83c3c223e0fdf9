// Answers that come late, or in another order, never replace newer ones.

import { becomes, each, matrix, paste, says } from './page.mjs';

/** Holds back the answers of the service, until `free()` gives them, the last one first. */
async function hold(page) {
  const held = [];
  await page.route('**/v1/check', async (route) => {
    await new Promise((free) => held.push(free));
    // It may be that nobody waits any more.
    await route.continue().catch(() => {});
  });
  return {
    held,
    async free() {
      while (held.length > 0) {
        held.pop()();
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
    },
  };
}

each(
  'tester',
  'the verdicts are those of the last text, in whatever order answers come',
  async (page) => {
    await page.locator('.matrix').waitFor();
    await page.locator('#urls').fill('/x');
    await becomes(page, matrix, { '/x': ['allowed', 'allowed', 'blocked line 6', 'allowed', 'allowed'] });
    const answers = await hold(page);
    for (const rule of ['/x', '/y', '/']) await paste(page, `User-agent: *\nDisallow: ${rule}\n`);
    await paste(page, 'User-agent: *\n# the last\nDisallow: /x\n');
    const last = { '/x': Array(5).fill('blocked line 3') };
    for (;;) {
      await answers.free();
      const drawn = await page.evaluate(matrix);
      if (drawn['/x'][0] === 'blocked line 3') break;
    }
    await answers.free();
    await becomes(page, matrix, last);
  },
  { engines: ['service'] },
);

each(
  'tester',
  'why a verdict is as it is belongs to the verdict that was chosen last',
  async (page) => {
    await page.locator('.matrix').waitFor();
    const answers = await hold(page);
    const buttons = page.locator('.matrix button');
    const chosen = () => document.querySelector('[aria-live] strong')?.textContent;
    for (const at of [0, 5, 10]) await buttons.nth(at).click();
    while (!(await page.evaluate(chosen))?.includes('/drafts/public.html')) await answers.free();
    await answers.free();
    await becomes(page, chosen, 'Googlebot: /drafts/public.html is allowed');
  },
  { engines: ['service'] },
);

each(
  'tester',
  'when the service does not answer, the page says so, and goes on once it does',
  async (page) => {
    await page.locator('.matrix').waitFor();
    await page.route('**/v1/check', (route) => route.abort());
    await page.locator('#urls').fill('/x');
    await says(page, 'The service does not answer.');
    await page.unroute('**/v1/check');
    await page.locator('#urls').fill('/y');
    await becomes(page, matrix, { '/y': ['allowed', 'allowed', 'blocked line 6', 'allowed', 'allowed'] });
  },
  { engines: ['service'], expect: /ERR_FAILED/ },
);

each('tester', 'each keystroke of a fast typist ends in the verdicts of the whole text', async (page) => {
  await page.locator('#urls').fill('/aaaaaaaaaaaaaaaaaaaa/x');
  await paste(page, 'User-agent: *\nDisallow: /a');
  await page.keyboard.type('aaaaaaaaaaaaaaaaaaab');
  await becomes(page, matrix, { '/aaaaaaaaaaaaaaaaaaaa/x': Array(5).fill('allowed') });
});
