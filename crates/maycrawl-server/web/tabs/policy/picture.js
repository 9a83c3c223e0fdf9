// Purposes of crawlers × folders of a site as a picture: how many of a purpose may fetch a folder.
// It is one SVG with its colours written in, so that it looks the same wherever it is sent.

import { svg } from '../../dom.js';
import { words } from '../../words.js';

const said = words.policy;

const LEFT = 236;
const CELL = { width: 92, height: 40, gap: 4 };
const TOP = 168;
const MARGIN = 32;

/** Folders of more characters are cut. */
const LONG_NAME = 20;

const COLOURS = {
  ground: '#fbfbf9',
  ink: '#1c2321',
  quiet: '#56605c',
  line: '#d9dedb',
  accent: '#17604f',
  all: { fill: '#cfe9d8', ink: '#0c4f28' },
  none: { fill: '#a3221c', ink: '#ffffff' },
  some: { fill: '#f6e3b4', part: '#cfe9d8', ink: '#4d3400' },
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
 * `{ path, isDeeper }`. `crawlers` is how many there are in all, `day` when this was so.
 */
export function draw({ rows, folders, crawlers, day }) {
  const width = Math.max(MARGIN * 2 + LEFT + folders.length * (CELL.width + CELL.gap) + 40, 640);
  const bottom = TOP + rows.length * (CELL.height + CELL.gap);
  const isDeeper = folders.some((folder) => folder.isDeeper);
  const height = bottom + (isDeeper ? 84 : 62);
  const x = (column) => MARGIN + LEFT + column * (CELL.width + CELL.gap);
  const y = (row) => TOP + row * (CELL.height + CELL.gap);

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
    svg('title', { id: 'picture-title' }, said.pictureTitle),
    svg('desc', { id: 'picture-desc' }, said.pictureDesc(described(rows, folders))),
    svg('rect', { width, height, fill: COLOURS.ground }),
    text(MARGIN, 46, said.pictureTitle, { 'font-size': 26, 'font-weight': 700, 'letter-spacing': '-0.4' }),
    text(MARGIN, 72, said.pictureSub(crawlers, day), { 'font-size': 14, fill: COLOURS.quiet }),
    folders.map((folder, column) => head(folder, x(column) + CELL.width / 2)),
    rows.map((row, index) => [
      text(MARGIN, y(index) + 18, row.name, { 'font-size': 15, 'font-weight': 600 }),
      text(MARGIN, y(index) + 34, said.crawlerCount(row.count), { 'font-size': 12, fill: COLOURS.quiet }),
      row.cells.map((cell, column) => drawCell(cell, x(column), y(index))),
    ]),
    legend(bottom + 34),
    text(width - MARGIN, bottom + 34, said.made, { 'font-size': 13, 'text-anchor': 'end', fill: COLOURS.accent, 'font-weight': 600 }),
    isDeeper && text(MARGIN, bottom + 60, `${said.deeperMark} ${said.deeper}`, { 'font-size': 12, fill: COLOURS.quiet }),
  );
}

/** A picture as a file. */
export function asFile(picture) {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(picture)}\n`;
}

function text(x, y, content, attributes) {
  return svg('text', { x, y, fill: COLOURS.ink, ...attributes }, printable(content));
}

/** The name of a folder, along a slope. */
function head({ path, isDeeper }, middle) {
  const name = printable(path === '/' ? said.root : path);
  const cut = [...name].length > LONG_NAME ? `${[...name].slice(0, LONG_NAME - 1).join('')}…` : name;
  const at = TOP - 12;
  return svg(
    'text',
    { x: middle - 8, y: at, transform: `rotate(-32 ${middle - 8} ${at})`, 'font-size': 13, 'font-family': MONO, fill: COLOURS.ink },
    svg('title', {}, name),
    cut + (isDeeper ? said.deeperMark : ''),
  );
}

function drawCell(cell, x, y) {
  const kind = cell.may === cell.all ? 'all' : cell.may === 0 ? 'none' : 'some';
  const { fill, part, ink } = COLOURS[kind];
  const box = { x, y, width: CELL.width, height: CELL.height };
  // The part that may is drawn as a part of the cell.
  const share = Math.round((CELL.width * cell.may) / cell.all);
  return svg(
    'g',
    {},
    svg('rect', { ...box, rx: 6, fill }),
    part && svg('path', { d: `M${x + 6} ${y}h${Math.max(0, share - 6)}v${CELL.height}h${-Math.max(0, share - 6)}a6 6 0 0 1-6-6v${12 - CELL.height}a6 6 0 0 1 6-6z`, fill: part }),
    svg(
      'text',
      {
        x: x + CELL.width / 2,
        y: y + CELL.height / 2 + 5,
        'text-anchor': 'middle',
        'font-size': 14,
        'font-weight': kind === 'none' ? 700 : 500,
        fill: ink,
      },
      cellText(cell),
    ),
  );
}

function legend(y) {
  const kinds = Object.entries(said.legend);
  return kinds.map(([kind, meaning], index) => {
    const x = MARGIN + index * 150;
    return [
      svg('rect', { x, y: y - 13, width: 24, height: 17, rx: 4, fill: COLOURS[kind].fill }),
      COLOURS[kind].part && svg('rect', { x, y: y - 13, width: 12, height: 17, rx: 4, fill: COLOURS[kind].part }),
      text(x + 32, y, meaning, { 'font-size': 13, fill: COLOURS.quiet }),
    ];
  });
}

function described(rows, folders) {
  return rows
    .map(({ name, cells }) => said.pictureRow(name, cells.map((cell, at) => said.pictureCell(printable(folders[at].path), cellText(cell))).join(', ')))
    .join(' ');
}

/** A text that may stand in XML, which has no place for most control characters. */
function printable(content) {
  // eslint-disable-next-line no-control-regex
  return content.toWellFormed().replace(/[\u0000-\u001f\u007f-\u009f\ufffe\uffff\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}
