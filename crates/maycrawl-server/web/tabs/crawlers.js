// The catalogue: who operates each crawler, what it is for, what it obeys, and whether it may come.

import { crawlers as catalogue, groups, lookUp } from '../catalogue.js';
import { h, outside, show } from '../dom.js';
import { later, latest } from '../latest.js';
import { obeysMark } from '../obeys.js';
import { problemText } from '../problem.js';
import { waiting } from '../waiting.js';
import { words } from '../words.js';

const said = words.crawlers;

/** How many crawlers stand on a page. */
const PAGE = 50;

/** How long the list waits for the end of typing, in milliseconds. */
const WAIT = 120;

export function tab({ ask, state }) {
  let known = [];
  let found = [];
  let from = 0;
  let rows = [];

  const search = h('input', {
    id: 'crawler-search',
    type: 'search',
    placeholder: said.searchHelp,
    size: 28,
    autocapitalize: 'off',
    spellcheck: 'false',
    oninput: later(WAIT, find),
  });
  const purpose = h('select', { id: 'crawler-purpose', onchange: find });
  const retired = h('input', {
    type: 'checkbox',
    onchange() {
      paintPurposes();
      find();
    },
  });
  const number = h('p', { class: 'quiet', role: 'status' });
  const trouble = h('div', {});
  const list = h('ul', { class: 'crawlers', 'aria-label': said.list, onkeydown: move });
  const pager = h('div', { class: 'bar' });
  const element = h(
    'div',
    {},
    h(
      'div',
      { class: 'bar' },
      h('label', { for: search.id }, said.search),
      search,
      h('label', { for: purpose.id }, said.purpose),
      purpose,
      h('label', { class: 'row' }, retired, said.retired),
    ),
    number,
    h('p', { class: 'quiet' }, said.homeHelp),
    trouble,
    list,
    pager,
  );

  const judge = latest(askVerdicts, paintVerdicts);

  // ---- Which crawlers ----

  let isLoading = false;

  async function load() {
    isLoading = true;
    const all = await waiting(number, catalogue(ask));
    known = all.toSorted((one, other) => one.token.localeCompare(other.token, 'en'));
    isLoading = false;
    if (known.length === 0) {
      show(trouble, problemText({ type: '/problems/unreachable' }, load));
      return;
    }
    show(trouble);
    paintPurposes();
    find();
  }

  /** Those that may be shown. */
  const counted = () => known.filter((crawler) => retired.checked || crawler.retired === undefined);

  function paintPurposes() {
    const { value } = purpose;
    show(
      purpose,
      h('option', { value: '' }, said.anyPurpose),
      groups(counted(), 'purposes').map(([name, count]) =>
        h('option', { value: name }, `${purposeName(name)} (${count.toLocaleString('en')})`),
      ),
    );
    purpose.value = value;
    if (purpose.selectedIndex < 0) purpose.value = '';
  }

  function find() {
    const wanted = search.value.trim();
    const isShown = ({ token, retired: gone, purposes }) =>
      (retired.checked || gone === undefined || token.toLowerCase() === wanted.toLowerCase()) &&
      (purpose.value === '' || purposes.includes(purpose.value));
    found = lookUp(known.filter(isShown), wanted);
    from = 0;
    paint();
  }

  // ---- The list ----

  function paint() {
    const page = found.slice(from, from + PAGE);
    show(number, said.count(found.length, Math.max(found.length, counted().length)));
    rows = page.map(row);
    show(
      list,
      rows.map(({ element: one }) => one),
    );
    show(trouble, found.length === 0 && h('p', {}, said.none));
    const turn = (to) => () => {
      from = to;
      paint();
      list.querySelector('summary')?.focus();
    };
    show(
      pager,
      found.length > PAGE && [
        h('button', { type: 'button', disabled: from === 0, onclick: turn(from - PAGE) }, said.before),
        h('button', { type: 'button', disabled: from + PAGE >= found.length, onclick: turn(from + PAGE) }, said.next),
        h('span', { class: 'quiet' }, said.page(from + 1, from + page.length, found.length)),
      ],
    );
    paintAdded();
    judge();
  }

  function row(crawler) {
    const { token, operator, purposes } = crawler;
    const verdict = h('span', { class: 'quiet' });
    const add = h('button', { type: 'button', onclick: () => toggle(token) });
    const body = h('div', {});
    const details = h(
      'details',
      { ontoggle: () => body.childElementCount === 0 && show(body, facts(crawler)) },
      h(
        'summary',
        {},
        h('strong', {}, token),
        ' ',
        h('span', { class: 'quiet' }, operator),
        ' ',
        h('span', { class: 'purpose' }, purposes.map(purposeName).join(', ')),
        ' · ',
        verdict,
      ),
      body,
    );
    return { element: h('li', {}, details, add), crawler, verdict, add };
  }

  /** What the catalogue knows about a crawler. */
  function facts(crawler) {
    const {
      fallback,
      obeys,
      obeys_global: obeysGlobal,
      honours_crawl_delay: delay,
      user_agent: userAgent,
      verification,
      retired: gone,
    } = crawler;
    const rest = [
      gone !== undefined && [said.noLonger, /^\d/.test(gone) ? said.since(gone) : said.noLonger],
      [said.costs, crawler.blocking_costs],
      [said.operator, crawler.operator],
      [said.purposes, crawler.purposes.map((name) => sentenceOf(name))],
      [said.obeys, said.obeysWords[obeys] ?? obeys],
      obeysGlobal !== undefined && [said.global, said.globalWords[obeysGlobal]],
      fallback?.length > 0 && [said.fallback, fallback.join(', ')],
      delay !== undefined && [said.delay, said.delayWords[delay]],
      [said.reads, reading(crawler)],
      [
        said.userAgent,
        userAgent === 'none' ? said.noUserAgent : userAgent ? h('code', {}, userAgent) : said.unknownUserAgent,
      ],
      [said.verify, verification && verification !== 'none' ? linked(verification) : said.verifyNone],
      [said.source, sourced(crawler.source, crawler.read_on)],
    ];
    return h(
      'dl',
      {},
      rest.filter(Boolean).map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
    );
  }

  /** The keys go from crawler to crawler. */
  function move(event) {
    if (event.target.localName !== 'summary') return;
    const all = [...list.querySelectorAll('summary')];
    const at = all.indexOf(event.target);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all[Math.max(0, Math.min(to, all.length - 1))].focus();
  }

  // ---- Verdicts ----

  async function askVerdicts(signal) {
    const asked = rows;
    const tokens = asked.map(({ crawler }) => crawler.token);
    if (tokens.length === 0) return { asked, ok: true, answer: { crawlers: [] } };
    const { text, dialect } = state.value;
    return { asked, ...(await ask('crawlers', { robots: text, dialect, tokens }, signal)) };
  }

  function paintVerdicts({ asked, ok, answer, problem }) {
    if (asked.length > 0) show(trouble, !ok && problemText(problem, judge));
    const verdicts = new Map(ok ? answer.crawlers.map(({ token, verdict }) => [token, verdict]) : []);
    for (const { crawler, verdict } of asked) {
      const is = verdicts.get(crawler.token);
      verdict.className = is ?? 'quiet';
      show(verdict, is && said.home(words.verdict[is] ?? is), is && obeysMark(crawler.obeys) && ` (${obeysMark(crawler.obeys)})`);
    }
  }

  // ---- The Tester's crawlers ----

  function toggle(token) {
    const { crawlers } = state.value;
    const has = crawlers.includes(token);
    state.set({ crawlers: has ? crawlers.filter((one) => one !== token) : [...crawlers, token] });
  }

  function paintAdded() {
    for (const { crawler, add } of rows) {
      const has = state.value.crawlers.includes(crawler.token);
      add.className = has ? 'added' : '';
      add.setAttribute('aria-label', has ? said.addedName(crawler.token) : said.addName(crawler.token));
      show(add, has ? said.added : said.add);
    }
  }

  let asked = null;
  const judgeSoon = later(WAIT, judge);

  function update() {
    if (known.length === 0 && !isLoading) load();
    paintAdded();
    const { text, dialect } = state.value;
    if (asked !== null && (asked.text !== text || asked.dialect !== dialect)) judgeSoon();
    asked = state.value;
  }

  return { element, watches: ['text', 'dialect', 'crawlers'], update };
}

const purposeName = (purpose) => words.purposes[purpose]?.name ?? purpose;

function sentenceOf(purpose) {
  const what = words.purposes[purpose]?.what;
  return h('div', {}, purposeName(purpose), what && h('span', { class: 'quiet' }, `: ${what}`));
}

/** How a crawler reads, and the page that says so, if there is one. */
function reading({ dialect, own_dialect: own, reading_source: source, reading_read_on: day }) {
  const isWhole = own.endsWith('+groups.ua_match=whole');
  const isKnown = source !== undefined && (dialect !== undefined || isWhole);
  return [
    dialect === undefined ? said.notDocumented : (words.dialects[dialect] ?? dialect),
    isWhole && said.wholeName,
    isKnown && ['. ', said.source, ': ', sourced(source, day)],
  ];
}

/** A page, and when it was read. */
const sourced = (url, day) => [secure(url), ', ', said.read(day)];

/** A link, if it is an encrypted one; else its text. */
function secure(url) {
  return url.startsWith('https://') ? outside(url) : url;
}

/** A text with its links. */
function linked(text) {
  return text.split(/(https:\/\/[^\s;,)]+)/).map((part, index) => (index % 2 === 1 ? secure(part) : part));
}
