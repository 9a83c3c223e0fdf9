// The other tabs: of each what a person does with it first.

import assert from 'node:assert/strict';
import {
  ADDRESS,
  EDITOR,
  NARROW,
  WIDE,
  becomes,
  choose,
  download,
  each,
  linkTo,
  matrix,
  openFile,
  paste,
  says,
  textOf,
  unfold,
} from './page.mjs';

const both = { widths: [WIDE, NARROW] };

each('validator', 'a typing error is found, repaired, and the repair undone', async (page) => {
  const broken = 'User-agent: *\nDisalow: /drafts/\n';
  await paste(page, broken);
  await says(page, 'Score 57 of 100: needs attention');
  await page
    .locator('#panel-validator')
    .getByRole('button', { name: /^Fix: write Disallow/ })
    .click();
  // It changes answers, so it shows which first.
  await says(page, 'This fix may change answers. Look at the changes before you apply it.');
  assert.equal(await textOf(page), broken);
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await says(page, /Score (9\d|100) of 100: healthy/);
  assert.equal(await textOf(page), 'User-agent: *\nDisallow: /drafts/\n');
  await page.locator(EDITOR).focus();
  await page.keyboard.press('Control+z');
  assert.equal(await textOf(page), broken);
});

each(
  'validator',
  'findings are underlined in the text, and gone in other tabs',
  async (page) => {
    await paste(page, 'User-agent: *\nDisalow: /drafts/\n');
    const marks = () => document.querySelector('.editor .frame').shadowRoot.querySelector('.mc-finding') !== null;
    await becomes(page, marks, true);
    await choose(page, 'tester');
    await becomes(page, marks, false);
  },
  both,
);

each(
  'compare',
  'what a change does is listed',
  async (page) => {
    await page.getByRole('button', { name: 'Take the present text as the old version' }).click();
    await says(page, 'Both versions are the same text.');
    await paste(page, 'User-agent: *\nDisallow: /\n');
    // GPTBot was blocked before, and all others at /drafts/.
    await says(page, '8 of 15 answers change');
    await becomes(page, () => document.querySelectorAll('#panel-compare .whole tbody tr').length, 8);
    await page.locator(EDITOR).focus();
    await page.keyboard.press('Control+z');
    await says(page, 'Both versions are the same text.');
  },
  both,
);

each('compare', 'rules that no URL is about are offered, so that no change is overlooked', async (page) => {
  await paste(page, 'User-agent: *\nDisallow: /private/*.pdf$\nDisallow: /cart\n');
  await page.getByRole('button', { name: 'Take the present text as the old version' }).click();
  await says(page, 'Both versions are the same text.');
  await paste(page, 'User-agent: *\nDisallow: /checkout\n');
  await says(page, 'None of these 15 answers changes. Other URLs may have other answers.');
  await page.getByRole('button', { name: 'Also ask about 3 paths of the rules that differ' }).click();
  await says(page, '15 of 30 answers change');
});

each('validator', 'a rule that is ignored and does not exist can be put back', async (page, { engine }) => {
  const linked = { text: 'User-agent: *\nDisalow: /x\n', ignored: [{ rule: 'nope', reason: 'old' }], tab: 'validator' };
  await page.goto('about:blank');
  await page.goto(`${ADDRESS[engine]}${linkTo(linked)}`);
  await says(page, 'nope');
  await page.getByRole('button', { name: /Report it again/ }).click();
  await page.locator('.score strong').waitFor();
}, { expect: /status of 4\d\d/ });

each(
  'generator',
  'a choice makes a file, which is put into the editor and taken back',
  async (page) => {
    const before = await textOf(page);
    await page.getByRole('button', { name: 'Block: AI training', exact: true }).click();
    const preview = page.locator('#panel-generator .cm-content');
    await preview.getByText('User-agent').first().waitFor();
    await page.getByRole('button', { name: 'Replace the text' }).click();
    await says(page, 'The new file is in the editor.');
    assert.match(await textOf(page), /^User-agent: GPTBot$/m);
    await page.locator(EDITOR).focus();
    await page.keyboard.press('Control+z');
    assert.equal(await textOf(page), before);
  },
  both,
);

each('generator', 'crawlers that a ready-made choice blocks, though they also do other work, are kept or blocked', async (page) => {
  const blocked = () => {
    const { shadowRoot } = document.querySelector('#panel-generator .frame');
    const [first] = shadowRoot.querySelector('.cm-content').innerText.split('Disallow: /');
    return ['Amazonbot', 'cohere-ai', 'GPTBot'].filter((token) => first.includes(`User-agent: ${token}\n`));
  };
  const keep = page.getByRole('button', { name: 'Keep them allowed' });
  const block = page.getByRole('button', { name: 'Block them' });
  await page.getByLabel(/^Crawlers that gather training data may fetch nothing/).check();
  await becomes(page, blocked, ['Amazonbot', 'cohere-ai', 'GPTBot']);
  await keep.click();
  await becomes(page, blocked, ['GPTBot']);
  await keep.waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), 'Ready-made choices 1 chosen');
  await page.getByRole('button', { name: 'Start again' }).click();
  await page.getByLabel(/^Crawlers that gather training data may fetch nothing/).check();
  await block.click();
  await block.waitFor({ state: 'detached' });
  await becomes(page, blocked, ['Amazonbot', 'cohere-ai', 'GPTBot']);
});

