// The tester: what a person does with it.

import assert from 'node:assert/strict';
import { EDITOR, NARROW, WIDE, becomes, choose, columns, download, each, lit, matrix, paste, says } from './page.mjs';

const urls = (page) => page.locator('#urls');

/** What the page shows for the rules and URLs that it begins with, for its five crawlers. */
const FIRST = {
  '/': ['allowed', 'allowed', 'blocked line 6', 'allowed', 'allowed'],
  '/drafts/': ['blocked line 2', 'blocked line 2', 'blocked line 6', 'blocked line 2', 'blocked line 2'],
  '/drafts/public.html': ['allowed line 3', 'allowed line 3', 'blocked line 6', 'allowed line 3', 'allowed line 3'],
};

each(
  'tester',
  'a rule that is typed changes the verdicts',
  async (page) => {
    await becomes(page, matrix, FIRST);
    await page.locator(EDITOR).click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('User-agent: bingbot\nDisallow: /dr*c.html$\n\n');
    await becomes(page, matrix, {
      '/': ['allowed', 'allowed', 'blocked line 9', 'allowed', 'allowed'],
      '/drafts/': ['blocked line 5', 'allowed', 'blocked line 9', 'blocked line 5', 'blocked line 5'],
      '/drafts/public.html': ['allowed line 6', 'blocked line 2', 'blocked line 9', 'allowed line 6', 'allowed line 6'],
    });
  },
  { widths: [WIDE, NARROW] },
);

each('tester', 'crawlers are added by name, by a whole header and by purpose, and removed', async (page) => {
  const first = ['Googlebot', 'bingbot', 'GPTBot', 'ClaudeBot', 'OAI-SearchBot'];
  await becomes(page, columns, first);
  const name = page.getByLabel('Add a crawler');
  await name.fill('ExampleBot');
  await name.press('Enter');
  await becomes(page, columns, [...first, 'ExampleBot']);
  await page.getByRole('button', { name: 'Remove bingbot' }).click();
  await becomes(page, columns, ['Googlebot', 'GPTBot', 'ClaudeBot', 'OAI-SearchBot', 'ExampleBot']);
  const many = page.getByLabel('Add or choose many');
  await many.focus();
  await many.locator('option[value="none"]').waitFor({ state: 'attached' });
  await many.selectOption('none');
  await says(page, 'Add a crawler to see what it may crawl.');
  await many.selectOption('operator:Anthropic');
  await page.locator('.matrix').waitFor();
  const added = await page.evaluate(columns);
  assert.ok(added.includes('ClaudeBot') && added.length > 1 && !added.includes('GPTBot'), added.join());
  await many.selectOption('purposes:ai-training');
  await page.locator('.matrix thead th', { hasText: 'GPTBot' }).waitFor();
  await many.selectOption('first');
  await becomes(page, columns, first);
});

each(
  'tester',
  'a verdict that is chosen says why, and its line is lit up',
  async (page) => {
    await page.locator('.matrix tbody tr:nth-child(3) td:nth-child(2) button').click();
    await says(page, 'Googlebot: /drafts/public.html is allowed');
    await says(page, 'is shorter, so it counts less');
    await becomes(page, lit, { decides: ['Allow: /drafts/public.html'], beaten: ['Disallow: /drafts/'] });
    assert.equal(await page.locator('.matrix button[aria-pressed=true]').count(), 1);
    await page.locator('.matrix tbody tr:nth-child(1) td:nth-child(4) button').click();
    await says(page, 'GPTBot: / is blocked');
    await becomes(page, lit, { decides: ['Disallow: /'], beaten: [] });
  },
  { widths: [WIDE, NARROW] },
);

each('tester', 'where dialects disagree, it says which and why', async (page) => {
  await paste(page, 'User-agent: *\nDissallow: /c\n');
  await urls(page).fill('/c');
  const blocked = 'blocked line 2';
  await becomes(page, matrix, { '/c': [blocked, 'allowed', blocked, blocked, blocked] });
  await page.locator('.matrix button').first().click();
  await says(page, 'Google, Bing and Yandex do not agree');
  await says(page, 'They differ in this: ');
});

