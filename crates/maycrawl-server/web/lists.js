// URLs from what crawlers and search consoles export: a column of a table, or members of JSON.

/** The names of the column of URLs in the exports of known programs, the clearest first. */
const COLUMNS = ['url', 'address', 'full url', 'page', 'page url', 'top pages', 'loc', 'link', 'landing page', 'uri'];

const SEPARATORS = ['\t', ';', ','];

/** How many rows show which column contains URLs, and in what share of them it must. */
const SAMPLE = 10;
const SHARE = 0.9;

/** A URL with a scheme, or a path. */
export const isUrl = (cell) => /^([a-z][a-z0-9+.-]*:\/\/|\/)\S*$/i.test(cell);

/**
 * The URLs of a table or of JSON: `{ urls, column, rows }`, where `column` is the name or the number of the column,
 * and `isGuess` says that a list of URLs with commas could look the same; `null` if the text is neither.
 */
export function readTable(text) {
  const bare = text.replace(/^\uFEFF/, '').replace(/^(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r))+/, '');
  return readJson(bare) ?? readColumn(bare);
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
  const urls = values.map((value) => (typeof value === 'string' ? value : memberOf(value, member))?.trim()).filter(Boolean);
  return urls.length > 0 ? { urls, column: member, rows: values.length } : null;
}

/** The text in a member of an object; `name` is in small letters. */
function memberOf(value, name) {
  if (value === null || typeof value !== 'object') return undefined;
  return Object.entries(value).find(([key, text]) => key.toLowerCase() === name && typeof text === 'string')?.[1];
}

function readColumn(text) {
  const [first] = rowsOf(text, null, 1);
  if (first === undefined) return null;
  // A single column has a header that says so, or quotes.
  const isOne = COLUMNS.includes(first[0].toLowerCase()) || text.startsWith('"');
  const separator = SEPARATORS.find((one) => rowsOf(text, one, 1)[0].length > 1) ?? (isOne ? ',' : null);
  if (separator === null) return null;
  const sample = rowsOf(text, separator, SAMPLE + 1);
  const [head, ...rows] = sample;
  const names = head.map((cell) => cell.toLowerCase());
  const known = COLUMNS.map((name) => names.indexOf(name)).find((at) => at >= 0);
  const hasHeader = known !== undefined || !head.some(isUrl);
  const column = known ?? columnOf(hasHeader ? rows : sample.slice(0, SAMPLE), head.length);
  if (column < 0 || (!hasHeader && separator !== '\t' && !isExport(sample, column))) return null;
  const all = rowsOf(text, separator).slice(hasHeader ? 1 : 0);
  const urls = all.map((row) => row[column] ?? '').filter((cell) => cell !== '');
  if (urls.length === 0) return null;
  const isGuess = !hasHeader && separator !== '\t';
  return { urls, column: hasHeader && head[column] !== '' ? head[column] : column + 1, rows: all.length, isGuess };
}

/** The first column that contains URLs in nearly all rows; -1 if none does. */
function columnOf(rows, length) {
  const n = (column) => rows.filter((row) => isUrl(row[column] ?? '')).length;
  return Array.from({ length }, (_, column) => column).findIndex((column) => rows.length > 0 && n(column) >= SHARE * rows.length);
}

/**
 * Whether rows without a header are those of a table, and not URLs with commas in them: all have the same number of cells, and
 * beside the URL is nothing, a number or a time, or the URL is whole and other cells have spaces.
 */
function isExport(rows, column) {
  if (rows.some((row) => row.length !== rows[0].length)) return false;
  const isFact = (cell) => /^$|^-?\d+([.,]\d+)?\s*[%sx]?$|^\d{4}-\d\d-\d\d/.test(cell);
  const isTold = (row) => {
    const others = row.filter((_, index) => index !== column);
    return isFact(others[0]) || (/:\/\//.test(row[column]) && others.some((cell) => /\s/.test(cell)));
  };
  return rows.filter(isTold).length >= SHARE * rows.length;
}

/** The first `most` rows of a table. Without a separator, lines. */
function rowsOf(text, separator, most = Infinity) {
  const rows = [];
  let at = 0;
  while (at < text.length && rows.length < most) {
    const row = [];
    for (let isMore = true; isMore; ) {
      const { cell, next } = text[at] === '"' ? quoted(text, at, separator) : plain(text, at, separator);
      row.push(cell.trim());
      isMore = separator !== null && text[next] === separator;
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
