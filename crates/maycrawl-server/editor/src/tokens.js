// The parts of a line of robots.txt, to colour them. What a line means is for the engine to say.

/** The fields that some crawler reads; `Field` of the core lists them. */
const KNOWN = new Set([
  'user-agent',
  'allow',
  'disallow',
  'sitemap',
  'crawl-delay',
  'request-rate',
  'visit-time',
  'clean-param',
  'host',
  'content-signal',
  'content-usage',
  'license',
]);

/** The kind of a value, by its field. */
const VALUES = { 'user-agent': 'agent', allow: 'path', disallow: 'path' };

/**
 * @typedef {object} Token
 * @property {number} from
 * @property {number} to
 * @property {'field' | 'unknown' | 'separator' | 'agent' | 'path' | 'wildcard' | 'value' | 'comment'} kind
 */

/**
 * @param {string} line
 * @returns {Token[]} in order; white space is in none
 */
export function tokensOf(line) {
  const hash = line.indexOf('#');
  const end = hash < 0 ? line.length : hash;
  const tokens = directive(line.slice(0, end));
  if (hash >= 0) tokens.push({ from: hash, to: line.length, kind: 'comment' });
  return tokens;
}

function directive(text) {
  const from = /^[\s\ufeff]*/.exec(text)[0].length;
  const end = text.trimEnd().length;
  if (from >= end) return [];
  const colon = text.indexOf(':');
  // Google reads a directive without a colon, if its field is known.
  const separator = colon < 0 ? text.slice(from, end).search(/\s/) + from : colon;
  const name = text.slice(from, Math.max(separator, from)).trimEnd();
  const field = name.toLowerCase();
  const known = KNOWN.has(field);
  if (separator < from || (colon < 0 && !known)) return [{ from, to: end, kind: 'unknown' }];
  const tokens = [{ from, to: from + name.length, kind: known ? 'field' : 'unknown' }];
  if (colon >= 0) tokens.push({ from: colon, to: colon + 1, kind: 'separator' });
  const valueFrom = separator + 1 + /^\s*/.exec(text.slice(separator + 1))[0].length;
  if (valueFrom >= end) return tokens.filter(({ from, to }) => from < to);
  const kind = known ? (VALUES[field] ?? 'value') : 'unknown';
  return [...tokens, ...value(text, valueFrom, end, kind)].filter(({ from, to }) => from < to);
}

/** `*` is a wildcard in agents and paths, `$` at the end of a path. */
function value(text, from, end, kind) {
  const wildcard = { agent: /^\*$/g, path: /\*+|\$$/g }[kind];
  const tokens = [];
  let at = from;
  for (const { index, 0: found } of wildcard ? text.slice(from, end).matchAll(wildcard) : []) {
    tokens.push({ from: at, to: from + index, kind });
    at = from + index + found.length;
    tokens.push({ from: from + index, to: at, kind: 'wildcard' });
  }
  return [...tokens, { from: at, to: end, kind }];
}