each('tester', 'where only old dialects differ, it says so, and folds them', async (page) => {
  await page.locator('.matrix tbody tr:nth-child(3) td:nth-child(2) button').click();
  const folded = page.getByText('Google, Bing and Yandex agree: allowed. Other dialects differ');
  const differ = page.getByText('blocked: the draft of 1996');
  await folded.waitFor();
  assert.ok(await differ.isHidden());
  await folded.click();
  await differ.waitFor();
});

each('tester', 'the way that a file is read can be chosen', async (page) => {
  await paste(page, 'User-agent: *\nDisallow: /a\nAllow: /a/b\n');
  await urls(page).fill('/a/b');
  await becomes(page, matrix, { '/a/b': Array(5).fill('allowed line 3') });
  // Few operators document how their crawlers read.
  const chosen = () => document.querySelector('#dialect').selectedOptions[0].label;
  assert.equal(await page.evaluate(chosen), "each crawler's own way");
  await says(page, "where it documents none, Google's way is assumed");
  await page.locator('#dialect').selectOption('draft-1996');
  await becomes(page, matrix, { '/a/b': Array(5).fill('blocked line 2') });
  // A longer Allow wins for a cautious crawler too, unless one of the two has a wildcard.
  await page.locator('#dialect').selectOption('cautious');
  await becomes(page, matrix, { '/a/b': Array(5).fill('allowed line 3') });
  await paste(page, 'User-agent: *\nDisallow: /*a\nAllow: /a/b\n');
  await becomes(page, matrix, { '/a/b': Array(5).fill('blocked line 2') });
});

/** The URLs of the matrix. */
const rows = () => [...document.querySelectorAll('.matrix tbody th')].map((head) => head.textContent);

const SITEMAP = `<?xml version="1.0"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>https://shop.example/drafts/1?a=1&amp;b=2</loc></url>
  <url><loc> https://shop.example/ </loc></url>
</urlset>`;
const OF_SITEMAP = 'https://shop.example/drafts/1?a=1&b=2\nhttps://shop.example/';

each('tester', 'a sitemap and a list become URLs, pasted or from a file', async (page) => {
  const value = () => document.querySelector('#urls').value;
  await urls(page).fill(SITEMAP);
  await becomes(page, value, OF_SITEMAP);
  await becomes(page, rows, OF_SITEMAP.split('\n'));
  // The same once more, which changes nothing but the field.
  await urls(page).fill(SITEMAP);
  await becomes(page, value, OF_SITEMAP);
  const file = page.locator('#panel-tester input[type=file]');
  await file.setInputFiles({
    name: 'urls.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('# mine\r\n/one\r\n\r\n  /two  \r\n'),
  });
  await becomes(page, value, '/one\n/two');
  await file.setInputFiles({ name: 'sitemap.xml', mimeType: 'text/xml', buffer: Buffer.from(SITEMAP) });
  await becomes(page, value, OF_SITEMAP);
});

each(
  'tester',
  '250 URLs are shown page by page',
  async (page) => {
    const all = Array.from({ length: 250 }, (_, n) => `/drafts/${n}`);
    await urls(page).fill(all.join('\n'));
    const next = page.getByRole('button', { name: 'Next' });
    await becomes(page, rows, all.slice(0, 100));
    await says(page, 'URLs 1 to 100 of 250');
    assert.ok(await page.getByRole('button', { name: 'Previous' }).isDisabled());
    await next.click();
    await becomes(page, rows, all.slice(100, 200));
    await next.click();
    await becomes(page, rows, all.slice(200));
    await says(page, 'URLs 201 to 250 of 250');
    assert.ok(await next.isDisabled());
    await page.getByRole('button', { name: 'Previous' }).click();
    await becomes(page, rows, all.slice(100, 200));
  },
  { widths: [WIDE, NARROW] },
);

