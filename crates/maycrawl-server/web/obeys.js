// Which crawlers do not obey robots.txt: what a verdict says of these is not what they do.

import { crawlers as catalogue } from './catalogue.js';
import { FIRST } from './crawlers.js';
import { words } from './words.js';

/** What the catalogue says of crawlers that may not obey, by the names that a question has for them. */
export async function disobeying(ask, names, agents = []) {
  // The first ones obey; a test compares.
  if (names.every((name) => name === '*' || Object.hasOwn(FIRST, name))) return new Map();
  const known = new Map((await catalogue(ask)).map((crawler) => [crawler.token.toLowerCase(), crawler]));
  const found = names.map((name, index) => [name, known.get((agents[index]?.tokens?.[0] ?? name).toLowerCase())?.obeys]);
  return new Map(found.filter(([, obeys]) => Object.hasOwn(words.obeys, obeys ?? '')));
}

/** A short word for a crawler that does not obey, or that may not; for others nothing. */
export const obeysMark = (obeys) => words.obeys[obeys]?.mark;

/** Notes of an answer; of a delay for a crawler that ignores delays, they say so. */
export async function withDelays(ask, notes = []) {
  const about = (note) => /^crawl delay for ([^:]+): /.exec(note)?.[1].toLowerCase();
  if (!notes.some(about)) return notes;
  const ignoring = new Set(
    (await catalogue(ask)).filter((one) => one.honours_crawl_delay === false).map(({ token }) => token.toLowerCase()),
  );
  // The answer may say so itself.
  const isSilent = (note) => ignoring.has(about(note)) && !note.endsWith(words.tester.delayIgnored);
  return notes.map((note) => (isSilent(note) ? `${note}${words.tester.delayIgnored}` : note));
}
