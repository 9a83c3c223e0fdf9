// Lists, and what other programs export: the page finds the URLs that the command finds.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { module } from './modules.mjs';
import { becomes, each, matrix, paste, says } from './page.mjs';

const { readUrls } = await module('urls.js');

const A = 'https://shop.example/brochure.pdf';
const B = 'https://shop.example/cart/?a=1,2';

/** A file, the URLs in it, and the column that they are read from. */
const CASES = [
  // Lists.
  ['/a\n/b,c\n', ['/a', '/b,c']],
  [`# mine\r\n${A}\r\n\r\n  ${B}  \r\n`, [A, B]],
  ['/products/1,blue\n/products/2,red\n', ['/products/1,blue', '/products/2,red']],
  ['/a;b,c\n', ['/a;b,c']],
  ['https://a.example/x;v=1\nhttps://a.example/y;v=2\n', ['https://a.example/x;v=1', 'https://a.example/y;v=2']],
  // Headers that are known, quoted, and behind a byte order mark.
  [`"Address","Status Code","Indexability"\r\n"${A}","200","Indexable"\r\n"${B}","404","Non-Indexable"\r\n`, [A, B], 'Address'],
  [`\uFEFF"Address","Content"\n"${A}","text/html; charset=utf-8"\n`, [A], 'Address'],
  [`Status,URL\n200,${A}\n404,"${B}"\n`, [A, B], 'URL'],
  [`\uFEFFURL;Status\r\n${A};200\r\n`, [A], 'URL'],
  [`Top pages,Clicks,Impressions,CTR,Position\n${A},3,10,30%,1.5\n`, [A], 'Top pages'],
  ['Page,Clicks\n/a,1\n', ['/a'], 'Page'],
  [`Loc\n${A}\n`, [A], 'Loc'],
  ['status\turl\n200\t/cart/"x\n', ['/cart/"x'], 'url'],
  [`# ----\n# Analytics\n# ----\n\nPage,Views\n/a,"1,234"\n`, ['/a'], 'Page'],
  [`"Address","Title"\n"${A}","Two\nlines, and ""quotes"""\n"${B}",""\n`, [A, B], 'Address'],
  // Other headers: the column that contains URLs.
  [`Rank,Target\n1,${A}\n2,"${B}"\n`, [A, B], 'Target'],
  [`"Where"\n"${A}"\n`, [A], 'Where'],
  // No header.
  [`${A},200,Indexable\n`, [A], 1],
  [`${A},1\nhttps://shop.example/,2\n`, [A, 'https://shop.example/'], 1],
  [`${A}\t200\n`, [A], 1],
  [`200;${A}\n404;https://shop.example/\n`, [A, 'https://shop.example/'], 2],
  [`"${A}","1"\n\n"${B}","2"\n`, [A, B], 1],
  [`sep=;\nKlicks;Seite\n1;${A}\n\n2;${B}\n`, [A, B], 'Seite'],
  [`"#"\t"Traffic"\t"URL"\n"1"\t"20"\t"${A}"\n`, [A], 'URL'],
  [`URL,URL Source,Status\n\n${A},Crawler,200 OK\n`, [A], 'URL'],
  [`path,u\n/a,${A}\n`, [A], 'u'],
  ['path,u\n/a,1\n', ['/a'], 'path'],
  [`"${A}"\n\n"${B}"\n`, [A, B]],
  // JSON.
  [`["${A}", "${B}"]`, [A, B]],
  [`{"url": "${A}", "status": 200}\n{"url": "${B}"}\n`, [A, B], 'url'],
  [`[{"status": 200, "Found At": "${A}"}]`, [A]],
];

/** The URLs that the command finds. */
function byCommand(text) {
  const args = ['check', '--no-config', '--robots', 'examples/shop.txt', '--urls', '-', '--format', 'json', '--agent', 'Googlebot'];
  const { stdout, stderr } = spawnSync(process.env.PAGE_COMMAND, args, { input: text, encoding: 'utf8' });
  assert.ok(stdout, stderr);
  return JSON.parse(stdout).answers.map(({ url }) => url.trim());
}

