// URLs from a text: one a line, a sitemap, or a table.

import { isUrl, readTable } from './lists.js';

/** Whether a text is a sitemap. */
export const isSitemap = (text) => /<(urlset|sitemapindex)\b/.test(text.slice(0, 10_000));

/** The URLs of a text of somebody else: a sitemap, the export of a program, or a list; see `readTable`. */
export function readUrls(text) {
  return (isSitemap(text) ? null : readTable(text)) ?? { urls: urlsOf(text) };
}

/** The URLs of a text with one on each line, or of a sitemap. Empty lines and comments are none. */
export function urlsOf(text) {
  const lines = isSitemap(text) ? locations(text) : text.split(/\r\n|\n|\r/);
  return lines.map((line) => cellOf(line.trim())).filter((line) => line !== '' && !line.startsWith('#'));
}

/** The URL of a row of a spreadsheet. No URL has a tab in it. */
const cellOf = (line) => (line.includes('\t') ? (line.split('\t').find(isUrl) ?? line) : line);

/** A path that each rule among these lines is about, without the rules that are about every path. */
export function pathsOf(lines) {
  const rules = lines.map((line) => /^[\s\uFEFF]*(?:dis)?allow\s*:\s*(\/[^\s#]*)/i.exec(line)?.[1]);
  const paths = rules.filter(Boolean).map((path) => path.replace(/\$$/, '').replaceAll('*', ''));
  return [...new Set(paths)].filter((path) => path !== '/');
}

/** The sites that URLs of a list belong to, in lower case. */
export function sitesOf(urls) {
  const sites = urls.map((url) => /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+/i.exec(url)?.[0].toLowerCase());
  return [...new Set(sites.filter(Boolean))];
}

/** The addresses in a sitemap. What follows a mistake in its XML is left out, as a browser reads it. */
function locations(xml) {
  const page = new DOMParser().parseFromString(xml, 'application/xml');
  return [...page.getElementsByTagNameNS('*', 'loc')].map((element) => element.textContent);
}