each('tester', 'all verdicts are downloaded as CSV', async (page) => {
  await urls(page).fill('/\n/drafts/?a="1",2\n');
  await becomes(page, () => document.querySelectorAll('.matrix tbody tr').length, 2);
  const { name, bytes } = await download(page, 'Download all verdicts (CSV)');
  assert.equal(name, 'verdicts.csv');
  const disallowed = (agent, line) => `"/drafts/?a=""1"",2",${agent},disallow,disallow-rule,${line}`;
  assert.deepEqual(bytes.toString().split('\r\n'), [
    'url,agent,verdict,reason,line',
    '/,Googlebot,allow,no-match,0',
    '/,bingbot,allow,no-match,0',
    '/,GPTBot,disallow,disallow-rule,6',
    '/,ClaudeBot,allow,no-match,0',
    '/,OAI-SearchBot,allow,no-match,0',
    disallowed('Googlebot', 2),
    disallowed('bingbot', 2),
    disallowed('GPTBot', 6),
    disallowed('ClaudeBot', 2),
    disallowed('OAI-SearchBot', 2),
    '',
  ]);
});

each('tester', 'a download has no formulas', async (page) => {
  await urls(page).fill('=cmd|calc');
  const name = page.getByLabel('Add a crawler');
  await name.fill('+SUM(A1)');
  await name.press('Enter');
  await page.locator('.matrix thead th', { hasText: '+SUM(A1)' }).waitFor();
  const { bytes } = await download(page, 'Download all verdicts (CSV)');
  const fields = bytes.toString().split(/[,\r\n]+/);
  assert.ok(fields.includes(`"'=cmd|calc"`) && fields.includes(`"'+SUM(A1)"`), bytes.toString());
  assert.ok(fields.every((field) => !/^"?[=+@]/.test(field)), bytes.toString());
});

each('tester', 'a list that is too long to edit is paged, and a new one can be begun', async (page) => {
  const all = Array.from({ length: 6000 }, (_, n) => `/drafts/${n}`);
  const file = page.locator('#panel-tester input[type=file]');
  await file.setInputFiles({ name: 'urls.txt', mimeType: 'text/plain', buffer: Buffer.from(all.join('\n')) });
  await says(page, 'URLs 1 to 100 of 6,000');
  assert.ok(await urls(page).isHidden());
  await page.getByRole('button', { name: 'Start a new list' }).click();
  await urls(page).fill('/new');
  await becomes(page, rows, ['/new']);
});

/** What the field of URLs holds, and whether the beginning of an element is in sight. */
const value = () => document.querySelector('#urls').value;
const isSeen = (selector) => {
  const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
  return top > -1 && Math.min(bottom, top + 100) <= innerHeight;
};

each('tester', 'a verdict that is chosen brings Why? into sight, and never the start of the page', async (page, { width }) => {
  await page.locator('.matrix').waitFor();
  await page.evaluate(() => document.querySelector('.matrix').scrollIntoView({ block: 'start' }));
  const before = await page.evaluate(() => scrollY);
  await page.locator('.matrix tbody tr:nth-child(2) td:nth-child(2) button').click();
  await says(page, 'Googlebot: /drafts/ is blocked');
  await becomes(page, isSeen, true, '.why strong');
  assert.ok(await page.evaluate((y) => scrollY >= y, before));
  // Typing changes the answer, and leaves the page and the cursor where they are.
  if (width === NARROW) await page.evaluate(() => scrollTo(0, 0));
  await page.locator(EDITOR).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('Crawl-delay: 1\n\nUser-agent: googlebot\nDisallow: /drafts');
  await becomes(page, lit, { decides: ['Disallow: /drafts'], beaten: [] });
  if (width === NARROW) assert.ok(!(await page.evaluate(isSeen, '.why strong')));
  await page.keyboard.type('/');
  await becomes(page, lit, { decides: ['Disallow: /drafts/'], beaten: [] });
}, { widths: [WIDE, NARROW] });

each('tester', 'the line that decides is shown in the editor when its button is pressed', async (page) => {
  await page.locator('.matrix tbody tr:nth-child(2) td:nth-child(2) button').click();
  await says(page, 'Googlebot: /drafts/ is blocked');
  await becomes(page, isSeen, true, '.why strong');
  await page.locator('.why').getByRole('button', { name: 'line 2' }).first().click();
  await becomes(page, isSeen, true, '.editor .frame');
}, { widths: [NARROW] });

each('tester', 'a name that the catalogue does not know is marked, and the nearest names are offered', async (page) => {
  const first = ['Googlebot', 'bingbot', 'GPTBot', 'ClaudeBot', 'OAI-SearchBot'];
  const name = page.getByLabel('Add a crawler');
  const marks = () => [...document.querySelectorAll('.chips .stranger, .matrix thead .stranger')].map((mark) => mark.textContent);
  for (const [typed, known] of [['google image', 'Googlebot-Image'], ['Google', 'Googlebot'], ['Bing', 'bingbot'], ['Googelbot', 'Googlebot']]) {
    await name.fill(typed);
    await name.press('Enter');
    await says(page, `${typed} is not in the catalogue.`);
    await becomes(page, marks, Array(2).fill('(not in the catalogue)'));
    await page.getByRole('button', { name: `Use ${known}`, exact: true }).click();
    await becomes(page, marks, []);
    await becomes(page, columns, [...new Set([...first, known])]);
    await page.getByLabel('Add or choose many').selectOption('first');
    await becomes(page, columns, first);
  }
  await name.fill('Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)');
  await name.press('Enter');
  await becomes(page, () => document.querySelectorAll('.matrix thead th').length, 7);
  assert.deepEqual(await page.evaluate(marks), []);
});

each('tester', 'a crawler with a group of its own: which group it reads, and what does not count for it', async (page) => {
  await paste(page, 'User-agent: *\nDisallow: /private/\n\nUser-agent: Googlebot\nDisallow: /media/\n');
  await urls(page).fill('/private/');
  await becomes(page, matrix, { '/private/': ['allowed', ...Array(4).fill('blocked line 2')] });
  await page.locator('.matrix button').first().click();
  await says(page, 'It reads only the group that names Googlebot');
  await says(page, 'Rules of other groups do not count for it.');
  await says(page, 'Disallow: /private/');
  await becomes(page, lit, { decides: ['User-agent: Googlebot'], beaten: [] });
  // A group that names both is read by both.
  await paste(page, 'User-agent: *\nUser-agent: Googlebot\nDisallow: /private/\n');
  await becomes(page, lit, { decides: ['Disallow: /private/'], beaten: [] });
  assert.equal(await page.getByText('does not apply').count(), 0);
  // Without its cell, there is nothing to explain.
  await page.getByRole('button', { name: 'Remove Googlebot' }).click();
  await says(page, 'Choose a verdict to see why');
  await becomes(page, lit, { decides: [], beaten: [] });
});

/** Files that are no lists of URLs. */
const NO_LISTS = [
  ['image.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0x0d]), 'is binary data'],
  ['robots.txt', Buffer.from('# ours\nUser-agent: *\nDisallow: /\n'), 'is a robots.txt'],
  ['page.html', Buffer.from('<!doctype html><title>Not found</title>\n'), 'is a web page'],
  ['empty.txt', Buffer.from('\n# none\n'), 'has no URLs'],
];

each('tester', 'a file that is no list of URLs is refused with a word; a list can be taken back', async (page) => {
  const file = page.locator('#panel-tester input[type=file]');
  await page.locator('.matrix').waitFor();
  const before = await page.evaluate(value);
  for (const [name, buffer, word] of NO_LISTS) {
    await file.setInputFiles({ name, mimeType: 'text/plain', buffer });
    await says(page, `${name} ${word}`);
    assert.equal(await page.evaluate(value), before);
  }
  await file.setInputFiles({ name: 'urls.txt', mimeType: 'text/plain', buffer: Buffer.from('/one\n/two\n') });
  await says(page, '2 URLs read from urls.txt.');
  await becomes(page, value, '/one\n/two');
  await page.getByRole('button', { name: 'Back to the previous list' }).click();
  await becomes(page, value, before);
});

each('tester', 'a line that is no URL says so, and offers what may be meant', async (page) => {
  await urls(page).fill('/\nwww.lamps.example/cart\ndrafts/');
  await becomes(page, () => document.querySelectorAll('.matrix .none').length, 2);
  await page.getByRole('button', { name: 'Use https://www.lamps.example/cart' }).click();
  await page.getByRole('button', { name: 'Use /drafts/', exact: true }).click();
  await becomes(page, value, '/\nhttps://www.lamps.example/cart\n/drafts/');
  await becomes(page, () => document.querySelectorAll('.matrix .none').length, 0);
});

each('tester', 'what was said of a text goes away with it', async (page) => {
  await page.locator('.editor input[type=file]').setInputFiles({ name: 'mine.txt', mimeType: 'text/plain', buffer: Buffer.from('User-agent: *\n') });
  await says(page, 'Opened mine.txt.');
  await paste(page, 'User-agent: *\nDisallow: /\n');
  await becomes(page, () => document.querySelector('.editor > [role=status]').textContent, '');
});

each('generator', 'lines are added to a text that is there, which says so at the buttons too', async (page) => {
  await page.locator('.preset input').first().check();
  await says(page, 'Blocked too, though they also do other work: Amazonbot (AI search)');
  const actions = page.locator('.generator .actions');
  assert.equal(await actions.locator('.main').textContent(), 'Merge into the text…');
  await actions.locator('.main').click();
  await page.getByRole('button', { name: 'Add these lines' }).click();
  await page.locator('.generator').getByText('The lines are added at the end of the text.').waitFor();
  await paste(page, '');
  await page.keyboard.press('Delete');
  await becomes(page, () => document.querySelector('.generator .actions .main').textContent, 'Put into the editor');
  await page.locator('.generator').getByText('The lines are added at the end of the text.').waitFor({ state: 'detached' });
});

each('tester', 'URLs of several sites get a word', async (page) => {
  await page.locator('#urls').fill('https://one.example/\nhttps://two.example/a');
  await says(page, 'These URLs belong to 2 sites.');
  await page.locator('#urls').fill('https://one.example/\n/a');
  await page.getByText('These URLs belong').waitFor({ state: 'detached' });
});

each('tester', 'the focus stays near what is removed', async (page) => {
  await page.getByRole('button', { name: 'Remove bingbot' }).press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), 'Remove GPTBot');
  await choose(page, 'compare');
  await page.getByRole('button', { name: 'Change them in the Tester' }).press('Enter');
  await becomes(page, () => document.activeElement.id, 'tab-tester');
});

each('tester', 'crawlers that are all removed can be brought back', async (page) => {
  const first = ['Googlebot', 'bingbot', 'GPTBot', 'ClaudeBot', 'OAI-SearchBot'];
  await page.getByRole('button', { name: 'Remove bingbot' }).click();
  const many = page.getByLabel('Add or choose many');
  await many.focus();
  await many.locator('option[value="none"]').waitFor({ state: 'attached' });
  await many.selectOption('none');
  await says(page, 'Add a crawler to see what it may crawl.');
  await page.getByRole('button', { name: 'Bring them back' }).click();
  await becomes(page, columns, first.filter((name) => name !== 'bingbot'));
  await page.getByText('Other crawlers are removed.').waitFor({ state: 'detached' });
});

each('tester', 'an explanation that stays the same is not written again while somebody types', async (page) => {
  await page.locator('.matrix tbody tr:nth-child(2) td:nth-child(2) button').click();
  await says(page, 'Googlebot: /drafts/ is blocked');
  await page.evaluate(() => (document.querySelector('.why strong').id = 'same'));
  const asked = page.waitForRequest((request) => request.postData()?.includes('# typed') && request.postData().includes('"full"'));
  await page.locator(EDITOR).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('# typed');
  await (await asked).response();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await page.locator('#same').count(), 1);
}, { engines: ['service'] });

each('tester', 'a crawl delay for a crawler that ignores delays is said to be ignored', async (page) => {
  await paste(page, 'User-agent: Googlebot\nUser-agent: bingbot\nCrawl-delay: 2\nDisallow: /x\n');
  const notes = () => [...document.querySelectorAll('#panel-tester li')].map((item) => item.textContent).filter((text) => text.startsWith('crawl delay'));
  await becomes(page, () => document.querySelectorAll('#panel-tester li').length > 5, true);
  await page.locator('#panel-tester li', { hasText: 'crawl delay for Googlebot: 2 s (line 3), which this crawler ignores' }).waitFor();
  assert.ok((await page.evaluate(notes)).includes('crawl delay for bingbot: 2 s (line 3)'));
});
