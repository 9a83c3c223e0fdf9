// The tester: URLs × crawlers as a matrix of verdicts, and why each is as it is.

import { crawlers as catalogue, groups, knobs } from '../catalogue.js';
import { csvField } from '../csv.js';
import { download, h, show } from '../dom.js';
import { fileInput, takeDrops } from '../files.js';
import { disobeying, obeysMark, withDelays } from '../obeys.js';
import { later, latest } from '../latest.js';
import { problemText } from '../problem.js';
import { START } from '../state.js';
import { isSitemap, readUrls, sitesOf, urlsOf } from '../urls.js';
import { words } from '../words.js';
import { meantUrls, readList, saidOf } from './tester/list.js';
import { sideways } from './tester/sideways.js';
import { strangersOf, strangersView } from './tester/strangers.js';
import { linesOf, whyView } from './tester/why.js';

const said = words.tester;

/** How many URLs stand on a page of the matrix. */
const PAGE = 100;

/** The longest list of URLs that can be edited; browsers stall on more text. */
const EDITABLE = 5_000;

/** How long a file may be that is asked at each keystroke, and how long others wait, in milliseconds. */
const SHORT = 500_000;
const WAIT = 250;

/** How many verdicts are asked for at once for a download. */
const PART = 50_000;

const DIALECTS = ['own', 'google', 'google-parser', 'rfc9309', 'bing', 'yandex', 'google-2012', 'draft-1996', 'cautious'];

