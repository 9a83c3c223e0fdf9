// Ready-made choices as a list to tick.

import { presetParts } from '../../choices.js';
import { h, outside, show } from '../../dom.js';
import { ofProgram } from '../../own.js';
import { words } from '../../words.js';
import { newId, problemSlot } from './fields.js';

const said = words.generator;

/** The kinds in which presets are shown, in this order; those that are in none follow. */
const KINDS = {
  ai: ['block-ai-training', 'block-ai', 'refuse-ai-training', 'block-datasets'],
  who: [
    'allow-all',
    'block-all',
    'staging',
    'only',
    'all-but',
    'only-search-engines',
    'only-adsense',
    'block-seo-tools',
    'block-archives',
  ],
  what: [
    'directories',
    'page',
    'file-type',
    'parameters',
    'parameter',
    'internal-search',
    'admin',
    'accounts',
    'print-and-feeds',
    'image',
    'images',
  ],
  software: ['wordpress', 'woocommerce', 'shopify', 'magento', 'drupal', 'joomla', 'mediawiki', 'typo3', 'ghost'],
};

/** The presets of the operation `presets`, each with a box to tick, and a field if it takes a value. */
export function presetFields(presets, { get, set }) {
  const byName = new Map(presets.map((preset) => [preset.name, preset]));
  const grouped = new Set(Object.values(KINDS).flat());
  const kinds = { ...KINDS, others: presets.map(({ name }) => name).filter((name) => !grouped.has(name)) };
  const others = otherPresets();
  const fields = [];
  const sections = Object.entries(kinds)
    .map(([kind, names]) => [kind, names.filter((name) => byName.has(name))])
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => {
      const rows = names.map((name) => row(byName.get(name)));
      fields.push(...rows);
      return h(
        'details',
        { open: kind === 'ai' },
        h('summary', {}, said.kinds[kind]),
        rows.map(({ element }) => element),
      );
    });

  const chosen = () => get().preset ?? [];
  /** The first choice of a preset; further ones of the same name are among the others. */
  const choiceOf = (name) => chosen().find((preset) => presetParts(preset).name === name);

  function row({ name, usage, title, about, sources, asked }) {
    const id = newId();
    const example = presetParts(asked).value;
    const takesValue = usage.includes('=');
    const mayLackValue = usage.includes('[=');
    const box = h('input', { type: 'checkbox', id, 'aria-describedby': `${id}-about`, onchange: ticked });
    const value =
      takesValue &&
      h('input', {
        type: 'text',
        class: 'code',
        size: 24,
        placeholder: example,
        'aria-label': said.value(title),
        autocapitalize: 'off',
        spellcheck: 'false',
        oninput: typed,
      });
    const { slot, mark } = problemSlot(value || box);
    const written = () => (value && value.value.trim() !== '' ? `${name}=${value.value.trim()}` : name);

    function change(preset) {
      const before = choiceOf(name);
      const all = chosen();
      const at = before === undefined ? all.length : all.indexOf(before);
      set({ ...get(), preset: preset === null ? all.toSpliced(at, 1) : all.toSpliced(at, 1, preset) });
    }

    function ticked() {
      // A value that must be there begins as the example.
      if (box.checked && value && !mayLackValue && value.value.trim() === '') value.value = example;
      change(box.checked ? written() : null);
      if (box.checked && value) value.select();
    }

    function typed() {
      if (value.value.trim() !== '' || box.checked) change(written());
    }

    return {
      element: h(
        'div',
        { class: 'preset' },
        h('div', { class: 'bar' }, h('label', { class: 'row', for: id }, box, title), value),
        h(
          'details',
          { class: 'quiet' },
          h('summary', {}, said.about, ' ', h('code', {}, usage)),
          h('p', { id: `${id}-about` }, ofProgram(about)),
          h(
            'p',
            {},
            said.sources,
            ': ',
            sources.map((url, index) => [index > 0 && ', ', outside(url, said.source(index + 1))]),
          ),
        ),
        slot,
      ),
      control: value || box,
      places: () => [`preset ${choiceOf(name) ?? name}`],
      mark,
      update() {
        const now = choiceOf(name);
        box.checked = now !== undefined;
        if (now !== undefined && value && now !== written()) value.value = presetParts(now).value;
      },
    };
  }

  /** Presets that no box stands for: unknown ones, and several of one name. */
  function otherPresets() {
    const list = h('ul', { class: 'chips', 'aria-label': said.unknownPreset });
    const head = h('p', { class: 'quiet', hidden: true }, said.unknownPreset);
    const { slot, mark } = problemSlot(list);
    const found = () =>
      chosen()
        .map((preset, index) => ({ preset, index }))
        .filter(({ preset, index }) => {
          const { name } = presetParts(preset);
          return !byName.has(name) || chosen().findIndex((other) => presetParts(other).name === name) !== index;
        });
    return {
      element: h('div', {}, head, list, slot),
      get control() {
        return list.querySelector('button') ?? list;
      },
      places: () => found().map(({ preset }) => `preset ${preset}`),
      mark,
      update() {
        const all = found();
        head.hidden = all.length === 0;
        const remove = (index) => () => set({ ...get(), preset: chosen().toSpliced(index, 1) });
        show(
          list,
          all
            .slice(0, 100)
            .map(({ preset, index }) =>
              h(
                'li',
                {},
                preset,
                h('button', { type: 'button', 'aria-label': said.remove(preset), onclick: remove(index) }, '×'),
              ),
            ),
        );
      },
    };
  }

  return { element: h('div', {}, sections, others.element), fields: [...fields, others] };
}