each(
  'generator',
  'names are accepted that look misspelled, and crawlers that ignore * are not listed, if one wants that',
  async (page) => {
    await says(page, /^\s*\d+ names that appear only in robots.txt and say how pages may be used/);
    await unfold(page, 'generator');
    const file = () => document.querySelector('#panel-generator .frame').shadowRoot.querySelector('.cm-content').innerText.trim();
    const name = page.locator('#panel-generator').getByLabel('Crawler', { exact: true });
    for (const typed of ['Unknown-Crawler', 'Googelbot']) {
      await name.fill(typed);
      await name.press('Enter');
    }
    await says(page, 'did you mean Googlebot?');
    await page.getByLabel('Accept names that look like misspelled ones').check();
    await page.getByLabel('With comments that explain the file').uncheck();
    const named = 'User-agent: Unknown-Crawler\nUser-agent: Googelbot\nDisallow: /';
    await becomes(page, file, named);
    await page.getByRole('button', { name: 'Start again' }).click();
    await page.getByRole('button', { name: 'Block: Everyone', exact: true }).click();
    await page.locator('#panel-generator .cm-content').getByText('AdsBot-Google').first().waitFor();
    await page.getByLabel('Do not list by name the crawlers that ignore the group for *').check();
    await becomes(page, file, 'User-agent: *\nDisallow: /');
  },
  { expect: /status of 422/ },
);

each(
  'crawlers',
  'a crawler is found, and added to the tester',
  async (page) => {
    const shown = () => [...document.querySelectorAll('.crawlers summary strong')].map((name) => name.textContent);
    const first = await page.evaluate(shown);
    assert.deepEqual(first, first.toSorted((one, other) => one.localeCompare(other, 'en')));
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill('Google\u2019s image crawler');
    await becomes(page, shown, ['Googlebot-Image', 'GoogleOther-Image']);
    await search.fill('Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)');
    await becomes(page, shown, ['bingbot']);
    await search.fill('applebot-ext');
    await becomes(page, shown, ['Applebot-Extended']);
    await page.getByRole('button', { name: 'Add to Tester: Applebot-Extended' }).click();
    await page.getByRole('button', { name: /In Tester: Applebot-Extended/ }).waitFor();
    await choose(page, 'tester');
    await page.locator('.matrix thead th', { hasText: 'Applebot-Extended' }).waitFor();
  },
  both,
);

each('crawlers', 'how a crawler reads is said in words, with its source where there is one', async (page) => {
  const reads = async (name) => {
    await page.getByRole('searchbox', { name: 'Search' }).fill(name);
    const row = page.locator('.crawlers li').filter({ has: page.locator('strong', { hasText: new RegExp(`^${name}$`) }) });
    await row.locator('summary').click();
    return row.locator('dt', { hasText: 'Reads the file as' }).locator('+ dd').textContent();
  };
  assert.equal(await reads('GPTBot'), "not documented; Google's way is assumed");
  assert.equal(await reads('AI2Bot'), 'not documented; Google\'s way is assumed, but its name counts as a whole');
  assert.match(await reads('bingbot'), /^Bing\. Source: https:.*, read on \d{4}-/);
});

