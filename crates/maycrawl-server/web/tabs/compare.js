// Compare: which answers and which lines differ between two versions of the text.

import { diffLines } from '../diff.js';
import { diffView } from '../diff_view.js';
import { h, show } from '../dom.js';
import { later, latest } from '../latest.js';
import { disobeying, obeysMark } from '../obeys.js';
import { problemText } from '../problem.js';
import { urlsOf, pathsOf } from '../urls.js';
import { words } from '../words.js';
import { askChanges } from './compare/changes.js';
import { createOldEditor } from './compare/old.js';

const said = words.compare;

/** How long a pause in typing is, in milliseconds. */
const PAUSE = 250;

/** How many changes stand on a page of the table. */
const PAGE = 100;

/** How many paths of rules that differ are offered. */
const MOST_PATHS = 50;

/** How many URLs and crawlers are named that are asked about. */
const MOST_NAMES = 20;

export function tab({ ask, state, editor }) {
  /** The answers that change; `null` if nothing was asked. */
  let changes = null;
  let from = 0;

  const old = createOldEditor(state);
  const working = h('span', { class: 'quiet', role: 'status' });
  const asks = h('details', {});
  const answers = h('div', { role: 'status' });
  const offer = h('div', {});
  const table = h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': said.answers, hidden: true });
  const pager = h('div', { class: 'bar' });
  const alsoKnown = h('div', {});
  const lines = h('div', {});
  const linesHeading = h('h2', {}, said.lines);
  const element = h(
    'div',
    {},
    h('p', {}, said.intro),
    old.element,
    h('h2', {}, said.answers),
    asks,
    h('button', { type: 'button', class: 'plain', onclick: () => state.set({ tab: 'tester' }) }, said.change),
    answers,
    offer,
    working,
    table,
    pager,
    alsoKnown,
    linesHeading,
    lines,
  );

  const compare = latest(askAll, paint);
  const compareSoon = later(PAUSE, compare);

  // ---- What is asked ----

  async function askAll(signal) {
    const { text, old: before, urls: list, crawlers, dialect } = state.value;
    const asked = { old: before, new: text, urls: urlsOf(list), agents: crawlers, dialect };
    const why = reasonNotToAsk(asked);
    if (why !== null) return { asked, why };
    // Why nothing was asked is no answer to this.
    if (changes === null) show(answers);
    const tell = (done) => show(working, said.working(done, asked.urls.length));
    const answered = await askChanges(ask, asked, signal, tell);
    const named = [...new Set((answered.sum?.list ?? []).map(nameOf))];
    return { asked, ...answered, may: await disobeying(ask, named) };
  }

  function reasonNotToAsk({ old: before, new: text, urls, agents }) {
    if (before === '') return said.noOld;
    if (before === text) return said.same;
    if (urls.length === 0) return said.noUrls;
    return agents.length === 0 ? said.noCrawlers : null;
  }

  // ---- What is shown ----

  const nameOf = ({ agent }) => agent.tokens[0] ?? '*';

  /** The crawlers that may not obey. */
  let disobey = new Map();

  function paint({ asked, why, ok, sum, problem, may = new Map() }) {
    disobey = may;
    const { old: before, new: text, urls, agents } = asked;
    // The present texts are asked about after a pause in typing.
    if (state.value.tab !== 'compare' || before !== state.value.old || text !== state.value.text) return;
    show(working);
    paintAsks(urls, agents);
    paintLines(before, text);
    from = 0;
    changes = ok ? sum.list : null;
    show(alsoKnown);
    show(offer);
    if (why !== undefined) {
      show(answers, h('p', { class: 'quiet' }, why));
    } else if (!ok) {
      show(answers, problemText(problem, compare));
    } else {
      paintSum(sum);
    }
    paintTable();
  }

  function paintAsks(urls, agents) {
    const { dialect } = state.value;
    const names = (list) => [
      list.slice(0, MOST_NAMES).map((name, index) => [index > 0 && ', ', h('code', {}, name)]),
      list.length > MOST_NAMES && ` ${said.more(list.length - MOST_NAMES)}`,
    ];
    show(
      asks,
      h('summary', {}, said.asks(urls.length, agents.length), dialect !== 'own' && `, ${said.dialect(words.dialects[dialect] ?? dialect)}`),
      urls.length > 0 && h('p', {}, names(urls)),
      agents.length > 0 && h('p', {}, names(agents)),
    );
  }

  function paintSum({ asked, changed, blocked, left, list, notes }) {
    const kinds = said.kinds(blocked, changed - blocked, asked - changed);
    const also = [...notes].map((note) => h('li', {}, note));
    show(
      answers,
      changed === 0
        ? h('p', { class: 'message' }, said.none(asked))
        : h('p', {}, h('strong', {}, said.sum(changed, asked)), ': ', kinds),
      left > 0 && h('p', { class: 'message warning' }, said.left(left)),
      list.length < changed && h('p', { class: 'quiet' }, said.cut(list.length)),
    );
    show(alsoKnown, also.length > 0 && [h('h3', {}, said.notes), h('ul', {}, also)]);
    paintOffer();
  }

  /** Offers to ask about the paths of rules that differ, and are not asked about. */
  function paintOffer() {
    const { old: before, text, urls } = state.value;
    const differing = diffLines(before, text).filter(({ kind }) => kind !== 'same').map((line) => line.text);
    const asked = new Set(urlsOf(urls));
    const paths = pathsOf(differing).filter((path) => !asked.has(path)).slice(0, MOST_PATHS);
    const add = () => state.set({ urls: `${urls.trimEnd()}\n${paths.join('\n')}\n` });
    show(offer, paths.length > 0 && h('button', { type: 'button', onclick: add }, said.addPaths(paths.length)));
  }

  function paintLines(before, text) {
    linesHeading.hidden = before === '' || before === text;
    show(lines, !linesHeading.hidden && diffView(before, text));
  }

  function paintTable() {
    const all = changes ?? [];
    table.hidden = all.length === 0;
    const head = [said.url, said.crawler, said.before, said.after];
    show(
      table,
      h(
        'table',
        { class: 'whole' },
        h('thead', {}, h('tr', {}, head.map((text) => h('th', { scope: 'col' }, text)))),
        h('tbody', {}, all.slice(from, from + PAGE).map(row)),
      ),
    );
    const last = Math.min(from + PAGE, all.length);
    const several = all.length > PAGE;
    const button = (name, to, disabled) => h('button', { type: 'button', disabled, onclick: () => turn(to) }, name);
    show(
      pager,
      several && button(said.previous, from - PAGE, from === 0),
      several && button(said.next, from + PAGE, last === all.length),
      several && h('span', { class: 'quiet', role: 'status' }, said.page(from + 1, last, all.length)),
    );
  }

  function turn(to) {
    from = to;
    paintTable();
    table.scrollTop = 0;
    table.focus();
  }

  const row = ({ url, agent, old: before, new: after }) => {
    const name = nameOf({ agent });
    const mark = disobey.has(name) && h('span', { class: 'disobeys' }, ` (${obeysMark(disobey.get(name))})`);
    return h(
      'tr',
      {},
      h('th', { scope: 'row' }, url),
      h('td', {}, name, mark),
      side(before, said.lineOfOld, (line) => old.showLine(line)),
      side(after, said.lineOfNew, showNew),
    );
  };

  /** A verdict, and the line that decides. */
  function side({ verdict, rule }, name, showLine) {
    const button = ({ line }) => {
      const attributes = { type: 'button', class: 'plain', 'aria-label': name(line), onclick: () => showLine(line) };
      return h('button', attributes, said.line(line));
    };
    return h(
      'td',
      {},
      h('span', { class: verdict }, words.verdict[verdict] ?? verdict),
      ' ',
      rule ? button(rule) : h('span', { class: 'quiet' }, said.noRule),
    );
  }

  function showNew(line) {
    editor.setLines({ decides: [line] });
    editor.showLine(line);
  }

  // ---- Changes ----

  function update(isOpening) {
    old.update();
    if (isOpening) compare();
    else compareSoon();
  }

  return { element, watches: ['text', 'old', 'urls', 'crawlers', 'dialect'], update };
}
