// The validator: what is wrong with the text, why, what to do, and doing it.

import { applyEdits } from '../edits.js';
import { download, h, show } from '../dom.js';
import { later, latest } from '../latest.js';
import { problemText } from '../problem.js';
import { urlsOf } from '../urls.js';
import { visible } from '../visible.js';
import { words } from '../words.js';
import { fixAlone } from './validator/alone.js';
import { counts, findingsView, fixName, worst } from './validator/findings.js';
import { ignoresOf, withIgnores, withoutIgnore, withoutIgnores } from './validator/ignore.js';
import { ignoreForm, ignoredView } from './validator/ignored.js';
import { pageOf } from './validator/page.js';
import { previewView } from './validator/preview.js';

const said = words.validator;

/** How long a pause in typing is, in milliseconds. */
const PAUSE = 250;

/** How many URLs of the tester are checked against path rules. */
const MOST_URLS = 10_000;

export function tab({ ask, state, editor }) {
  /** The newest findings, and the question that they answer. */
  let linted = null;
  /** A repair that is looked at before it is applied. */
  let repair = null;

  const head = h('div', { class: 'score', role: 'status', tabindex: -1 });
  const working = h('span', { class: 'quiet' });
  const options = h('div', { class: 'bar' });
  const withUrls = urlChoice();
  const panel = h('section', { class: 'panel', tabindex: -1, hidden: true, onkeydown: closeOnEscape });
  const list = h('div', {});
  const ignored = h('div', {});
  const element = h(
    'div',
    { class: 'validator' },
    h('div', { class: 'bar' }, head, h('span', { class: 'fill' }), working),
    h('p', { class: 'quiet' }, said.scoreHelp),
    options,
    withUrls.element,
    panel,
    list,
    ignored,
  );

  const lint = latest(askLint, paint);
  const lintSoon = later(PAUSE, lint);
  const tryRepair = latest(askRepair, paintRepair);

  // ---- What is asked ----

  /** What `lint` and `fix` are asked about the present text. */
  function question() {
    const { text, urls, ignored: rules, lintUrls } = state.value;
    const settings = { ignore: rules.map(({ rule }) => rule) };
    return { robots: text, settings, urls: lintUrls ? urlsOf(urls).slice(0, MOST_URLS) : [] };
  }

  async function askLint(signal) {
    const asked = question();
    const answered = await ask('lint', asked, signal);
    const bare = withoutIgnores(asked.robots);
    if (!answered.ok || (asked.settings.ignore.length === 0 && bare === asked.robots)) return { asked, ...answered };
    // What is ignored must not look as if it were not there.
    const all = await ask('lint', { ...asked, robots: bare, settings: {} }, signal);
    return { asked, ...answered, all: all.ok ? all.answer.files[0] : null };
  }

  function urlChoice() {
    const name = new Text();
    const box = h('input', {
      type: 'checkbox',
      checked: state.value.lintUrls,
      onchange: () => state.set({ lintUrls: box.checked }),
    });
    const choice = h('label', { class: 'row' }, box, name);
    return {
      element: choice,
      update() {
        const n = Math.min(urlsOf(state.value.urls).length, MOST_URLS);
        name.data = said.useUrls(n);
        choice.hidden = n === 0;
      },
    };
  }

  // ---- Findings ----

  function paint({ asked, ok, answer, problem, all }) {
    // The present text is asked about after a pause in typing.
    if (state.value.tab !== 'validator' || asked.robots !== state.value.text) return;
    show(working);
    if (!ok) {
      linted = null;
      editor.setFindings([]);
      for (const place of [head, options]) show(place);
      show(list, problemText(problem, lint));
      // A rule that is ignored may be what is wrong.
      paintIgnored();
      return;
    }
    const [{ findings, score, grade }] = answer.files;
    linted = { asked, findings };
    underline();
    paintHead(score, grade, all);
    paintOptions();
    paintIgnored();
    show(list, findingsView(findings, does));
  }

  /** The findings that are drawn are underlined, with their actions. */
  function underline() {
    const findings = worst(linted.findings).map((finding) => {
      const { place, severity, what, fixes } = finding;
      const actions = [
        ...fixes.slice(0, 1).map((fix) => ({ name: fixName(fix), run: () => does.fix(finding) })),
        { name: said.ignore.button, run: () => does.ignore(finding) },
      ];
      return { start: place.start, end: place.end, severity, message: visible(what), actions };
    });
    editor.setFindings(findings);
  }

  function paintHead(score, grade, whole) {
    const { findings } = linted;
    const isIgnoring = ignoresOf(state.value.text).length + state.value.ignored.length > 0;
    const nothing = isIgnoring ? said.nothingLeft : said.nothing;
    const summary = findings.length === 0 ? nothing : said.counts(counts(findings));
    const title = `${said.score(score)}: ${said.grades[grade] ?? grade}`;
    const hidden = whole ? whole.findings.length - findings.length : 0;
    const doubts = [
      hidden > 0 && said.ignoring(hidden, whole.score, said.grades[whole.grade] ?? whole.grade),
      Object.hasOwn(words.editor.encodings, state.value.encoding) && said.asShown,
    ].filter(Boolean);
    // Screen readers say it again when it is painted again.
    if (head.textContent === title + summary + doubts.join('')) return;
    const colour = doubts.length > 0 ? '' : grade.replace(' ', '-');
    show(
      head,
      h('strong', { class: `grade ${colour}` }, title),
      h('span', {}, summary),
      doubts.map((text) => h('div', { class: 'message warning wide' }, text)),
    );
  }

  function paintOptions() {
    const count = (kind) => linted.findings.filter(({ fixes }) => fixes[0]?.applicability === kind).length;
    const [safe, unsafe] = [count('safe'), count('unsafe')];
    const all = linted.findings.length;
    show(
      options,
      safe > 0 && h('button', { type: 'button', class: 'main', onclick: fixSafe }, said.fixSafe(safe, all)),
      unsafe > 0 && h('button', { type: 'button', onclick: fixEverything }, said.fixUnsafe(safe + unsafe, all)),
      safe + unsafe > 0 && h('p', { class: 'quiet' }, said.fixHelp, all > safe + unsafe && ` ${said.byHand(all - safe - unsafe)}`),
    );
  }

  const pages = new Map();

  const does = {
    showLine: (line) => editor.showLine(line),

    fix(finding) {
      if (!isFresh()) return;
      const [fix] = finding.fixes;
      if (fix.applicability !== 'safe') {
        fixOne(finding);
        return;
      }
      const text = applyEdits(state.value.text, fix.edits);
      if (text === null) editor.say(said.cannotFix, 'warning');
      else change(text, said.fixed(fix.title));
    },

    /** Where a rule's page is shown; it stays open while findings come and go. */
    page(rule, key) {
      if (!pages.has(key)) pages.set(key, h('div', { class: 'page', hidden: true }));
      return pages.get(key);
    },

    async explain(rule, place) {
      if (place.dataset.rule === rule) return;
      show(place, h('p', { class: 'quiet' }, words.problem.wait));
      const { ok, answer, problem } = await ask('explain', { code: rule });
      show(place, ok ? pageOf(answer.topics[0].page) : problemText(problem));
      if (ok) place.dataset.rule = rule;
    },

    ignore(finding) {
      const form = ignoreForm({
        inFile: (reason) => ignoreInFile(finding, reason),
        onPage: (reason) => ignoreEverywhere(finding, reason),
        close: closePanel,
      });
      openPanel(said.ignore.title(finding.rule, finding.place.line), form);
      form.querySelector('input').focus();
    },
  };

  /** Whether the findings are those of the present text. If not, they will be soon. */
  function isFresh() {
    const is = linted !== null && linted.asked.robots === state.value.text;
    if (!is) editor.say(said.stale, 'warning');
    return is;
  }

  /** Puts a text into the editor, and says what was done. */
  function change(text, note) {
    editor.setText(text);
    editor.say(note);
    // What was chosen is gone.
    head.focus({ preventScroll: true });
    lint();
  }

  // ---- The panel, in which something is looked at before it is done ----

  let origin = null;

  function openPanel(title, ...content) {
    repair = null;
    origin = panel.hidden ? document.activeElement : origin;
    panel.hidden = false;
    panel.setAttribute('aria-label', title);
    show(panel, h('h2', {}, title), content);
    panel.focus({ preventScroll: true });
    reveal();
  }

  function reveal() {
    const { top, bottom } = panel.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) panel.scrollIntoView({ block: 'start' });
  }

  function closePanel() {
    const hadFocus = panel.contains(document.activeElement);
    repair = null;
    panel.hidden = true;
    show(panel);
    if (!hadFocus) return;
    if (origin?.isConnected) origin.focus({ preventScroll: true });
    // Where it came from may be gone, or may not take it.
    if (document.activeElement === document.body) head.focus({ preventScroll: true });
  }

  function closeOnEscape(event) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    closePanel();
  }

  // ---- Ignoring ----

  /** Writes a comment, if it silences the finding; says what is wrong otherwise. */
  async function ignoreInFile(finding, reason) {
    if (!isFresh()) return null;
    const { asked, findings } = linted;
    const { rule, what, place } = finding;
    const same = findings.filter((one) => one.rule === rule && one.what === what);
    const here = same.find((one) => one.place.line === place.line) ?? same[0];
    if (!here) return h('p', { class: 'message warning' }, said.ignore.gone);
    const text = withIgnores(asked.robots, [here.place.line], rule, reason);
    const { ok, answer, problem } = await ask('lint', { ...asked, robots: text });
    if (!ok) return problemText(problem);
    const count = (list) => list.filter((one) => one.rule === rule).length;
    if (count(answer.files[0].findings) >= count(findings)) {
      return h('p', { class: 'message warning' }, said.ignore.cannot);
    }
    if (state.value.text !== asked.robots) return h('p', { class: 'message warning' }, said.stale);
    closePanel();
    change(text, said.ignore.written);
    return null;
  }

  function ignoreEverywhere({ rule }, reason) {
    const others = state.value.ignored.filter((one) => one.rule !== rule);
    closePanel();
    head.focus({ preventScroll: true });
    state.set({ ignored: [...others, { rule, reason }] });
  }

  function paintIgnored() {
    const { text, ignored: rules } = state.value;
    show(
      ignored,
      ignoredView(ignoresOf(text), rules, {
        showLine: does.showLine,
        removeComment: (line) => isFresh() && change(withoutIgnore(state.value.text, line), said.ignore.removed),
        removeRule(rule) {
          head.focus({ preventScroll: true });
          state.set({ ignored: state.value.ignored.filter((one) => one.rule !== rule) });
        },
      }),
    );
  }

  // ---- Repairs ----

  function fixSafe() {
    beginRepair(said.preview.safe, false, (asked, signal) => ask('fix', asked, signal));
  }

  function fixEverything() {
    beginRepair(said.preview.all, false, (asked, signal) => ask('fix', { ...asked, unsafe: true }, signal));
  }

  function fixOne(finding) {
    const { findings } = linted;
    const title = said.preview.one(finding.fixes[0].title, finding.place.line);
    beginRepair(title, true, (asked, signal) => fixAlone(ask, asked, finding, findings, signal));
  }

  /** Shows what a repair would do, and offers to do it. */
  function beginRepair(title, isOne, askFor) {
    openPanel(title, h('p', { class: 'quiet', role: 'status' }, said.preview.working));
    repair = { title, isOne, asked: question(), askFor };
    tryRepair();
  }

  async function askRepair(signal) {
    const mine = repair;
    return mine && { mine, ...(await mine.askFor(mine.asked, signal)) };
  }

  function paintRepair(answered) {
    if (answered === null || answered.mine !== repair) return;
    const { ok, answer, problem } = answered;
    const { title, isOne, asked } = repair;
    const view = () =>
      previewView({ text: asked.robots, answer, isOne }, {
        apply() {
          closePanel();
          change(answer.file, said.repaired(answer.applied.length));
        },
        download: () => download('robots.txt', answer.file),
        cancel: closePanel,
      });
    const close = h('p', { class: 'bar' }, h('button', { type: 'button', onclick: closePanel }, said.preview.cancel));
    show(panel, h('h2', {}, title), ok ? view() : [problemText(problem, tryRepair), close]);
    reveal();
  }

  // ---- Changes ----

  function update(isOpening) {
    // A repair is of the text that was looked at.
    if (repair !== null && repair.asked.robots !== state.value.text) closePanel();
    withUrls.update();
    show(working, said.working);
    if (isOpening) lint();
    else lintSoon();
  }

  function leave() {
    if (repair !== null) closePanel();
  }

  return { element, watches: ['text', 'urls', 'ignored', 'lintUrls', 'encoding'], update, leave };
}
