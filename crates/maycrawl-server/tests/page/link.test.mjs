// A link that holds what was typed, and what survives a reload.

import assert from 'node:assert/strict';
import { ADDRESS, EDITOR, becomes, each, linkTo, matrix, openFile, packed, paste, says, textOf } from './page.mjs';

const RULES = 'User-agent: *\nDisallow: /mine/\n';
const MINE = { '/mine/ünï?q=#': ['blocked line 2', 'blocked line 2'] };

/** Types a file, a URL and crawlers. */
async function type(page) {
  await paste(page, RULES);
  await page.locator('#urls').fill(Object.keys(MINE).join('\n'));
  for (const name of ['GPTBot', 'ClaudeBot', 'OAI-SearchBot']) {
    await page.getByRole('button', { name: `Remove ${name}` }).click();
  }
  await becomes(page, matrix, MINE);
}

/** What the storage of the browser's tab holds, as soon as it is the text that was typed. */
const isKept = (page) => becomes(page, () => JSON.parse(sessionStorage.getItem('maycrawl'))?.text, RULES);

const context = { permissions: ['clipboard-read', 'clipboard-write'] };

each(
  'tester',
  'a copied link opens with the same state, and no server sees it',
  async (page, { engine, requests }) => {
    await type(page);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await says(page, 'The link is copied.');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(link.startsWith(`${ADDRESS[engine]}#1`), link);
    const other = await page.context().newPage();
    await other.goto(link);
    await becomes(other, matrix, MINE);
    assert.equal(await textOf(other), RULES);
    // A reload of it would go back to the link.
    assert.equal(other.url(), ADDRESS[engine]);
    const [, fragment] = link.split('#1');
    for (const request of requests) {
      const sent = `${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`;
      assert.ok(!sent.includes(fragment.slice(0, 20)), request.url());
    }
  },
  { context },
);

each('tester', 'a reload keeps what was typed', async (page) => {
  await type(page);
  await page.reload();
  await becomes(page, matrix, MINE);
  assert.equal(await textOf(page), RULES);
});

each('tester', 'a link opens over what was typed, and undo or a button brings that back', async (page, { engine }) => {
  await type(page);
  await isKept(page);
  const linked = { text: 'User-agent: *\nAllow: /\n', urls: '/x', crawlers: ['bingbot'] };
  await page.goto('about:blank');
  await page.goto(`${ADDRESS[engine]}${linkTo(linked)}`);
  await becomes(page, matrix, { '/x': ['allowed line 2'] });
  await page.locator(EDITOR).click();
  await page.keyboard.press('Control+z');
  assert.equal(await textOf(page), RULES);
  await page.goto('about:blank');
  await page.goto(`${ADDRESS[engine]}${linkTo({ ...linked, urls: '/y' })}`);
  await becomes(page, matrix, { '/y': ['allowed line 2'] });
  await page.getByRole('button', { name: 'Bring back what I had' }).click();
  await becomes(page, matrix, { '/x': ['allowed'] });
  assert.equal(await textOf(page), RULES);
});

each('tester', 'what is too much for a link is not made one', async (page) => {
  await openFile(page, 'large.txt', Buffer.alloc(5 * 2 ** 20 - 10, 'Disallow: /x\n'));
  await says(page, 'This is too large to keep: reloading the page loses it.');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await says(page, 'This is too large for a link. Send the file instead.');
}, { expect: /413/ });

each('tester', 'a link in the address of an open page opens', async (page, { engine }) => {
  await type(page);
  await page.goto(`${ADDRESS[engine]}${linkTo({ text: 'Allow: /\n', urls: '/x', crawlers: ['bingbot'] })}`);
  await page.locator('.matrix th', { hasText: '/x' }).waitFor();
  await becomes(page, matrix, { '/x': ['allowed'] });
});

