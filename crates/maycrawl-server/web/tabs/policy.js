// The policy: who may crawl what, in sentences and as a picture.

import { crawlers as catalogue } from '../catalogue.js';
import { download, h, show } from '../dom.js';
import { later, latest } from '../latest.js';
import { problemText } from '../problem.js';
import { urlsOf } from '../urls.js';
import { waiting } from '../waiting.js';
import { inSentence, words } from '../words.js';
import { foldersOf, siteOf } from './policy/folders.js';
import { asked as askedOf, FETCHING, rowsOf } from './policy/matrix.js';
import { asFile, cellText, draw } from './policy/picture.js';

const said = words.policy;

/** How long the answers wait for the end of typing, in milliseconds. */
const WAIT = 250;

/** How many names a sentence has, and how many a list. */
const NAMED = 5;
const LISTED = 60;

const STANDINGS = ['everywhere', 'partly', 'nowhere', 'undecided'];

export function tab({ ask, state, editor }) {
  const lead = h('p', { class: 'lead', role: 'status' });
  const sentences = h('div', {});
  const picture = h('div', { class: 'scroll picture', tabindex: 0, role: 'region', 'aria-label': said.pictureHead });
  const explained = h('div', { class: 'quiet' });
  const table = h('div', {});
  const save = h(
    'button',
    { type: 'button', disabled: true, onclick: () => download(said.file, asFile(picture.firstChild), 'image/svg+xml') },
    said.save,
  );
  const view = h(
    'div',
    { hidden: true },
    h('h2', {}, said.pictureHead),
    picture,
    h('div', { class: 'bar' }, save),
    explained,
    table,
  );
  const element = h('div', {}, h('h2', {}, said.head), lead, sentences, view);

  const inUse = async () => (await catalogue(ask)).filter(({ retired }) => retired === undefined);
  const again = latest(
    (signal) => waiting(lead, askBoth(signal)),
    ({ policy, counts }) => {
      paintPolicy(policy);
      paintPicture(counts);
    },
  );
  const soon = later(WAIT, again);

  async function askBoth(signal) {
    const known = await inUse();
    const policy = { known, ...(await askPolicy(signal)) };
    // If one has no answer, the other has none either: the problem is shown once.
    return { policy, counts: policy.ok && known.length > 0 ? await askCounts(known, signal) : null };
  }

  function askPolicy(signal) {
    const { text, dialect } = state.value;
    return ask('policy', { robots: text, dialect }, signal);
  }

  // ---- Sentences ----

  function paintPolicy({ known, ok, answer, problem }) {
    if (!ok) {
      show(lead);
      show(sentences, problemText(problem, again));
      return;
    }
    show(lead, blocking(answer), summary(answer));
    const notes = (answer.notes ?? []).map((note) => h('div', { class: 'message' }, note));
    show(
      sentences,
      notes,
      ignoring(answer, known),
      disobeying(answer, known),
      byPurpose(answer, known),
      attention(answer),
      use(answer),
      otherNames(answer),
      operators(answer),
    );
  }

  /** The purposes of which most crawlers are blocked: what the file is for comes first. */
  function blocking({ purposes }) {
    const most = FETCHING.filter((purpose) => {
      const { nowhere } = purposes[purpose] ?? { nowhere: 0 };
      return nowhere > 0 && nowhere * 2 > total(purposes[purpose]);
    });
    // Where nearly all purposes are blocked, the sentence about everyone says it.
    if (most.length === 0 || most.length > NAMED) return null;
    const one = (purpose) => said.blocked(inSentence(purpose), purposes[purpose].nowhere, total(purposes[purpose]));
    return h('strong', {}, `${sentence(most.map(one)).replace(/^./, (letter) => letter.toUpperCase())}. `);
  }

  function summary({ crawlers }) {
    const all = Object.values(crawlers);
    const counts = STANDINGS.map((standing) => [
      all.filter((one) => one === standing).length,
      said.where[standing],
    ]).filter(([n]) => n > 0);
    if (counts.length === 1 && all.includes('everywhere')) return said.allOpen;
    if (counts.length === 1 && all.includes('nowhere')) return said.allShut;
    return said.total(all.length, sentence(counts.map(([n, what], index) => said.totalPart(n, what, index === 0))));
  }

  /** Crawlers that a group for everyone does not reach are easily forgotten. */
  function ignoring({ crawlers }, known) {
    if (Object.values(crawlers).every((one) => one === 'everywhere')) return null;
    const are = known.filter(({ token, obeys_global: obeys }) => obeys === false && crawlers[token] === 'everywhere');
    return are.length > 0 && h('p', { class: 'quiet' }, said.ignoring(are.length));
  }

  /** Crawlers that the file blocks and that are known not to obey. */
  function disobeying({ crawlers }, known) {
    const are = known.filter(({ token, obeys }) => obeys === 'no' && ['nowhere', 'partly'].includes(crawlers[token]));
    return are.length > 0 && h('p', { class: 'quiet' }, said.disobeying(are.length, some(are.map(({ token }) => token))));
  }

  /** Purposes of which all crawlers are treated alike share a sentence; each of the others has its own. */
  function byPurpose({ purposes, crawlers }, known) {
    const sorted = FETCHING.filter((purpose) => Object.hasOwn(purposes, purpose));
    const isWhole = (purpose, standing) => purposes[purpose][standing] === total(purposes[purpose]);
    const kinds = ['nowhere', 'everywhere', 'partly'];
    const alike = kinds.map((standing) => [standing, sorted.filter((purpose) => isWhole(purpose, standing))]);
    // Where all are treated alike, the first sentence has said so.
    if (alike.some(([standing, names]) => names.length === sorted.length && standing !== 'partly')) return null;
    const mixed = sorted.filter((purpose) => !kinds.some((standing) => isWhole(purpose, standing)));
    return h(
      'ul',
      {},
      alike
        .filter(([, names]) => names.length > 0)
        .map(([standing, names]) => h('li', {}, said[standing](sentence(names.map(inSentence))))),
      mixed.map((purpose) =>
        h('li', {}, said.mixed(words.purposes[purpose].name, parts(purpose, purposes[purpose], crawlers, known))),
      ),
    );
  }

  /** How many of a purpose may go where, with their names if these are few. */
  function parts(purpose, counts, crawlers, known) {
    const names = (standing) =>
      known
        .filter(({ token, purposes }) => purposes.includes(purpose) && crawlers[token] === standing)
        .map(({ token }) => token);
    const found = STANDINGS.filter((standing) => counts[standing] > 0).toSorted(
      (one, other) => counts[other] - counts[one],
    );
    const part = (standing, index) => {
      const [n, what] = [counts[standing], said.where[standing]];
      const few = n <= NAMED ? said.names(names(standing).join(', ')) : '';
      return (index === 0 ? said.firstPart(n, total(counts), what) : said.part(n, what)) + few;
    };
    return found.map(part).join(', ');
  }

  function attention({ contradictions, openings, in_vain: unread }) {
    const items = [
      ...contradictions.map((text) => said.contradiction(text)),
      ...openings.map(openingText),
      ...Object.entries(unread).map(([name, line]) => [said.unread(name, line), ' ', lineButton(line)]),
    ];
    return (
      items.length > 0 && [
        h('h3', {}, said.attention),
        h(
          'ul',
          {},
          items.slice(0, LISTED).map((item) => h('li', {}, item)),
        ),
        left(items.length),
      ]
    );
  }

  function openingText({ names, line, rules, is_deliberate: isDeliberate }) {
    const paths = rules.slice(0, NAMED).map(({ disallow, path }) => said.openingPath(disallow, path));
    const text = said.opening(some(names), line, some(paths, rules.length));
    return [text, isDeliberate && ` ${said.deliberate}`, ' ', lineButton(line)];
  }

  function use({ content_signal: signal, content_usage: usage, licenses }) {
    const of = (field, values) =>
      Object.entries(values).map(([key, granted]) => said.signal(field, said.signals[key] ?? key, granted));
    const items = [
      ...of('Content-Signal', signal),
      ...of('Content-Usage', usage),
      ...licenses.slice(0, LISTED).map((url) => [said.license, ' ', h('code', {}, url)]),
    ];
    return [
      h('h3', {}, said.use),
      items.length === 0
        ? h('p', {}, said.noSignals)
        : h(
            'ul',
            {},
            items.map((item) => h('li', {}, item)),
          ),
    ];
  }

  function otherNames({ other_names: names }) {
    const all = Object.entries(names);
    const item = ([name, standing]) => h('li', {}, said.otherName(name, said.where[standing] ?? standing));
    return (
      all.length > 0 && more(said.otherNames, all.length, h('ul', {}, all.slice(0, LISTED).map(item)), left(all.length))
    );
  }

  /** Operators by where their crawlers may go. */
  function operators({ operators: counts }) {
    const kindOf = (of) => {
      const kinds = STANDINGS.filter((standing) => of[standing] > 0);
      return kinds.length === 1 ? kinds[0] : 'some';
    };
    const sorted = Map.groupBy(Object.entries(counts), ([, of]) => kindOf(of));
    const kinds = Object.entries(said.operatorKind).filter(([kind]) => sorted.has(kind));
    const list = (all) =>
      `${all
        .slice(0, LISTED)
        .map(([name]) => name)
        .join(', ')}${all.length > LISTED ? `, ${said.more(all.length - LISTED)}` : ''}`;
    return more(
      said.operators,
      Object.keys(counts).length,
      kinds.map(([kind, title]) => [
        h('h4', {}, `${title} (${sorted.get(kind).length.toLocaleString('en')})`),
        h('p', {}, list(sorted.get(kind))),
      ]),
    );
  }

  const more = (title, count, ...children) =>
    h('details', {}, h('summary', {}, `${title} (${count.toLocaleString('en')})`), children);
  const left = (count) => count > LISTED && h('p', { class: 'quiet' }, said.more(count - LISTED));
  const lineButton = (line) =>
    h('button', { type: 'button', class: 'plain', onclick: () => editor.showLine(line) }, said.showLine(line));

  // ---- The picture ----

  async function askCounts(known, signal) {
    const { text, urls, dialect } = state.value;
    const crawlers = askedOf(known, text.length);
    const folders = foldersOf(text, urlsOf(urls));
    const question = {
      robots: text,
      dialect,
      detail: 'columns',
      agents: crawlers.map(({ token }) => token),
      urls: folders.map(({ path }) => path),
    };
    return { known, crawlers, folders, site: siteOf(urlsOf(urls)), ...(await ask('check', question, signal)) };
  }

  function paintPicture(counts) {
    save.disabled = !counts?.ok;
    view.hidden = counts === null;
    if (!counts?.ok) {
      show(picture, counts && problemText(counts.problem));
      show(explained);
      show(table);
      return;
    }
    const { known, crawlers, folders, site, answer } = counts;
    const rows = rowsOf(crawlers, folders, answer.verdict);
    const day = new Date().toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric' });
    show(picture, draw({ rows, folders, crawlers: crawlers.length, site, day }));
    const isWhole = crawlers.length === known.length;
    const extent = isWhole ? said.allCrawlers(known.length) : said.bounded(crawlers.length, known.length);
    show(explained, h('p', {}, extent, ' ', said.cellMeans, ' ', said.folders));
    paintTable(rows, folders);
  }

  function paintTable(rows, folders) {
    const isOpen = table.querySelector('details')?.open ?? false;
    const heads = [said.purpose, ...folders.map(({ path, isDeeper }) => path + (isDeeper ? said.deeperMark : ''))];
    show(
      table,
      h(
        'details',
        { open: isOpen },
        h('summary', {}, said.table),
        h(
          'div',
          { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': said.table },
          h(
            'table',
            { class: 'counts' },
            h(
              'thead',
              {},
              h(
                'tr',
                {},
                heads.map((text) => h('th', { scope: 'col' }, text)),
              ),
            ),
            h(
              'tbody',
              {},
              rows.map(({ name, cells }) =>
                h(
                  'tr',
                  {},
                  h('th', { scope: 'row' }, name),
                  cells.map((cell) => h('td', {}, cellText(cell))),
                ),
              ),
            ),
          ),
        ),
      ),
    );
  }

  // ---- Changes ----

  let isFirst = true;

  function update() {
    if (isFirst) again();
    else soon();
    isFirst = false;
  }

  return { element, watches: ['text', 'urls', 'dialect'], update };
}

const total = (counts) => STANDINGS.reduce((sum, standing) => sum + counts[standing], 0);

const sentence = (names) => new Intl.ListFormat('en').format(names);

/** Names as a part of a sentence; of many the first. */
function some(names, count = names.length) {
  const shown = names.slice(0, NAMED);
  return count > shown.length ? `${shown.join(', ')} ${said.more(count - shown.length)}` : sentence(shown);
}
