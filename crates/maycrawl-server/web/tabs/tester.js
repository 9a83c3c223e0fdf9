// The tester: URLs × crawlers as a matrix of verdicts, and why each is as it is.

import { crawlers as catalogue, groups, knobs } from '../catalogue.js';
import { download, h, rich, show } from '../dom.js';
import { later, latest } from '../latest.js';
import { problemText } from '../problem.js';
import { START } from '../state.js';
import { isSitemap, urlsOf } from '../urls.js';
import { words } from '../words.js';

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

  const matrix = h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': said.table });
  const pager = h('div', { class: 'bar' });
  const why = h('div', { 'aria-live': 'polite' }, h('p', { class: 'quiet' }, said.choose));
  const notes = h('div', {});
  const chips = h('ul', { class: 'chips', 'aria-label': said.crawlers });
  const list = h('textarea', { id: 'urls', spellcheck: 'false', 'aria-describedby': 'urls-help', oninput: typed });
  const long = h('div', { role: 'status' });
  let cells = [];

  const element = h(
    'div',
    {},
    h('label', { for: 'urls' }, said.urls),
    list,
    long,
    urlBar(),
    h('h2', {}, said.crawlers),
    chips,
    crawlerBar(),
    h('h2', {}, said.table),
    matrix,
    pager,
    h('h2', {}, said.why),
    why,
    notes,
  );

  const repaint = latest((signal) => askPage(signal), paint);
  const explain = latest(askWhy, paintWhy);

  // ---- What is asked ----

  function urlBar() {
    const file = h('input', {
      type: 'file',
      hidden: true,
      onchange() {
        openList(file.files[0]);
        // So that the same file can be chosen again.
        file.value = '';
      },
    });
    list.addEventListener('drop', (event) => {
      const [dropped] = event.dataTransfer.files;
      if (!dropped) return;
      event.preventDefault();
      openList(dropped);
    });
    return h(
      'div',
      { class: 'bar' },
      h('span', { id: 'urls-help', class: 'quiet fill' }, said.urlsHelp),
      h('button', { type: 'button', onclick: () => file.click() }, said.openUrls),
      file,
    );
  }

  async function openList(file) {
    if (!file) return;
    state.set({ urls: urlsOf(await file.text()).join('\n') });
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
    const again = h('button', { type: 'button', onclick: () => state.set({ urls: '' }) }, said.newList);
    show(long, isLong && h('div', { class: 'message' }, said.longList(urls.length), ' ', again));
  }

  function crawlerBar() {
    const name = h('input', { list: 'names', 'aria-label': said.add, placeholder: said.addHelp, size: 28 });
    const names = h('datalist', { id: 'names' });
    const many = h('select', { 'aria-label': said.addGroup, onchange: addMany }, h('option', { value: '' }, said.addGroup));
    name.addEventListener('focus', fill, { once: true });
    many.addEventListener('focus', fill, { once: true });

    async function fill() {
      if (names.childElementCount > 0) return;
      const known = await catalogue(ask);
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
      if (member === 'first') state.set({ crawlers: START.crawlers });
      if (member === 'none') state.set({ crawlers: [] });
      if (value === undefined) return;
      const has = (crawler) => [crawler[member]].flat().includes(value);
      add((await catalogue(ask)).filter(has).map(({ token }) => token));
    }

    function add(more) {
      state.set({ crawlers: [...new Set([...state.value.crawlers, ...more])] });
    }

    const dialect = h(
      'select',
      { id: 'dialect', onchange: () => state.set({ dialect: dialect.value }) },
      DIALECTS.map((one) => h('option', { value: one, selected: one === state.value.dialect }, one === 'own' ? said.own : one)),
    );
    return h(
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
      h('span', { class: 'fill' }),
      h('label', { class: 'row' }, said.dialect, dialect),
    );
  }

  function paintChips() {
    const remove = (name) => () => state.set({ crawlers: state.value.crawlers.filter((one) => one !== name) });
    show(
      chips,
      state.value.crawlers.map((name) =>
        h('li', {}, name, h('button', { type: 'button', 'aria-label': said.remove(name), onclick: remove(name) }, '×')),
      ),
    );
  }

  // ---- The matrix ----

  function question(urls, detail) {
    const { text, crawlers, dialect } = state.value;
    return { robots: text, agents: crawlers, urls, dialect, detail };
  }

  async function askPage(signal) {
    const asked = { urls: urls.slice(from, from + PAGE), crawlers: state.value.crawlers };
    if (asked.urls.length === 0 || asked.crawlers.length === 0) return { asked };
    return { asked, ...(await ask('check', question(asked.urls, 'columns'), signal)) };
  }

  function paint({ asked, ok, answer, problem }) {
    if (asked.urls.length === 0 || asked.crawlers.length === 0) {
      cells = [];
      show(matrix, h('p', { class: 'quiet' }, asked.urls.length === 0 ? said.noUrls : said.noCrawlers));
      show(notes);
      return;
    }
    if (!ok) {
      cells = [];
      show(matrix, problemText(problem));
      return;
    }
    if (!isDrawn(asked)) draw(asked);
    answer.verdict.forEach((verdict, index) => cells[index]?.set(verdict, answer.line[index]));
    const also = answer.notes ?? [];
    show(notes, also.length > 0 && [h('h2', {}, said.notes), h('ul', {}, also.map((note) => h('li', {}, rich(note))))]);
    mark();
  }

  let drawn = null;

  function isDrawn({ urls, crawlers }) {
    const same = (one, other) => one.length === other.length && one.every((text, index) => text === other[index]);
    return cells.length > 0 && same(drawn.urls, urls) && same(drawn.crawlers, crawlers);
  }

  function draw(asked) {
    drawn = asked;
    cells = [];
    const rows = asked.urls.map((url) =>
      h('tr', {}, h('th', { scope: 'row' }, url), asked.crawlers.map((agent) => h('td', {}, makeCell(agent, url)))),
    );
    const head = h('tr', {}, h('th', { scope: 'col' }, said.url), asked.crawlers.map((agent) => h('th', { scope: 'col' }, agent)));
    show(matrix, h('table', { class: 'matrix' }, h('thead', {}, head), h('tbody', {}, rows)));
  }

  function makeCell(agent, url) {
    const word = new Text();
    const number = h('span', { class: 'line' });
    const button = h('button', { type: 'button', 'aria-pressed': 'false', onclick: () => choose(agent, url) }, word, ' ', number);
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
        number.textContent = line > 0 ? said.showLine(line) : '';
      },
    });
    return button;
  }

  function paintPager() {
    const turn = (to) => () => {
      from = to;
      paintPager();
      repaint();
    };
    const last = Math.min(from + PAGE, urls.length);
    const several = urls.length > PAGE;
    const wait = h('span', { class: 'quiet', role: 'status' });
    show(
      pager,
      several && h('button', { type: 'button', disabled: from === 0, onclick: turn(from - PAGE) }, said.before),
      several && h('button', { type: 'button', disabled: last === urls.length, onclick: turn(from + PAGE) }, said.next),
      several && h('span', { class: 'quiet' }, said.page(from + 1, last, urls.length)),
      h('span', { class: 'fill' }),
      wait,
      urls.length > 0 && h('button', { type: 'button', onclick: () => csv(wait) }, said.csv),
    );
  }

  /** All verdicts as a table, asked part by part. */
  async function csv(wait) {
    const { crawlers } = state.value;
    const step = Math.max(1, Math.floor(PART / Math.max(1, crawlers.length)));
    const rows = ['url,agent,verdict,reason,line'];
    const field = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
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
        rows.push([url, agent, verdict, answer.reason[index], answer.line[index]].map(String).map(field).join(','));
      });
    }
    show(wait);
    download('verdicts.csv', `${rows.join('\r\n')}\r\n`, 'text/csv');
  }

  // ---- Why ----

  function choose(agent, url) {
    chosen = { agent, url };
    mark();
    explain();
  }

  function mark() {
    for (const { agent, url, button } of cells) {
      const is = chosen !== null && agent === chosen.agent && url === chosen.url;
      button.setAttribute('aria-pressed', String(is));
    }
  }

  async function askWhy(signal) {
    const asked = chosen;
    const one = { ...question([asked.url], 'full'), agents: [asked.agent] };
    const full = await ask('check', one, signal);
    if (!full.ok) return full;
    const [reason, points] = [await ask('check', { ...one, detail: 'dialects' }, signal), await knobs(ask)];
    return { ...full, asked, points, others: reason.ok ? reason.answer.comparisons[0].dialects : [] };
  }

  function paintWhy({ ok, problem, asked, answer, others, points }) {
    if (!ok) {
      show(why, problemText(problem));
      return;
    }
    const [found] = answer.answers;
    const { rule } = found;
    editor.setLines({ decides: rule ? [rule.line] : [], beaten: found.others.map((other) => other.rule.line) });
    if (rule) editor.showLine(rule.line);
    const verdict = words.verdict[found.verdict];
    show(
      why,
      h('p', {}, h('strong', { class: found.verdict }, said.explained(asked.agent, verdict, asked.url))),
      h('p', {}, rich(found.why)),
      rule && h('p', { class: 'pieces' }, said.matched, ': ', rule.pieces.map(piece)),
      found.others.length > 0 && h('h3', {}, said.beaten),
      found.others.length > 0 &&
        h('ul', {}, found.others.map(({ rule: other, lost }) =>
          h('li', {}, lineButton(other.line), ' ', h('code', {}, `${other.kind}: ${other.value}`), ' ', said.lost[lost] ?? lost),
        )),
      agreement(found.verdict, others, points),
      h('p', { class: 'quiet' }, rich(said.indexing)),
    );
  }

  function lineButton(line) {
    return h('button', { type: 'button', class: 'plain', onclick: () => editor.showLine(line) }, said.showLine(line));
  }

  const piece = ({ piece: text, matched }) =>
    h('span', { class: text === '*' || text === '$' ? 'wild' : '', title: text }, text === '*' ? `*(${matched})` : text);

  function agreement(verdict, others, points) {
    const names = (which) => others.filter(({ verdict }) => verdict === which).map(({ dialect }) => dialect);
    const kinds = [...new Set(others.map((one) => one.verdict))];
    if (kinds.length === 0) return null;
    if (kinds.length === 1 && kinds[0] === verdict) return h('p', { class: 'quiet' }, said.agreement);
    const causes = new Set(others.flatMap((one) => one.knobs));
    const point = (name) => points.find((knob) => knob.name === name)?.what ?? name;
    return [
      h('h3', {}, said.disagreement),
      h('ul', {}, kinds.map((kind) => h('li', {}, said.engines(words.verdict[kind], names(kind).join(', '))))),
      [...causes].map((name) => h('p', {}, said.because(point(name)))),
    ];
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
      paintList(text);
      paintPager();
    }
    if (asked?.crawlers !== crawlers) paintChips();
    asked = state.value;
    if (state.value.text.length > SHORT) repaintSoon();
    else repaint();
    explainAgain();
  }

  return { element, watches: ['text', 'urls', 'crawlers', 'dialect'], update };
}
