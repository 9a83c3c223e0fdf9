// The generator: choices become a robots.txt, which is shown as it grows.

import { crawlers as catalogue } from '../catalogue.js';
import { count, isEmpty, placesOf, readChoices, withAccess } from '../choices.js';
import { download, h, show } from '../dom.js';
import { later, latest } from '../latest.js';
import { problemText } from '../problem.js';
import { createEditor } from '../vendor/editor.js';
import { waiting } from '../waiting.js';
import { words } from '../words.js';
import { listField } from './generator/fields.js';
import { mergePanel } from './generator/merging.js';
import { lostView } from './generator/lost.js';
import { notesList } from './generator/notes.js';
import { presetFields } from './generator/presets.js';
import { rulesFields, ruleSets, valueOf } from './generator/rules.js';
import { nameFields, purposeRows } from './generator/who.js';

const said = words.generator;

/** How long the preview waits for the end of typing, in milliseconds. */
const WAIT = 150;

export function tab(page) {
  const { ask, state, editor } = page;
  let read = { of: null, choices: {} };
  const get = () => {
    const { choices } = state.value;
    if (read.of !== choices) read = { of: choices, choices: readChoices(choices) };
    return read.choices;
  };
  const set = (choices) => state.set({ choices: readChoices(choices) });
  /** Reading and changing one member. */
  const member = (name) => ({
    place: name,
    get: () => valueOf(get(), name),
    set: (value) => set({ ...get(), [name]: value }),
  });

  // ---- What can be chosen ----

  /** The sections: each with its fields, and with the members that it counts. */
  const sections = [];

  function section(title, fields, counts, ...children) {
    const chosen = h('span', { class: 'quiet' });
    const element = h(
      'details',
      {},
      h('summary', {}, h('span', { role: 'heading', 'aria-level': 2 }, title), ' ', chosen),
      children,
    );
    const made = {
      element,
      fields,
      update() {
        for (const field of fields) field.update();
        show(chosen, said.chosen(counts(get())));
      },
    };
    sections.push(made);
    return made;
  }

  /** A section whose fields need the answer to a question: it is asked until it is answered. */
  function asked(title, counts, question, make) {
    const body = h('div', {}, h('p', { class: 'quiet' }, words.problem.wait));
    const made = section(title, [], counts, body);
    let isAsked = false;
    async function load() {
      isAsked = true;
      const known = await question();
      if (known.length === 0) {
        show(body, problemText({ type: '/problems/unreachable' }, load));
        isAsked = false;
        return;
      }
      const { element: content, fields } = make(known);
      made.fields.push(...fields);
      show(body, content);
      made.update();
      if (isAnswered) showWrong();
    }
    made.askAgain = () => {
      if (!isAsked) load();
    };
    return made;
  }

  const inUse = async () => (await catalogue(ask)).filter(({ retired }) => retired === undefined);
  const presets = async () => {
    const { ok, answer } = await ask('presets', { no_comments: true });
    return ok ? answer.presets : [];
  };
  const isPurpose = (who) => who === '*' || who.startsWith('purpose:');
  const named = ({ block = [], allow = [] }) => [...block, ...allow];

  const readyMade = asked(
    said.readyMade,
    ({ preset }) => count(preset),
    presets,
    (known) => presetFields(known, { get, set }),
  );
  const purposes = asked(
    said.purposes,
    (choices) => named(choices).filter(isPurpose).length,
    inUse,
    (known) => {
      const { element: rows, fields } = purposeRows(known, { get, set, isShut: () => isShut });
      return { element: [h('p', { class: 'quiet' }, said.purposesHelp), rows], fields };
    },
  );
  asked(
    said.names,
    (choices) => named(choices).filter((who) => !isPurpose(who)).length,
    inUse,
    (known) => nameFields(known, { get, set }),
  );
  for (const { element: open } of [readyMade, purposes]) open.open = true;

  const everyone = rulesFields(member, said.disallow, said.allowPath);
  section(
    said.paths,
    everyone,
    (choices) => everyone.reduce((sum, { places }) => sum + count(choices[places()[0]]), 0),
    everyone.map(({ element: field }) => field),
  );

  const sets = ruleSets({ get, set });
  section(said.forSome, [sets], (choices) => count(choices.for), sets.element);

  const addresses = [
    listField({ ...member('sitemap'), label: said.sitemap, help: said.sitemapHelp }),
    listField({ ...member('license'), label: said.license, help: said.licenseHelp }),
  ];
  section(
    said.sitemaps,
    addresses,
    ({ sitemap, license }) => count(sitemap) + count(license),
    addresses.map(({ element: field }) => field),
  );

  // ---- The file ----

  const options = {
    comments: h('input', { type: 'checkbox', checked: true, onchange: changed }),
    starOnly: h('input', { type: 'checkbox', onchange: changed }),
    anyToken: h('input', { type: 'checkbox', onchange: changed }),
  };
  const frame = h('div', { class: 'frame' });
  const preview = createEditor(frame, { label: said.previewLabel, phrases: words.editor.phrases, readOnly: true });
  const trouble = h('div', { tabindex: -1 });
  const size = h('span', { class: 'quiet', role: 'status' });
  const notes = h('div', {});
  const lost = h('div', { role: 'status' });
  const done = h('div', { role: 'status' });
  const put = h('button', { type: 'button', disabled: true, onclick: putFile });
  const save = h(
    'button',
    { type: 'button', disabled: true, onclick: () => download('robots.txt', file) },
    said.download,
  );
  const mergeButton = h(
    'button',
    { type: 'button', disabled: true, onclick: () => merging.open(mergeButton) },
    said.merge,
  );
  const clear = h('button', { type: 'button', onclick: clearAll }, said.clear);
  const cleared = h('div', { role: 'status' });
  let file = '';
  let wrong = null;
  let isAnswered = false;
  let isEmptyNow = false;
  /** Whether the file blocks everyone of whom it says nothing else. */
  let isShut = false;

  const question = () => ({
    choices: get(),
    no_comments: !options.comments.checked,
    star_only: options.starOnly.checked,
    any_token: options.anyToken.checked,
  });
  const merging = mergePanel(page, question, sayDone);
  const generate = latest(askFile, paint);
  const generateSoon = later(WAIT, generate);

  async function askFile(signal) {
    const choices = get();
    if (isEmpty(choices)) return { choices, isEmpty: true };
    return { choices, ...(await waiting(size, ask('generate', question(), signal))) };
  }

  function paint({ choices, isEmpty: none, ok, answer, problem }) {
    isAnswered = true;
    file = ok ? answer.file : '';
    if (preview.text !== file) preview.setText(file);
    for (const button of [put, save]) button.disabled = !ok;
    mergeButton.disabled = !ok;
    if (!ok) merging.close();
    show(size, ok && said.size(file.split('\n').length - 1, (answer.notes ?? []).length));
    show(notes, ok && notesList(answer.notes ?? [], choices));
    paintLost(ok ? answer.plan : { crawlers: [] }, choices);
    wrong = none || ok ? null : { problem, places: placesOf(problem, choices) };
    const shut = ok ? answer.plan.everyone.access?.value === 'block' : isShut && !none;
    if (shut !== isShut) {
      isShut = shut;
      purposes.update();
    }
    isEmptyNow = none === true;
    showWrong();
  }

  async function paintLost(plan, choices) {
    const known = plan.crawlers.length > 0 ? await inUse() : [];
    if (get() === choices) show(lost, lostView(plan, known, choices, decideLost));
  }

  function decideLost(tokens, access) {
    set(withAccess(get(), tokens, access));
    readyMade.element.querySelector('summary').focus({ preventScroll: true });
  }

  const allFields = () => sections.flatMap(({ fields }) => fields.flatMap((field) => field.fields?.() ?? [field]));

  /** Shows the problem at the choices that it is about, and the way to the first of them. */
  function showWrong() {
    const isAbout = (field) => wrong !== null && field.places().some((place) => wrong.places.includes(place));
    const fields = allFields();
    for (const field of fields) field.mark(isAbout(field) ? wrong.problem : null, wrong?.places);
    const first = fields.find(isAbout);
    show(
      trouble,
      isEmptyNow && h('p', { class: 'quiet' }, said.noChoices),
      wrong !== null && first === undefined && problemText(wrong.problem, generate),
    );
    if (wrong === null) return;
    const way = () => goTo(first?.control ?? trouble);
    show(size, said.waits, ' ', h('button', { type: 'button', class: 'plain', onclick: way }, said.showWhy));
  }

  function goTo(control) {
    for (let at = control.closest('details'); at !== null; at = at.parentElement.closest('details')) at.open = true;
    control.scrollIntoView({ block: 'center' });
    control.focus();
  }

  function putFile() {
    editor.setText(file);
    sayDone(said.putDone);
  }

  /** Says at the buttons and at the editor what was done, as one of them may be out of sight. */
  function sayDone(text) {
    editor.say(text);
    const see = h('button', { type: 'button', class: 'plain', onclick: () => state.set({ tab: 'policy' }) }, said.see);
    show(done, h('div', { class: 'message' }, text, ' ', see));
  }

  /** A text that is there is added to; where there is none, the new file takes its place. */
  function paintButtons(hasText) {
    show(put, hasText ? said.replace : said.put);
    put.classList.toggle('main', !hasText);
    mergeButton.classList.toggle('main', hasText);
  }

  function clearAll() {
    const before = get();
    set({});
    const bringBack = () => {
      set(before);
      show(cleared);
      clear.focus();
    };
    show(
      cleared,
      said.cleared,
      ' ',
      h('button', { type: 'button', class: 'plain', onclick: bringBack }, said.undoClear),
    );
  }

  function changed() {
    generateSoon();
    merging.update();
  }

  const option = (input, text) => h('label', { class: 'row' }, input, text);
  const element = h(
    'div',
    { class: 'generator' },
    h('div', { class: 'bar' }, h('span', { class: 'fill' }, said.intro), clear),
    cleared,
    readyMade.element,
    lost,
    sections.filter((one) => one !== readyMade).map(({ element: one }) => one),
    h(
      'datalist',
      { id: 'generator-who' },
      Object.keys(words.purposes).map((purpose) => h('option', { value: `purpose:${purpose}` })),
    ),
    h('h2', {}, said.preview),
    trouble,
    frame,
    h('div', { class: 'bar actions' }, mergeButton, put, save, h('span', { class: 'fill' }, size)),
    done,
    merging.element,
    h(
      'div',
      { class: 'bar' },
      option(options.comments, said.comments),
      option(options.starOnly, said.starOnly),
      option(options.anyToken, said.anyToken),
    ),
    notes,
  );

  let seen = null;

  function update() {
    const { choices, text } = state.value;
    if (seen !== null && (seen.choices !== choices || seen.text !== text)) {
      show(done);
      show(cleared);
    }
    paintButtons(text.trim() !== '');
    for (const { askAgain } of sections) askAgain?.();
    if (seen?.choices !== choices) {
      for (const one of sections) one.update();
      const isFirst = seen === null;
      seen = state.value;
      if (isFirst) generate();
      else changed();
    } else if (seen.text !== text) {
      merging.update();
    }
    seen = state.value;
  }

  return { element, watches: ['choices', 'text'], update };
}
