// Rules of the generator: paths, delay and statements about use, for everyone or for some crawlers.

import { h, show } from '../../dom.js';
import { words } from '../../words.js';
import { delayField, listField, signalField } from './fields.js';

const said = words.generator;

/** How many sets of rules for some crawlers are shown. */
const MOST_SETS = 20;

/** How a member of choices, or of a set of them, is read, if it may be missing. */
export function valueOf(choices, name) {
  return choices?.[name] ?? (name === 'crawl_delay' ? undefined : []);
}

/** The fields of rules. `of(member)` is where each reads and changes its member. */
export function rulesFields(of, disallow, allowPath) {
  return [
    listField({ ...of('disallow'), label: disallow, help: said.pathHelp }),
    listField({ ...of('allow_path'), label: allowPath, help: said.pathHelp }),
    delayField(of('crawl_delay')),
    signalField(of('content_signal')),
    listField({ ...of('content_usage'), label: said.usage, help: said.usageHelp }),
  ];
}

/** Rules for some crawlers: a fieldset for each set. */
export function ruleSets({ get, set }) {
  const list = h('div', {});
  const left = h('div', { class: 'bar' });
  const all = () => get().for ?? [];
  let shown = [];

  function make(index) {
    const change = (name, value) =>
      set({ ...get(), for: all().toSpliced(index, 1, { ...all()[index], [name]: value }) });
    const of = (name) => ({
      place: `for/${index}/${name}`,
      get: () => valueOf(all()[index], name),
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
      h('button', { type: 'button', 'aria-label': said.removeRules(index + 1), onclick: remove }, said.removeFor),
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
      show(
        left,
        more > 0 && [
          h('span', { class: 'quiet' }, said.moreFor(more)),
          h('button', { type: 'button', onclick: removeMore }, said.removeFor),
        ],
      );
    },
  };
}