for (const [text, urls, column] of CASES) {
  test(`lists: ${JSON.stringify(text.slice(0, 60))}`, () => {
    const found = readUrls(text);
    assert.deepEqual(found.urls, urls);
    assert.equal(found.column, column);
    assert.deepEqual(byCommand(text), urls);
  });
}

test('lists: a long table is read quickly, and rows beside the sample do not decide', () => {
  const rows = Array.from({ length: 50_000 }, (_, n) => `"https://shop.example/${n}","200","a ""title"", with a comma"`);
  const began = performance.now();
  const { urls } = readUrls(`"Address","Status Code","Title"\r\n${rows.join('\r\n')}\r\n`);
  assert.equal(urls.length, 50_000);
  assert.ok(performance.now() - began < 5000);
  // Quotes that never end.
  for (const text of ['"', '"'.repeat(100_001), `${'"a'.repeat(50_001)}`, `url,x\n${'"\n'.repeat(20_001)}`]) readUrls(text);
  assert.ok(performance.now() - began < 10_000);
});

const RULES = 'User-agent: *\nDisallow: /*.pdf$\n';
const EXPORT = '"Address","Status Code"\r\n"https://shop.example/brochure.pdf","200"\r\n"https://shop.example/","200"\r\n';
const READ = {
  'https://shop.example/brochure.pdf': Array(5).fill('blocked line 2'),
  'https://shop.example/': Array(5).fill('allowed'),
};
const value = () => document.querySelector('#urls').value;

each('tester', 'the export of a crawler is read as a table, and the page says from which column', async (page) => {
  await paste(page, RULES);
  const file = page.locator('#panel-tester input[type=file]');
  await file.setInputFiles({ name: 'internal.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${EXPORT}`) });
  await becomes(page, matrix, READ);
  await says(page, '2 URLs read from the column “Address” of internal.csv (2 rows).');
  const utf16 = Buffer.from(`\uFEFF${EXPORT.replaceAll(',', '\t')}`, 'utf16le');
  await file.setInputFiles({ name: 'internal.txt', mimeType: 'text/plain', buffer: utf16 });
  await says(page, '2 URLs read from the column “Address” of internal.txt (2 rows).');
  // A list whose URLs have commas may look like a table without a header.
  const lines = 'https://shop.example/brochure.pdf,200\nhttps://shop.example/,200\n';
  await file.setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from(lines) });
  await becomes(page, matrix, READ);
  await says(page, '2 URLs read from column 1 of list.txt (2 rows).');
  await page.getByRole('button', { name: 'Take each line as a URL' }).click();
  await becomes(page, value, lines.trimEnd());
  await page.getByRole('button', { name: 'Back to the previous list' }).click();
  await becomes(page, value, Object.keys(READ).join('\n'));
});

each('tester', 'a table that is pasted becomes its URLs', async (page) => {
  await paste(page, RULES);
  const field = page.locator('#urls');
  const insert = (text) =>
    field.evaluate((element, pasted) => {
      element.select();
      const data = new DataTransfer();
      data.setData('text/plain', pasted);
      if (element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })))
        document.execCommand('insertText', false, pasted);
    }, text);
  await field.focus();
  await insert(EXPORT);
  await becomes(page, matrix, READ);
  await says(page, '2 URLs read from the column “Address” (2 rows).');
  await page.getByRole('button', { name: 'Back to the previous list' }).click();
  await becomes(page, value, '/\n/drafts/\n/drafts/public.html\n');
  // A cell and its URL, as spreadsheets copy them; and a list, which stays as it is.
  await insert('https://shop.example/brochure.pdf\t200');
  await becomes(page, value, 'https://shop.example/brochure.pdf');
  await insert('/a,b\n/b\n');
  await becomes(page, value, '/a,b\n/b\n');
  // What is typed stays as it is typed.
  await field.fill('');
  await field.pressSequentially('/a,1');
  await becomes(page, value, '/a,1');
});