export function tab({ ask, state, editor }) {
  // A link may name any.
  if (!DIALECTS.includes(state.value.dialect)) state.set({ dialect: 'own' });
  let urls = urlsOf(state.value.urls);
  let from = 0;
  let chosen = null;
  /** The names that the catalogue does not know, each with what it is taken as. */
  let strangers = new Map();
  /** The names of crawlers that may not obey, each with what the catalogue says. */
  let disobey = new Map();

  const matrix = h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': said.table });
  const more = sideways(matrix, said.moreColumns);
  const pager = h('div', { class: 'bar' });
  const why = h('div', { 'aria-live': 'polite' }, h('p', { class: 'quiet' }, said.choose));
  const whySection = h('section', { class: 'why' }, h('h2', {}, said.why), why);
  const saving = h('div', { class: 'bar' });
  const notes = h('div', {});
  const chips = h('ul', { class: 'chips', 'aria-label': said.crawlers });
  const list = h('textarea', { id: 'urls', spellcheck: 'false', 'aria-describedby': 'urls-help', oninput: typed, onpaste: pasted });
  const long = h('div', { role: 'status' });
  const told = h('div', { role: 'status' });
  const strange = h('div', { role: 'status' });
  const removed = h('div', { role: 'status' });
  const crawlersHead = h('h2', {});
  let cells = [];
  /** Whether somebody has just added crawlers, and not seen their columns. */
  let isAdded = false;

  const element = h(
    'div',
    {},
    h('label', { for: 'urls' }, said.urls),
    list,
    long,
    told,
    urlBar(),
    crawlersHead,
    chips,
    crawlerBar(),
    h('div', { class: 'bar' }, h('h2', { class: 'fill' }, said.table), more.element),
    matrix,
    pager,
    whySection,
    saving,
    notes,
  );

  const repaint = latest((signal) => askPage(signal), paint);
  const explain = latest(askWhy, paintWhy);

  // ---- What is asked ----

  function urlBar() {
    const file = fileInput(openList);
    takeDrops(list, openList);
    return h(
      'div',
      { class: 'bar' },
      h('span', { id: 'urls-help', class: 'quiet fill' }, said.urlsHelp),
      h('button', { type: 'button', onclick: () => file.click() }, said.openUrls),
      file,
    );
  }

  async function openList(file) {
    const read = await readList(file);
    if (read.refusal) show(told, h('div', { class: 'message warning' }, read.refusal));
    else takeList(read, file.name);
  }

  /** Puts the URLs of a list in place of those that are there, and says where they come from. */
  function takeList(read, name) {
    const before = state.value.urls;
    const button = (label, run) => [' ', h('button', { type: 'button', onclick: run }, label)];
    const asLines = () => takeList({ text: read.text, urls: urlsOf(read.text) }, name);
    state.set({ urls: read.urls.join('\n') });
    show(
      told,
      h(
        'div',
        { class: 'message' },
        saidOf(read, name),
        read.isGuess && button(said.list.asLines, asLines),
        button(said.list.back, () => backTo(before)),
      ),
    );
  }

  function backTo(before) {
    state.set({ urls: before });
    show(told, h('div', { class: 'message' }, said.list.isBack));
    list.focus({ preventScroll: true });
  }

  /** Puts a URL in place of a line that is none. */
  function replaceUrl(line, url) {
    state.set({ urls: urls.map((one) => (one === line ? url : one)).join('\n') });
    matrix.focus({ preventScroll: true });
  }

  /** A table or a sitemap that is pasted over everything becomes its URLs. */
  function pasted(event) {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const isAll = list.selectionStart === 0 && list.selectionEnd === list.value.length;
    const read = readUrls(text);
    if (read.column === undefined || read.urls.length === 0) return;
    event.preventDefault();
    if (isAll) takeList({ text, ...read });
    else document.execCommand('insertText', false, read.urls.join('\n'));
  }

  function typed() {
    // A sitemap that is pasted becomes its URLs.
    const text = isSitemap(list.value) ? urlsOf(list.value).join('\n') : list.value;
    // The same sitemap once more changes nothing but the field.
    if (text === state.value.urls) paintList(text);
    else state.set({ urls: text });
  }

  function paintList(text) {
    const isLong = urls.length > EDITABLE;
    list.hidden = isLong;
    if (isLong) list.value = '';
    else if (list.value !== text) list.value = text;
    const begin = () => {
      state.set({ urls: '' });
      list.focus({ preventScroll: true });
    };
    const again = h('button', { type: 'button', onclick: begin }, said.newList);
    show(long, isLong && h('div', { class: 'message' }, said.longList(urls.length), ' ', again));
  }

  function crawlerBar() {
    const name = h('input', { list: 'names', 'aria-label': said.add, placeholder: said.addHelp, size: 28 });
    const names = h('datalist', { id: 'names' });
    const many = h('select', { 'aria-label': said.addGroup, onchange: addMany }, h('option', { value: '' }, said.addGroup));
    name.addEventListener('focus', fill, { once: true });
    many.addEventListener('focus', fill, { once: true });

    const inUse = async () => (await catalogue(ask)).filter(({ retired }) => retired === undefined);

    async function fill() {
      if (names.childElementCount > 0) return;
      const known = await inUse();
      const options = (member, prefix) =>
        groups(known, member)
          .filter(([, count]) => count > 1)
          .map(([value, count]) => h('option', { value: `${prefix}:${value}` }, `${words.purposes[value]?.name ?? value} (${count})`));
      show(names, known.map(({ token, operator }) => h('option', { value: token }, operator)));
      show(
        many,
        h('option', { value: '' }, said.addGroup),
        h('option', { value: 'first' }, said.first),
        h('option', { value: 'none' }, said.none),
        h('optgroup', { label: said.purposes }, options('purposes', 'purposes')),
        h('optgroup', { label: said.operators }, options('operator', 'operator')),
      );
    }

    async function addMany() {
      const [member, value] = many.value.split(/:(.*)/);
      many.value = '';
      const before = state.value.crawlers;
      if (member === 'first') state.set({ crawlers: START.crawlers });
      if (member === 'none') state.set({ crawlers: [] });
      if (before !== state.value.crawlers && before.length > 0) offerBack(before);
      if (value === undefined) return;
      const has = (crawler) => [crawler[member]].flat().includes(value);
      add((await inUse()).filter(has).map(({ token }) => token));
    }

    function offerBack(before) {
      const back = () => {
        state.set({ crawlers: before });
        matrix.focus({ preventScroll: true });
      };
      show(removed, h('div', { class: 'message' }, said.removed, ' ', h('button', { type: 'button', onclick: back }, said.bringBack)));
    }

    function add(more) {
      isAdded = true;
      state.set({ crawlers: [...new Set([...state.value.crawlers, ...more])] });
    }

    const dialect = h(
      'select',
      { id: 'dialect', onchange: () => state.set({ dialect: dialect.value }) },
      DIALECTS.map((one) => h('option', { value: one, selected: one === state.value.dialect }, words.dialects[one])),
    );
    const bar = h(
      'div',
      { class: 'bar' },
      h(
        'form',
        {
          class: 'bar',
          onsubmit: (event) => {
            event.preventDefault();
            if (name.value.trim() !== '') add([name.value.trim()]);
            name.value = '';
          },
        },
        name,
        names,
        h('button', {}, said.addButton),
      ),
      many,
    );
    return [bar, removed, strange, h('label', { class: 'row' }, said.dialect, dialect), h('p', { class: 'quiet' }, said.dialectHelp)];
  }

  function paintChips() {
    const { crawlers } = state.value;
    const remove = (name, index) => () => {
      state.set({ crawlers: crawlers.filter((one) => one !== name) });
      const rest = chips.querySelectorAll('button');
      (rest[Math.min(index, rest.length - 1)] ?? matrix).focus({ preventScroll: true });
    };
    show(crawlersHead, said.crawlers, crawlers.length > 0 && ` (${crawlers.length.toLocaleString('en')})`);
    show(
      chips,
      crawlers.map((name, index) =>
        h(
          'li',
          {},
          name,
          strangerMark(name),
          h('button', { type: 'button', 'aria-label': said.remove(name), onclick: remove(name, index) }, '×'),
        ),
      ),
    );
  }

  const strangerMark = (name) => [
    strangers.has(name) && [' ', h('span', { class: 'stranger' }, said.strangerMark)],
    disobey.has(name) && [' ', h('span', { class: 'disobeys' }, `(${obeysMark(disobey.get(name))})`)],
  ];

  /** Marks the names that the catalogue does not know, and offers others. */
  async function paintStrangers(found, may) {
    const key = (...maps) => JSON.stringify(maps.map((map) => [...map]));
    if (key(found, may) === key(strangers, disobey)) return;
    strangers = found;
    disobey = may;
    paintChips();
    const use = (name, other) => {
      const names = state.value.crawlers.map((one) => (one === name ? other : one));
      state.set({ crawlers: [...new Set(names)] });
      matrix.focus({ preventScroll: true });
    };
    const view = await strangersView(ask, found, use);
    if (strangers === found) show(strange, view);
  }

  // ---- The matrix ----

  function question(urls, detail) {
    const { text, crawlers, dialect } = state.value;
    return { robots: text, agents: crawlers, urls, dialect, detail };
  }

  async function askPage(signal) {
    const asked = { urls: urls.slice(from, from + PAGE), crawlers: state.value.crawlers };
    if (asked.urls.length === 0 || asked.crawlers.length === 0) {
      return { asked, ...(await about(asked.crawlers)) };
    }
    const answered = await ask('check', question(asked.urls, 'columns'), signal);
    const notes = await withDelays(ask, answered.answer?.notes);
    return { asked, ...answered, notes, ...(await about(asked.crawlers, answered.answer?.agents)) };
  }

  /** What the catalogue says about the names of crawlers. */
  async function about(names, agents) {
    return { found: await strangersOf(ask, names, agents), may: await disobeying(ask, names, agents) };
  }

  function paint({ asked, found, may, ok, answer, notes: stated, problem }) {
    paintStrangers(found, may);
    matrix.removeAttribute('aria-busy');
    if (asked.urls.length === 0 || asked.crawlers.length === 0) {
      cells = [];
      show(matrix, h('p', { class: 'quiet' }, asked.urls.length === 0 ? said.noUrls : said.noCrawlers));
      show(notes);
      return;
    }
    if (!ok) {
      cells = [];
      show(matrix, problemText(problem, repaint));
      return;
    }
    if (!isDrawn(asked)) draw(asked, answer.verdict);
    answer.verdict.forEach((verdict, index) => cells[index]?.set(verdict, answer.line[index]));
    if (isAdded) matrix.scrollLeft = matrix.scrollWidth;
    isAdded = false;
    more.update();
    // What the field says already is not said again.
    const isTold = (note) =>
      [...found.keys()].some((name) => [`the catalogue does not know ${name},`, `${name} is not in the catalogue`].some((start) => note.startsWith(start)));
    const also = stated.filter((note) => !isTold(note));
    const sites = sitesOf(urls);
    if (sites.length > 1) also.unshift(said.sites(sites.length));
    show(notes, also.length > 0 && [h('h2', {}, said.notes), h('ul', {}, also.map((note) => h('li', {}, note)))]);
    mark();
  }

  let drawn = null;

  function isDrawn({ urls, crawlers }) {
    const same = (one, other) => one.length === other.length && one.every((text, index) => text === other[index]);
    return cells.length > 0 && drawn.strangers === strangers && drawn.disobey === disobey && same(drawn.urls, urls) && same(drawn.crawlers, crawlers);
  }

  function draw(asked, verdicts) {
    drawn = { ...asked, strangers, disobey };
    cells = [];
    const n = asked.crawlers.length;
    const rows = asked.urls.map((url, index) => {
      const isNone = verdicts.slice(index * n, (index + 1) * n).every((verdict) => verdict === 'unasked');
      return h('tr', {}, h('th', { scope: 'row' }, url), isNone ? noUrl(url, n) : asked.crawlers.map((agent) => h('td', {}, makeCell(agent, url))));
    });
    const head = asked.crawlers.map((agent) => h('th', { scope: 'col' }, agent, strangerMark(agent)));
    show(
      matrix,
      h('table', { class: 'matrix' }, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, said.url), head)), h('tbody', {}, rows)),
    );
  }

  /** What stands in the row of a line that is no URL: so, and what may have been meant. */
  function noUrl(line, columns) {
    for (let n = 0; n < columns; n += 1) cells.push(null);
    const offer = (url) => [' ', h('button', { type: 'button', class: 'plain', onclick: () => replaceUrl(line, url) }, said.useUrl(url))];
    return h('td', { class: 'none', colspan: columns }, h('div', {}, said.noUrl, meantUrls(line).map(offer)));
  }

  function makeCell(agent, url) {
    const word = new Text();
    const number = h('span', { class: 'line' });
    const doubt = h('span', { class: 'disobeys' });
    const button = h('button', { type: 'button', 'aria-pressed': 'false', onclick: () => choose(agent, url) }, word, ' ', number, doubt);
    let painted = '';
    cells.push({
      agent,
      url,
      button,
      /** Repaints, if it says something else than before. */
      set(verdict, line) {
        if (painted === `${verdict} ${line}`) return;
        painted = `${verdict} ${line}`;
        button.className = verdict;
        word.data = words.verdict[verdict] ?? verdict;
        const mark = verdict === 'disallow' && obeysMark(disobey.get(agent));
        show(doubt, mark && ` ${mark}`);
        number.textContent = line > 0 ? said.showLine(line) : '';
      },
    });
    return button;
  }

  function paintPager() {
    const turn = (to) => () => {
      from = to;
      paintPager();
      matrix.focus({ preventScroll: true });
      repaint();
    };
    const last = Math.min(from + PAGE, urls.length);
    const several = urls.length > PAGE;
    show(
      pager,
      several && h('button', { type: 'button', disabled: from === 0, onclick: turn(from - PAGE) }, said.before),
      several && h('button', { type: 'button', disabled: last === urls.length, onclick: turn(from + PAGE) }, said.next),
      several && h('span', { class: 'quiet' }, said.page(from + 1, last, urls.length)),
    );
    pager.hidden = !several;
    const wait = h('span', { class: 'quiet', role: 'status' });
    show(saving, urls.length > 0 && [h('button', { type: 'button', onclick: () => csv(wait) }, said.csv), wait]);
  }

  /** All verdicts as a table, asked part by part. */
  async function csv(wait) {
    const { crawlers } = state.value;
    const step = Math.max(1, Math.floor(PART / Math.max(1, crawlers.length)));
    const rows = ['url,agent,verdict,reason,line'];
    const all = urls;
    for (let at = 0; at < all.length; at += step) {
      show(wait, said.csvWait(at, all.length));
      const part = all.slice(at, at + step);
      const { ok, answer, problem } = await ask('check', { ...question(part, 'columns'), agents: crawlers });
      if (!ok) {
        show(wait, problemText(problem));
        return;
      }
      answer.verdict.forEach((verdict, index) => {
        const url = part[Math.floor(index / crawlers.length)];
        const agent = crawlers[index % crawlers.length];
        rows.push([url, agent, verdict, answer.reason[index], answer.line[index]].map(csvField).join(','));
      });
    }
    show(wait);
    download('verdicts.csv', `${rows.join('\r\n')}\r\n`, 'text/csv');
  }

  // ---- Why ----

  /** Whether somebody has just chosen, and not seen the answer. */
  let isAwaited = false;

  function choose(agent, url) {
    chosen = { agent, url };
    isAwaited = true;
    mark();
    explain();
  }

  function mark() {
    for (const cell of cells) {
      const is = chosen !== null && cell?.agent === chosen.agent && cell.url === chosen.url;
      cell?.button.setAttribute('aria-pressed', String(is));
    }
  }

  /** Without its cell, a verdict is about nothing. */
  function forget() {
    if (chosen === null || (state.value.crawlers.includes(chosen.agent) && urls.includes(chosen.url))) return;
    chosen = null;
    editor.setLines({});
    show(why, h('p', { class: 'quiet' }, said.choose));
  }

  async function askWhy(signal) {
    const asked = chosen;
    if (asked === null) return { asked };
    // What a crawler's own group keeps away from it, everyone else reads.
    const one = { ...question([asked.url], 'full'), agents: [asked.agent, '*'] };
    const full = await ask('check', one, signal);
    if (!full.ok) return { asked, ...full };
    const compared = await ask('check', { ...one, agents: [asked.agent], detail: 'dialects' }, signal);
    const dialects = compared.ok ? compared.answer.comparisons[0].dialects : [];
    const [found, forEveryone] = full.answer.answers;
    const obeys = (await disobeying(ask, [asked.agent], [found.agent])).get(asked.agent);
    return { asked, ok: true, found, forEveryone, dialects, obeys, points: await knobs(ask) };
  }

  function paintWhy({ asked, ok, problem, ...answer }) {
    if (asked !== chosen || asked === null) return;
    if (!ok) {
      show(why, problemText(problem, explain));
      return;
    }
    const lines = linesOf(answer.found);
    editor.setLines(lines);
    // Screen readers say it again when it is painted again.
    const view = h('div', {}, whyView({ asked, ...answer, showLine: editor.showLine }));
    if (isAwaited || view.textContent !== why.textContent) show(why, [...view.childNodes]);
    if (!isAwaited) return;
    isAwaited = false;
    if (lines.decides.length > 0) editor.scrollToLine(lines.decides[0]);
    reveal(whySection);
  }

  function reveal(element) {
    const { top, bottom, height } = element.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: height > innerHeight ? 'start' : 'nearest' });
  }

  // ---- Changes ----

  let asked = null;
  const repaintSoon = later(WAIT, repaint);
  const explainAgain = later(WAIT, () => chosen && explain());

  function update() {
    const { urls: text, crawlers } = state.value;
    if (asked?.urls !== text) {
      urls = urlsOf(text);
      from = 0;
      show(told);
      paintList(text);
      paintPager();
    }
    if (asked?.crawlers !== crawlers) {
      show(removed);
      paintChips();
    }
    matrix.setAttribute('aria-busy', 'true');
    asked = state.value;
    forget();
    if (state.value.text.length > SHORT) repaintSoon();
    else repaint();
    explainAgain();
  }

  return { element, watches: ['text', 'urls', 'crawlers', 'dialect'], update };
}