each(
  'policy',
  'the policy follows the text, and its picture is saved',
  async (page) => {
    await paste(page, 'User-agent: *\nAllow: /\n');
    await says(page, 'Every crawler may fetch everything.');
    await page.locator('.picture svg').waitFor();
    const { name, bytes } = await download(page, 'Save the picture (SVG)');
    assert.equal(name, 'who-may-crawl-what.svg');
    assert.match(bytes.toString(), /<svg[^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    assert.doesNotMatch(bytes.toString(), /<script|href="http/);
  },
  both,
);

/** What every host says, by `cargo xtask page`. */
const FETCHED = 'User-agent: *\nDisallow: /fetched/\n';

each(
  'fetch',
  'the file of a live site is opened in the editor, and as the old version',
  async (page) => {
    const before = await textOf(page);
    await page.getByLabel('Site').fill('http://shop.example/some/page');
    await page.getByRole('button', { name: 'Fetch its robots.txt' }).click();
    await says(page, `${FETCHED.length} bytes from http://shop.example/robots.txt`);
    await page.getByRole('button', { name: 'Open in the editor' }).click();
    await says(page, 'The file is in the editor.');
    assert.equal(await textOf(page), FETCHED);
    await choose(page, 'tester');
    await becomes(page, matrix, { 'http://shop.example/some/page': Array(5).fill('allowed') });
    await choose(page, 'fetch');
    await page.locator(EDITOR).focus();
    await page.keyboard.press('Control+z');
    assert.equal(await textOf(page), before);
    await page.getByRole('button', { name: 'Open as the old version in Compare' }).click();
    await page.locator('#panel-compare .old .cm-content', { hasText: 'Disallow: /fetched/' }).waitFor();
  },
  { engines: ['service'], ...both },
);

each(
  'fetch',
  'a site that cannot be asked gets a word',
  async (page) => {
    await page.getByLabel('Site').fill('ftp://');
    await page.getByRole('button', { name: 'Fetch its robots.txt' }).click();
    await page.locator('#panel-fetch .message.error').waitFor();
  },
  { engines: ['service'], expect: /status of 4\d\d/ },
);

each(
  'fetch',
  'without a service it says how to start one',
  async (page) => {
    await says(page, 'maycrawl serve');
    assert.equal(await page.getByLabel('Site').count(), 0);
  },
  { engines: ['worker'] },
);

each('validator', 'a change while another tab is open is seen when one comes back', async (page) => {
  await says(page, /Score \d+ of 100/);
  await choose(page, 'tester');
  await openFile(page, 'robots.txt', 'Disalow: /\n');
  await becomes(
    page,
    matrix,
    Object.fromEntries(['/', '/drafts/', '/drafts/public.html'].map((url) => [url, Array(5).fill('allowed')])),
  );
  await choose(page, 'validator');
  await says(page, /Score [0-6]\d? of 100/);
});

each(
  'fetch',
  'a site is asked again when a person says so, not more often than every 10 seconds, and the time of the answer is said',
  async (page, { requests }) => {
    const asked = () => requests.map((request) => request.url()).filter((url) => url.includes('/v1/fetch?') && url.includes('answer=new'));
    await page.getByLabel('Site').fill('http://again.example/');
    await page.getByRole('button', { name: 'Fetch its robots.txt' }).click();
    await says(page, /The site gave this answer on \d+ \w+ \d{4}.* UTC\./);
    assert.deepEqual(asked(), []);
    await page.getByRole('button', { name: 'Fetch again' }).click();
    await says(page, 'The site was asked moments ago');
    assert.equal(asked().length, 1);
    // Once more without that: the answer still holds.
    await page.getByRole('button', { name: 'Fetch its robots.txt' }).click();
    await says(page, 'and it still holds. If you have changed the file since, fetch it again.');
    assert.equal(asked().length, 1);
  },
  { engines: ['service'] },
);

/** What the service says of a host of FTP: no rules, for ever. */
const FOR_EVER = {
  version: 1,
  fetched: [
    {
      robots_url: 'ftp://files.example/robots.txt',
      hops: [],
      outcomes: [{ dialect: 'google', in_force: 'ungoverned', reason: 'not-governed', text: 'no rules', next_try: 9223372036854776000 }],
      warnings: [],
      answers: [],
    },
  ],
};

each(
  'fetch',
  'what never expires has no time',
  async (page) => {
    await page.route('**/v1/fetch?*', (route) => route.fulfill({ json: FOR_EVER }));
    await page.getByLabel('Site').fill('ftp://files.example');
    await page.getByRole('button', { name: 'Fetch its robots.txt' }).click();
    await page.locator('#panel-fetch td', { hasText: 'not needed' }).first().waitFor();
    assert.doesNotMatch(await page.locator('#panel-fetch').textContent(), /Invalid/);
  },
  { engines: ['service'] },
);

each('tester', 'crawlers that ignore robots.txt are marked wherever a verdict stands', async (page) => {
  await page.getByLabel('Add a crawler').fill('DeepSeekBot');
  await page.getByLabel('Add a crawler').press('Enter');
  await page.locator('.matrix thead th', { hasText: 'DeepSeekBot (ignores robots.txt)' }).waitFor();
  const cell = () => document.querySelectorAll('.matrix tbody tr:nth-child(2) td')[5].textContent;
  await becomes(page, cell, 'blocked line 2 ignores robots.txt');
  await page.locator('.matrix tbody tr:nth-child(2) td:nth-child(7) button').click();
  await says(page, 'DeepSeekBot does not obey robots.txt, so it may fetch what a rule blocks.');
  await choose(page, 'compare');
  await page.getByRole('button', { name: 'Take the present text as the old version' }).click();
  await paste(page, 'User-agent: *\nDisallow: /\n');
  await page.locator('#panel-compare td', { hasText: 'DeepSeekBot (ignores robots.txt)' }).first().waitFor();
  await choose(page, 'crawlers');
  await page.getByRole('searchbox', { name: 'Search' }).fill('DeepSeekBot');
  await says(page, 'home page blocked (ignores robots.txt)');
  await choose(page, 'policy');
  await says(page, /crawlers that the file blocks do not obey robots\.txt: .* To keep them out, block them on the server/);
});
