// URLs from what crawlers and search consoles export: a column of a table, or members of JSON.

/** The names of the column of URLs in the exports of known programs, the clearest first. As `url_table` of the command has them. */
const COLUMNS = [
  'url',
  'address',
  'full url',
  'page url',
  'page',
  'top pages',
  'loc',
  'link',
  'landing page',
  'uri',
  'page path',
  'page path and screen class',
  'target url',
  'final url',
];

const SEPARATORS = ['\t', ';', ','];

/** How many rows show which column contains URLs, and in what share of them it must. */
const SAMPLE = 10;
const SHARE = 0.9;

const isWhole = (cell) => /^[a-z][a-z0-9+.-]*:\/\/./i.test(cell);

/** Whether a text is a URL with a scheme, or a path. */
export const isUrl = (cell) => cell.startsWith('/') || isWhole(cell);

const isName = (cell) => COLUMNS.includes(cell.trim().toLowerCase());

/**
 * The URLs of a table or of JSON: `{ urls, column, rows }`, where `column` is the name or the number of the column,
 * and `isGuess` says that a list of URLs with commas could look the same; `null` if the text is neither.
 */
export function readTable(text) {
  let bare = text.replace(/^\uFEFF/, '');
  let separator = null;
  // Comments, and what some spreadsheets write to say how cells are separated.
  for (let line = /^[ \t]*(#[^\r\n]*|sep=(.)[ \t]*)?(\r\n|\n|\r)/i.exec(bare); line !== null; line = /^[ \t]*(#[^\r\n]*|sep=(.)[ \t]*)?(\r\n|\n|\r)/i.exec(bare)) {
    separator = line[2] ?? separator;
    bare = bare.slice(line[0].length);
  }
  return readJson(bare) ?? readColumn(bare, separator);
}

function readJson(text) {
  const start = text.trimStart()[0];
  if (!['[', '{', '"'].includes(start)) return null;
  let values;
  try {
    values = start === '[' ? JSON.parse(text) : text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '').map((line) => JSON.parse(line));
  } catch {
    return null;
  }
  // Quotes may also be those of a table with one column.
  if (start === '"' && !isUrl(String(values[0]))) return null;
  const member = COLUMNS.find((name) => values.some((value) => memberOf(value, name) !== undefined));
  const urlOf = (value) => (typeof value === 'string' ? value : (memberOf(value, member) ?? anyOf(value)))?.trim();
  const urls = values.map(urlOf).filter(Boolean);
  return urls.length > 0 ? { urls, column: member, rows: values.length } : null;
}

/** The text in a member of an object; `name` is in small letters. */
function memberOf(value, name) {
  if (value === null || typeof value !== 'object') return undefined;
  return Object.entries(value).find(([key, text]) => key.toLowerCase() === name && typeof text === 'string')?.[1];
}

/** The first member of an object that is a whole URL. */
const anyOf = (value) => Object.values(value ?? {}).find((text) => typeof text === 'string' && isWhole(text));

function readColumn(text, given) {
  const [first] = text.trimStart().split(/\r\n|\n|\r/, 1);
  if (first === '') return null;
  const isQuoted = first.startsWith('"');
  const rows = (separator, most) => rowsOf(text, separator, separator !== '\t' || isQuoted, most);
  const cells = (separator) => rows(separator, 1)[0] ?? [''];
  const split = SEPARATORS.filter((one) => cells(one).length > 1);
  const separator =
    given ?? split.find((one) => cells(one).some(isName)) ?? split[0] ?? (isQuoted || (!isUrl(first) && isName(first)) ? ',' : null);
  if (separator === null || (isUrl(first) && !hasData(cells(separator), first, separator))) return null;
  const [head] = rows(separator, 1);
  const hasHeader = !head.some(isWhole) && !isUrl(first);
  const names = head.map((cell) => cell.toLowerCase());
  const known = hasHeader ? COLUMNS.map((name) => names.indexOf(name)).find((at) => at >= 0) : undefined;
  const column = known ?? columnOf(rows(separator, SAMPLE + 1).slice(hasHeader ? 1 : 0).slice(0, SAMPLE));
  if (column < 0) return null;
  const all = rows(separator, Infinity).slice(hasHeader ? 1 : 0);
  const urls = all.map((row) => row[column] ?? '').filter((cell) => cell !== '');
  if (urls.length === 0) return null;
  const isGuess = !hasHeader && separator !== '\t' && given === null;
  return { urls, column: hasHeader && head[column] ? head[column] : column + 1, rows: all.length, isGuess };
}

/** The first column of whole URLs in nearly all rows, or of paths if there is none; else -1. */
function columnOf(rows) {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const find = (is) =>
    Array.from({ length: width }, (_, column) => rows.filter((row) => is(row[column] ?? '')).length).findIndex(
      (n) => n > 0 && n >= SHARE * rows.length,
    );
  const whole = find(isWhole);
  return whole >= 0 ? whole : find(isUrl);
}

/** Whether a line that begins with a URL has more cells, and is not a URL with the separator in it. No URL has a tab in it. */
function hasData(cells, line, separator) {
  const isValue = (cell) => cell.includes(' ') || /^[\d.%-]*$/.test(cell);
  return separator === '\t' || cells.slice(1).some(isValue) || line.includes(`${separator}"`);
}

/** The first `most` rows of a table that are not empty. */
function rowsOf(text, separator, hasQuotes, most) {
  const rows = [];
  let at = 0;
  while (at < text.length && rows.length < most) {
    const row = [];
    for (let isMore = true; isMore; ) {
      const { cell, next } = hasQuotes && text[at] === '"' ? quoted(text, at, separator) : plain(text, at, separator);
      row.push(cell.trim());
      isMore = text[next] === separator;
      at = isMore ? next + 1 : next + (text.startsWith('\r\n', next) ? 2 : 1);
    }
    if (row.length > 1 || row[0] !== '') rows.push(row);
  }
  return rows;
}

/** A cell without quotes, and where it ends. */
function plain(text, from, separator) {
  let next = from;
  while (next < text.length && text[next] !== separator && text[next] !== '\n' && text[next] !== '\r') next += 1;
  return { cell: text.slice(from, next), next };
}

/** A cell in quotes, in which two are one. One that does not end is as it is written. */
function quoted(text, from, separator) {
  let next = from + 1;
  for (; next < text.length; next += 1) {
    if (text[next] !== '"') continue;
    if (text[next + 1] !== '"') break;
    next += 1;
  }
  if (next >= text.length) return plain(text, from, separator);
  const cell = text.slice(from + 1, next).replaceAll('""', '"');
  const rest = plain(text, next + 1, separator);
  return { cell: cell + rest.cell, next: rest.next };
}
