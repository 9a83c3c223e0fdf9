// Files that are opened and dropped, and what is downloaded again.

import assert from 'node:assert/strict';
import { EDITOR, NARROW, WIDE, becomes, choose, download, each, matrix, openFile, paste, says, textOf } from './page.mjs';

const RULES = 'User-agent: *\nDisallow: /drafts/\n';
const utf16 = (text) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
const swapped = (bytes) => Buffer.from(bytes).swap16();

/** What is opened: its name, its bytes, what the page says, and the bytes of a download if they are others. */
const OPENED = [
  ['utf-8.txt', Buffer.from('User-agent: *\nDisallow: /drafts/ünï\n'), 'Opened utf-8.txt.'],
  ['mark.txt', Buffer.from(`\uFEFF${RULES}`), 'Opened mark.txt.'],
  ['crlf.txt', Buffer.from(RULES.replaceAll('\n', '\r\n')), 'Opened crlf.txt.'],
  ['cr.txt', Buffer.from(RULES.replaceAll('\n', '\r')), 'Opened cr.txt.'],
  [
    'mixed.txt',
    Buffer.from('User-agent: *\r\nDisallow: /a\r\nAllow: /b\n'),
    'mixes kinds of line ends',
    Buffer.from('User-agent: *\r\nDisallow: /a\r\nAllow: /b\r\n'),
  ],
  ['utf-16le.txt', utf16('Allow: /le\n'), 'The file is UTF-16: crawlers find no rules in it.', Buffer.from('Allow: /le\n')],
  [
    'utf-16be.txt',
    swapped(utf16('Allow: /be\n')),
    'The file is UTF-16: crawlers find no rules in it.',
    Buffer.from('Allow: /be\n'),
  ],
  ['latin-1.txt', Buffer.from('Disallow: /caf\xe9\n', 'latin1'), 'The file is not UTF-8', Buffer.from('Disallow: /caf\uFFFD\n')],
  ['page.html', Buffer.from(' <!doctype html><title>Not found</title>\n'), 'is a web page, not a robots.txt'],
  ['empty.txt', Buffer.from(''), 'Opened empty.txt.'],
];

/** What is not opened. */
const REFUSED = [
  [
    'image.png',
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]),
    'is binary data, not a robots.txt',
  ],
  ['large.txt', Buffer.alloc(6 * 2 ** 20, 'Disallow: /x\n'), 'the editor takes 5 MB at most'],
];

const undo = async (page) => {
  await page.locator(EDITOR).focus();
  await page.keyboard.press('Control+z');
};

/** The text as the page keeps it. A download of it would be one of more than Chromium permits in a row. */
const kept = () => JSON.parse(sessionStorage.getItem('maycrawl') ?? 'null')?.text;

each('tester', 'files are opened, and undo brings the old text back', async (page, { t }) => {
  await paste(page, RULES);
  for (const [name, bytes, word, expected = bytes] of OPENED) {
    await t.test(name, async () => {
      await openFile(page, name, bytes);
      await says(page, word);
      assert.deepEqual((await download(page, 'Download')).bytes, expected);
      await undo(page);
      await becomes(page, kept, RULES);
    });
  }
});

each('tester', 'what is no text or too large is refused with a word', async (page, { t }) => {
  const before = await textOf(page);
  for (const [name, bytes, word] of REFUSED) {
    await t.test(name, async () => {
      await openFile(page, name, bytes);
      await says(page, word);
      assert.equal(await textOf(page), before);
    });
  }
});

/** A file of 5 MB, but for so many bytes. */
const large = (less) => `User-agent: *\n${'#'.repeat(63)}\n`.padEnd(5 * 2 ** 20 - less, `${'#'.repeat(63)}\n`);
const atEnd = (page, text) =>
  becomes(page, () => document.querySelector('.editor .bar .quiet').textContent.split(', ')[1], text);

each(
  'tester',
  'a file of 5 MB is opened, and what engines make of it is said',
  async (page, { engine }) => {
    await openFile(page, 'five.txt', large(40));
    await says(page, engine === 'worker' ? 'Opened five.txt.' : 'This file has 5,242,840 bytes, and the service answers for files of up to 1 MiB.');
    await atEnd(page, '5,242,840 bytes');
    await says(page, 'This is too large to keep');
    await page.locator(EDITOR).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.insertText('Disallow: / ');
    await atEnd(page, '5,242,852 bytes');
    if (engine === 'worker')
      await becomes(page, () => document.querySelector('.matrix td')?.textContent, 'blocked line 2');
    else await says(page, 'a file of 5242852 bytes, but one may have 1048576');
  },
  { expect: /413/ },
);

each(
  'tester',
  'a file that is dropped on the editor is opened, and a list that is dropped on the URLs',
  async (page) => {
    const drop = (selector, name, text) =>
      page.locator(selector).evaluate(
        (element, [name, text]) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([text], name));
          for (const type of ['dragover', 'drop']) {
            element.dispatchEvent(
              new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true, composed: true }),
            );
          }
        },
        [name, text],
      );
    await drop(EDITOR, 'robots.txt', 'User-agent: *\nDisallow: /dropped\n');
    await says(page, 'Opened robots.txt.');
    await drop('#urls', 'urls.txt', '/dropped\n/other\n');
    await becomes(page, matrix, { '/dropped': Array(5).fill('blocked line 2'), '/other': Array(5).fill('allowed') });
    assert.equal(await textOf(page), 'User-agent: *\nDisallow: /dropped\n');
  },
  { widths: [WIDE, NARROW] },
);

each('tester', 'that a file is not UTF-8 stays said, beside the score too', async (page) => {
  await openFile(page, 'utf-16le.txt', utf16(RULES));
  await says(page, 'The file is UTF-16: crawlers find no rules in it.');
  await choose(page, 'validator');
  await says(page, 'This is the score of the text as shown, not of the file that was opened.');
  await page.reload();
  await says(page, 'The file is UTF-16: crawlers find no rules in it.');
  await openFile(page, 'latin-1.txt', Buffer.from('User-agent: *\nDisallow: /caf\xe9\n', 'latin1'));
  await says(page, 'The file is not UTF-8: crawlers read other bytes than you see.');
  // U+FFFD may also be what a file really contains.
  await openFile(page, 'utf-8.txt', 'User-agent: *\nDisallow: /\uFFFD\n');
  await page.getByText('The file is not UTF-8').waitFor({ state: 'detached' });
  await page.getByText('This is the score of the text as shown').waitFor({ state: 'detached' });
});
