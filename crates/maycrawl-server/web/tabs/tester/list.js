// A list of URLs from a file: read, or refused with a word.

import { isSitemap, urlsOf } from '../../urls.js';
import { words } from '../../words.js';

const said = words.tester;

/** The URLs of a file, or why it is no list of URLs. */
export async function readList(file) {
  const { name } = file;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.subarray(0, 8192).includes(0)) return { refusal: said.list.binary(name) };
  const text = new TextDecoder().decode(bytes);
  if (!isSitemap(text)) {
    if (/^\s*</.test(text)) return { refusal: said.list.markup(name) };
    if (/^\s*(user-agent|disallow|allow)\s*:/im.test(text)) return { refusal: said.list.robots(name) };
  }
  const urls = urlsOf(text);
  return urls.length > 0 ? { urls } : { refusal: said.list.empty(name) };
}

/** What a line may mean that is no URL: a host without its scheme, or a path without its slash. */
export function meantUrls(line) {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(line) || /\s/.test(line)) return [];
  const isHost = /^(localhost|[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*)(:\d+)?([/?#]|$)/i.test(line);
  if (/^www\./i.test(line)) return [`https://${line}`];
  return [...(isHost ? [`https://${line}`] : []), `/${line}`];
}
