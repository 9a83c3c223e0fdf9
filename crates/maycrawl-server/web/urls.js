// URLs from a text: one a line, or a sitemap.

/** Whether a text is a sitemap. */
export const isSitemap = (text) => /<(urlset|sitemapindex)\b/.test(text.slice(0, 10_000));

/** The URLs of a text. Empty lines and comments are none. */
export function urlsOf(text) {
  const lines = isSitemap(text) ? locations(text) : text.split(/\r\n|\n|\r/);
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

/** The addresses in a sitemap. What follows a mistake in its XML is left out, as a browser reads it. */
function locations(xml) {
  const page = new DOMParser().parseFromString(xml, 'application/xml');
  return [...page.getElementsByTagNameNS('*', 'loc')].map((element) => element.textContent);
}
