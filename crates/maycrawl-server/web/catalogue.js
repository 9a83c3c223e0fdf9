// The catalogue of crawlers and the dialects, asked once, when a tab first needs them.

import { words } from './words.js';

const once = (operation, member) => {
  let answer = null;
  return async (ask) => {
    answer ??= ask(operation, {}).then((answered) => {
      if (answered.ok) return answered.answer[member];
      // The next who needs it asks again.
      answer = null;
      return [];
    });
    return answer;
  };
};

/** All crawlers that the catalogue knows, each as the operation `crawlers` answers. */
export const crawlers = once('crawlers', 'crawlers');

/** The knobs on which dialects differ. */
export const knobs = once('dialects', 'knobs');

/** The presets, by name. */
export const dialects = once('dialects', 'dialects');

/** The values of a member of the crawlers that several have, sorted by name. */
export function groups(list, member) {
  const counts = new Map();
  for (const value of list.flatMap((crawler) => crawler[member] ?? [])) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort(([one], [other]) => one.localeCompare(other, 'en'));
}

/** What a text says in words: small, without apostrophes and the s of a plural. */
const wordsOf = (text) =>
  text
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/(?<=..)s$/, ''))
    .filter((word) => word !== '');

/**
 * The crawlers that a text is about, the likeliest first. Their names, operators and purposes have all its words, in
 * any order; or it is a `User-Agent` header, and has their names.
 */
export function lookUp(known, text) {
  const typed = wordsOf(text);
  // Each of them is a crawler.
  const others = typed.filter((word) => word !== 'crawler');
  const all = others.length > 0 ? others : typed;
  // A short word begins another: there is no AI in Baidu.
  const has = (texts) => {
    const line = ` ${texts.flatMap(wordsOf).join(' ')}`;
    return all.every((word) => line.includes(word.length > 2 ? word : ` ${word}`));
  };
  const about = ({ token, operator, purposes }) =>
    has([token, operator, ...purposes, ...purposes.map((purpose) => words.purposes[purpose]?.name ?? '')]);
  const found = known.filter(about);
  if (found.length === 0) return known.filter(({ token }) => names(text, token));
  if (all.length === 0) return found;
  // Names first: those that begin so, then those of search engines, then short ones.
  const rank = ({ token, purposes }) =>
    has([token])
      ? token.length + (token.toLowerCase().startsWith(all[0]) ? 0 : 200) + (purposes.includes('search') ? 0 : 100)
      : 1000;
  return found.sort((one, other) => rank(one) - rank(other));
}

/** Whether a `User-Agent` header has a name, outside of its URLs. */
function names(header, token) {
  const text = header.replaceAll(/https?:\/\/\S*/g, '').toLowerCase();
  const name = token.toLowerCase();
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(`${text[at - 1] ?? ''}${text[at + name.length] ?? ''}`)) return true;
  }
  return false;
}
