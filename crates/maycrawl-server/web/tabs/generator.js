// The generator: choices become a robots.txt, which is shown as it grows.

import { crawlers as catalogue } from '../catalogue.js';
import { count, isEmpty, placesOf, readChoices } from '../choices.js';
import { download, h, show } from '../dom.js';
import { later, latest } from '../latest.js';
import { problemText } from '../problem.js';
import { createEditor } from '../vendor/editor.js';
import { words } from '../words.js';
import { delayField, listField, signalField } from './generator/fields.js';
import { mergePanel } from './generator/merging.js';
import { notesList } from './generator/notes.js';
import { presetFields } from './generator/presets.js';
import { nameFields, purposeRows } from './generator/who.js';

const said = words.generator;

/** How long the preview waits for the end of typing, in milliseconds. */
const WAIT = 150;

/** How many sets of rules for some crawlers are shown. */
const MOST_SETS = 20;

export function tab(page) {
  const { ask, state, editor } = page;
  const get = () => readChoices(state.value.choices);
  const set = (choices) => state.set({ choices: readChoices(choices) });
  /** Reading and changing one member. */
  const member = (name) => ({
    place: name,
    get: () => get()[name] ?? (name === 'crawl_delay' ? undefined : []),
    set: (value) => set({ ...get(), [name]: value }),
  });

  // ---- What can be chosen ----

  /** The sections: each with its fields, and with the members that it counts. */
  const sections = [];

  function section(title, fields, counts, ...children) {
    const chosen = h('span', { class: 'quiet' });
    const element = h('details', {}, h('summary', {}, h('span', { role: 'heading', 'aria-level': 2 }, title), ' ', chosen), children);
    const update = () => {
      for (const field of fields) field.update();
      show(chosen, said.chosen(counts(get())));
    };
    const made = { element, fields, update };
    sections.push(made);
    return made;
  }

  /** A section whose fields need the answer to a question: they are made when that is there. */
  function asked(title, counts, question, make) {
    const body = h('div', {}, h('p', { class: 'quiet' }, words.problem.wait));
    const made = section(title, [], counts, body);
    question().then((known) => {
      if (known.length === 0) {
        show(body, problemText({ type: '/problems/unreachable' }));
        return;
      }
      const { element: content, fields } = make(known);
      made.fields.push(...fields);
      show(body, content);
      made.update();
      markFields();
    });
    return made;
  }

  const inUse = async () => (await catalogue(ask)).filter(({ retired }) => retired === undefined);
  const presets = async () => {
    const { ok, answer } = await ask('presets', { no_comments: true });
    return ok ? answer.presets : [];
  };
  const isPurpose = (who) => who === '*' || who.startsWith('purpose:');
  const named = ({ block = [], allow = [] }) => [...block, ...allow];

  const readyMade = asked(said.readyMade, ({ preset }) => count(preset), presets, (known) => presetFields(known, { get, set }));
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

  const sets = ruleSets();
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

  /** The fields of rules, for everyone or for some. */
  function rulesFields(of, disallow, allowPath) {
    return [
      listField({ ...of('disallow'), label: disallow, help: said.pathHelp }),
      listField({ ...of('allow_path'), label: allowPath, help: said.pathHelp }),
      delayField(of('crawl_delay')),
      signalField(of('content_signal')),
      listField({ ...of('content_usage'), label: said.usage, help: said.usageHelp }),
    ];
  }

  /** Rules for some crawlers: a fieldset for each set. */
  function ruleSets() {
    const list = h('div', {});
    const left = h('div', { class: 'bar' });
    const all = () => get().for ?? [];
    let shown = [];

    function make(index) {
      const change = (name, value) => set({ ...get(), for: all().toSpliced(index, 1, { ...all()[index], [name]: value }) });
      const of = (name) => ({
        place: `for/${index}/${name}`,
        get: () => all()[index]?.[name] ?? (name === 'crawl_delay' ? undefined : []),
        set: (value) => change(name, value),
      });
      const fields = [
        listField({ ...of('who'), label: said.who, help: said.whoHelp, inOneLine: true }),
        ...rulesFields(of, said.forDisallow, said.forAllowPath),
      ];
      const remove = () => {
        set({ ...get(), for: all().toSpliced(index, 1) });
        add.focus();
      };
      const element = h(
        'fieldset',
        {},
        h('legend', {}, said.forHead(index + 1)),
        fields.map(({ element: field }) => field),
        h('button', { type: 'button', 'aria-label': said.remove(said.forHead(index + 1)), onclick: remove }, said.removeFor),
      );
      return { element, fields };
    }

    const add = h(
      'button',
      {
        type: 'button',
        onclick: () => {
          set({ ...get(), for: [...all(), { who: [] }] });
          shown.at(-1)?.fields[0].control.focus();
        },
      },
      said.addFor,
    );
    const fields = () => shown.flatMap((one) => one.fields);
    return {
      element: h('div', {}, list, left, add),
      fields,
      update() {
        const number = Math.min(all().length, MOST_SETS);
        while (shown.length > number) shown.pop().element.remove();
        while (shown.length < number) {
          shown.push(make(shown.length));
          list.append(shown.at(-1).element);
        }
        for (const field of fields()) field.update();
        const more = all().length - number;
        const removeMore = () => set({ ...get(), for: all().slice(0, MOST_SETS) });
        show(left, more > 0 && [h('span', { class: 'quiet' }, said.moreFor(more)), h('button', { type: 'button', onclick: removeMore }, said.removeFor)]);
      },
    };
  }

  // ---- The file ----

  const options = {
    comments: h('input', { type: 'checkbox', checked: true, onchange: changed }),
    starOnly: h('input', { type: 'checkbox', onchange: changed }),
    anyToken: h('input', { type: 'checkbox', onchange: changed }),
  };
  const frame = h('div', { class: 'frame' });
  const preview = createEditor(frame, { label: said.previewLabel, readOnly: true });
  const trouble = h('div', {});
  const size = h('span', { class: 'quiet', role: 'status' });
  const notes = h('div', { 'aria-live': 'polite' });
  const put = h('button', { type: 'button', class: 'main', disabled: true, onclick: putFile }, said.put);
  const save = h('button', { type: 'button', disabled: true, onclick: () => download('robots.txt', file) }, said.download);
  const mergeButton = h('button', { type: 'button', disabled: true, onclick: () => merging.open(mergeButton) }, said.merge);
  const clear = h('button', { type: 'button', onclick: clearAll }, said.clear);
  const cleared = h('div', { role: 'status' });
  let file = '';
  let wrong = null;
  /** Whether the file blocks everyone of whom it says nothing else. */
  let isShut = false;

  const question = () => ({
    choices: get(),
    no_comments: !options.comments.checked,
    star_only: options.starOnly.checked,
    any_token: options.anyToken.checked,
  });
  const merging = mergePanel(page, question);
  const generate = latest(askFile, paint);
  const generateSoon = later(WAIT, generate);

  async function askFile(signal) {
    const choices = get();
    if (isEmpty(choices)) return { choices, isEmpty: true };
    return { choices, ...(await ask('generate', question(), signal)) };
  }

  function paint({ choices, isEmpty: none, ok, answer, problem }) {
    file = ok ? answer.file : '';
    if (preview.text !== file) preview.setText(file);
    for (const button of [put, save]) button.disabled = !ok;
    mergeButton.disabled = !ok;
    if (!ok) merging.close();
    show(size, ok && said.size(file.split('\n').length - 1));
    show(notes, ok && notesList(answer.notes ?? []));
    wrong = none || ok ? null : { problem, places: placesOf(problem, choices) };
    const field = markFields();
    const shut = ok ? answer.plan.everyone.access?.value === 'block' : isShut && !none;
    if (shut !== isShut) {
      isShut = shut;
      purposes.update();
    }
    if (none) show(trouble, h('p', { class: 'quiet' }, said.noChoices));
    else if (ok) show(trouble);
    else if (field === undefined) show(trouble, problemText(problem));
    else show(trouble, h('p', {}, said.waits, ' ', h('button', { type: 'button', class: 'plain', onclick: () => goTo(field) }, said.showChoice)));
  }

  const allFields = () => sections.flatMap(({ fields }) => fields.flatMap((field) => field.fields?.() ?? [field]));

  /** Shows the problem at the choices that it is about, and returns the first of them. */
  function markFields() {
    const isAbout = (field) => wrong !== null && field.places().some((place) => wrong.places.includes(place));
    const fields = allFields();
    for (const field of fields) field.mark(isAbout(field) ? wrong.problem : null, wrong?.places);
    return fields.find(isAbout);
  }

  function goTo(field) {
    for (let at = field.control.closest('details'); at !== null; at = at.parentElement.closest('details')) at.open = true;
    field.control.scrollIntoView({ block: 'center' });
    field.control.focus();
  }

  function putFile() {
    editor.setText(file);
    editor.say(said.putDone);
  }

  function clearAll() {
    const before = get();
    set({});
    const bringBack = () => {
      set(before);
      show(cleared);
      clear.focus();
    };
    show(cleared, said.cleared, ' ', h('button', { type: 'button', class: 'plain', onclick: bringBack }, said.undoClear));
  }

  function changed() {
    generateSoon();
    merging.update();
  }

  const option = (input, text) => h('label', { class: 'row' }, input, text);
  const element = h(
    'div',
    { class: 'generator' },
    h('p', {}, said.intro),
    readyMade.element,
    sections.filter((one) => one !== readyMade).map(({ element: one }) => one),
    h('datalist', { id: 'generator-who' }, Object.keys(words.purposes).map((purpose) => h('option', { value: `purpose:${purpose}` }))),
    h('h2', {}, said.preview),
    trouble,
    frame,
    h('div', { class: 'bar actions' }, put, mergeButton, save, h('span', { class: 'fill' }, size), clear),
    cleared,
    merging.element,
    h('div', { class: 'bar' }, option(options.comments, said.comments), option(options.starOnly, said.starOnly), option(options.anyToken, said.anyToken)),
    notes,
  );

  let seen = null;

  function update() {
    const { choices, text } = state.value;
    if (seen?.choices !== choices) {
      for (const { update: updateSection } of sections) updateSection();
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
