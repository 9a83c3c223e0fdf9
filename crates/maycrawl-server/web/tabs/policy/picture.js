// Purposes of crawlers × folders of a site as a picture: how many of a purpose may fetch a folder.
// It is one SVG with its colours written in, so that it looks the same wherever it is sent.

import { svg } from '../../dom.js';
import { words } from '../../words.js';

const said = words.policy;

const LEFT = 212;
const CELL = { width: 88, height: 44, gap: 5 };
const MARGIN = 36;

/** Where the names of folders may begin, from the top. */
const HEADS = 92;

/** The slope of these names in degrees, and how far a character goes along it. */
const SLOPE = 32;
const STEP = { right: 7.2, up: 4.5 };

/** Folders of more characters are cut. */
const LONG_NAME = 20;

/** All and none are strong; between them, the shade says how many. */
const COLOURS = {
  ground: '#fbfbf9',
  ink: '#1c2321',
  quiet: '#56605c',
  accent: '#17604f',
  all: '#1d7257',
  none: '#ac352b',
  on: '#ffffff',
  many: [206, 232, 217],
  half: [247, 238, 214],
  few: [246, 209, 197],
};

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const MONO = 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';

/** What a cell says: `all`, `none`, or how many of them. */
export function cellText({ may, all }) {
  if (may === all) return said.all;
  return may === 0 ? said.none : said.some(may, all);
}

/**
 * Draws `rows`, each `{ name, count, cells: [{ may, all }] }`, over `folders`, each
 * `{ path, isDeeper }`. `crawlers` is how many there are in all, `site` the host, if it is known,
 * and `day` when this was so.
 */
export function draw({ rows, folders, crawlers, site, day }) {
  const title = said.pictureTitle(site && printable(site));
  const names = folders.map(nameOf);
  const x = (column) => MARGIN + LEFT + column * (CELL.width + CELL.gap);
  const top = HEADS + 24 + Math.max(...names.map(({ length }) => length)) * STEP.up;
  const y = (row) => top + row * (CELL.height + CELL.gap);
  const ends = names.map(({ length }, column) => x(column) + CELL.width / 2 + length * STEP.right);
  const width = Math.ceil(Math.max(x(folders.length), ...ends, 680) + MARGIN);
  const bottom = y(rows.length);
  const isDeeper = folders.some((folder) => folder.isDeeper);
  const height = bottom + (isDeeper ? 84 : 62);

  return svg(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'aria-labelledby': 'picture-title picture-desc',
      'font-family': FONT,
    },
    svg('title', { id: 'picture-title' }, title),
    svg('desc', { id: 'picture-desc' }, said.pictureDesc(described(rows, folders))),
    svg('rect', { width, height, fill: COLOURS.ground }),
    text(MARGIN, 50, title, { 'font-size': 28, 'font-weight': 700, 'letter-spacing': '-0.4' }),
    text(MARGIN, 76, said.pictureSub(crawlers, day), { 'font-size': 15, fill: COLOURS.quiet }),
    names.map((name, column) => head(name, folders[column].path, x(column) + CELL.width / 2 - 8, top - 12)),
    rows.map((row, index) => [
      text(MARGIN, y(index) + 20, row.name, { 'font-size': 16.5, 'font-weight': 600 }),
      text(MARGIN, y(index) + 37, said.crawlerCount(row.count), { 'font-size': 13, fill: COLOURS.quiet }),
      row.cells.map((cell, column) => drawCell(cell, x(column), y(index))),
    ]),
    legend(bottom + 34),
    text(width - MARGIN, bottom + 34, said.made, {
      'font-size': 14,
      'text-anchor': 'end',
      fill: COLOURS.accent,
      'font-weight': 600,
    }),
    isDeeper &&
      text(MARGIN, bottom + 60, `${said.deeperMark} ${said.deeper}`, { 'font-size': 13, fill: COLOURS.quiet }),
  );
}

/** A picture as a file. */
export function asFile(picture) {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(picture)}\n`;
}

function text(x, y, content, attributes) {
  return svg('text', { x, y, fill: COLOURS.ink, ...attributes }, printable(content));
}

/** How a folder is called; long names are cut. */
function nameOf({ path, isDeeper }) {
  const name = [...printable(path === '/' ? said.root : path)];
  const cut = name.length > LONG_NAME ? `${name.slice(0, LONG_NAME - 1).join('')}…` : name.join('');
  return cut + (isDeeper ? said.deeperMark : '');
}

/** The name of a folder, along a slope. */
function head(name, path, x, y) {
  return svg(
    'text',
    { x, y, transform: `rotate(${-SLOPE} ${x} ${y})`, 'font-size': 14, 'font-family': MONO, fill: COLOURS.ink },
    svg('title', {}, printable(path)),
    name,
  );
}

/** A cell: its shade, its word or figure, and a bar for the part that may. */
function drawCell({ may, all }, x, y) {
  const share = may / all;
  const isStrong = share === 0 || share === 1;
  const inside = CELL.width - 20;
  const bar = { x: x + 10, y: y + CELL.height - 11, height: 4, rx: 2 };
  const middle = y + CELL.height / 2 + (isStrong ? 5 : 1);
  return svg(
    'g',
    {},
    svg('rect', { x, y, width: CELL.width, height: CELL.height, rx: 7, fill: shade(share) }),
    svg(
      'text',
      {
        x: x + CELL.width / 2,
        y: middle,
        'text-anchor': 'middle',
        'font-size': 15,
        'font-weight': 600,
        fill: isStrong ? COLOURS.on : COLOURS.ink,
      },
      cellText({ may, all }),
    ),
    !isStrong && svg('rect', { ...bar, width: inside, fill: COLOURS.none }),
    !isStrong &&
      svg('rect', { ...bar, width: Math.max(2, Math.min(inside - 2, Math.round(inside * share))), fill: COLOURS.all }),
  );
}

/** The shade of a share between 0 and 1. */
function shade(share) {
  if (share === 1) return COLOURS.all;
  if (share === 0) return COLOURS.none;
  const { few, half, many } = COLOURS;
  const [from, to, at] = share < 0.5 ? [few, half, share * 2] : [half, many, share * 2 - 1];
  return `rgb(${from.map((value, index) => Math.round(value + (to[index] - value) * at)).join(',')})`;
}

function legend(y) {
  const kinds = { all: [1], some: [0.85, 0.5, 0.15], none: [0] };
  let x = MARGIN;
  return Object.entries(kinds).map(([kind, shares]) => {
    const boxes = shares.map((share, index) =>
      svg('rect', { x: x + index * 22, y: y - 13, width: 20, height: 17, rx: 4, fill: shade(share) }),
    );
    const label = text(x + shares.length * 22 + 6, y, said.legend[kind], { 'font-size': 14, fill: COLOURS.quiet });
    x += shares.length * 22 + 140;
    return [boxes, label];
  });
}

function described(rows, folders) {
  return rows
    .map(({ name, cells }) =>
      said.pictureRow(
        name,
        cells.map((cell, at) => said.pictureCell(printable(folders[at].path), cellText(cell))).join(', '),
      ),
    )
    .join(' ');
}

/** A text that may stand in XML, which has no place for most control characters. */
function printable(content) {
  // eslint-disable-next-line no-control-regex
  return content
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\ufffe\uffff\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}