const DAMAGED = {
  'without its head': '#hello',
  'of another version': linkTo({ text: RULES }).replace('#1', '#2'),
  'that is cut': linkTo({ text: RULES.repeat(20) }).slice(0, 20),
  'that is no base64': '#1%%%',
  'that is no JSON': packed('{"text": '),
  'that decompresses to 6 MB': linkTo({ text: 'x'.repeat(6 * 2 ** 20) }),
  'that is a number': packed('5'),
  'that is null': packed('null'),
  'with a text that is a number': packed('{"text": 5}'),
  'with crawlers that are no texts': packed('{"text": "", "crawlers": [{"__proto__": 1}]}'),
  'with a tab that is an object': packed('{"text": "", "tab": {}}'),
};
each('tester', 'a damaged link is reported, and loses nothing', async (page, { engine, t }) => {
  await type(page);
  await isKept(page);
  for (const [what, fragment] of Object.entries(DAMAGED)) {
    await t.test(`a link ${what}`, async () => {
      await page.goto('about:blank');
      await page.goto(`${ADDRESS[engine]}${fragment}`);
      await says(page, 'The link is damaged, so nothing was loaded from it.');
      await becomes(page, matrix, MINE);
      assert.equal(await textOf(page), RULES);
      assert.equal(page.url(), ADDRESS[engine]);
    });
  }
});

each('tester', 'a link to a tab or a dialect that is not there opens', async (page, { engine }) => {
  const linked = { text: RULES, urls: '/mine/', crawlers: ['bingbot'], tab: 'constructor', dialect: 'gogle' };
  await page.goto('about:blank');
  await page.goto(`${ADDRESS[engine]}${linkTo(linked)}`);
  await page.locator('#tab-tester[aria-selected=true]').waitFor();
  await becomes(page, matrix, { '/mine/': ['blocked line 2'] });
});

each('tester', 'that a link was opened stays said, and what it replaced stays there', async (page, { engine }) => {
  await type(page);
  await isKept(page);
  const linked = { text: 'User-agent: *\nAllow: /\n', urls: '/x', crawlers: ['bingbot'] };
  await page.goto('about:blank');
  await page.goto(`${ADDRESS[engine]}${linkTo(linked)}`);
  await says(page, 'What you see came with a link, in place of what you had here.');
  // In another tab, after typing and a reload, and after another link.
  await page.locator('#tab-crawlers').click();
  await paste(page, 'User-agent: *\nDisallow: /typed\n');
  await becomes(page, () => JSON.parse(sessionStorage.getItem('maycrawl'))?.text, 'User-agent: *\nDisallow: /typed\n');
  await page.reload();
  await says(page, 'What you see came with a link, in place of what you had here.');
  await page.goto('about:blank');
  await page.goto(`${ADDRESS[engine]}${linkTo({ ...linked, urls: '/y' })}`);
  await page.locator('#tab-tester').click();
  await becomes(page, matrix, { '/y': ['allowed line 2'] });
  await page.getByRole('button', { name: 'Bring back what I had' }).click();
  await becomes(page, matrix, { '/x': ['allowed'] });
  assert.equal(await textOf(page), 'User-agent: *\nDisallow: /typed\n');
  await page.getByRole('button', { name: 'Bring back what I had' }).click();
  await becomes(page, matrix, MINE);
  assert.equal(await textOf(page), RULES);
  await page.getByText('What you see came with a link').waitFor({ state: 'detached' });
});

each('tester', 'a link over the example says that it was opened, until that is dismissed', async (page, { engine }) => {
  await page.goto('about:blank');
  await page.goto(`${ADDRESS[engine]}${linkTo({ text: RULES })}`);
  await says(page, 'What you see came with a link.');
  assert.equal(await page.getByRole('button', { name: 'Bring back what I had' }).count(), 0);
  await page.getByRole('button', { name: 'Keep this' }).click();
  await page.reload();
  await page.locator('.matrix').waitFor();
  assert.equal(await page.getByText('What you see came with a link').count(), 0);
});

each('tester', 'a link cannot hide findings: what is ignored is counted, and the score with it', async (page, { engine }) => {
  const text = 'User-agent: *\nDisalow: /x\nSitemap: https://shop.example/s.xml\n';
  const ignored = [{ rule: 'syntax-misspelt-field', reason: 'x' }];
  const commented = text.replace('Disalow', '# maycrawl: ignore syntax-misspelt-field x\nDisalow');
  for (const state of [{ text, ignored }, { text: commented }]) {
    await page.goto('about:blank');
    await page.goto(`${ADDRESS[engine]}${linkTo({ ...state, tab: 'validator' })}`);
    await says(page, '1 finding is ignored (see below). With it, the score is 72: needs attention.');
    const isGreen = () => document.querySelector('.grade').classList.contains('healthy');
    assert.ok(!(await page.evaluate(isGreen)));
  }
});
