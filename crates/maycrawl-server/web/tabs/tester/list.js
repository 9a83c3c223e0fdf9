// A list of URLs from a file: read, or refused with a word.

import { isSitemap, readUrls } from '../../urls.js';
import { words } from '../../words.js';

const said = words.tester;

/** The largest file that is read. Sitemaps have 50 MB at most. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The URLs of a file, its text, and what to say about it; or why it is not a list of URLs. */
export async function readList(file) {
  const { name } = file;
  if (file.size > MOST_BYTES) return { refusal: said.list.tooLarge(name) };
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Spreadsheets write UTF-16, too.
  const utf16 = { '255 254': 'utf-16le', '254 255': 'utf-16be' }[bytes.subarray(0, 2).join(' ')];
  if (!utf16 && bytes.subarray(0, 8192).includes(0)) return { refusal: said.list.binary(name) };
  const text = new TextDecoder(utf16).decode(bytes);
  if (!isSitemap(text)) {
    if (/^\s*</.test(text)) return { refusal: said.list.markup(name) };
    if (/^\s*(user-agent|disallow|allow)\s*:/im.test(text)) return { refusal: said.list.robots(name) };
  }
  const list = readUrls(text);
  return list.urls.length > 0 ? { text, ...list } : { refusal: said.list.empty(name) };
}

/** What was read: how many URLs, and from where. */
export function saidOf({ urls, column, rows }, name) {
  if (column === undefined) return said.list.opened(urls.length, name);
  return said.list.column(urls.length, column, rows, name);
}

/** What a line may mean that is no URL: a host without its scheme, or a path without its slash. */
export function meantUrls(line) {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(line) || /\s/.test(line)) return [];
  const isHost = /^(localhost|[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*)(:\d+)?([/?#]|$)/i.test(line);
  if (/^www\./i.test(line)) return [`https://${line}`];
  return [...(isHost ? [`https://${line}`] : []), `/${line}`];
}
