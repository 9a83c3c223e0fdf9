// Fields of the generator that hold texts. Each is made of an element, `update()`, which shows what
// the choices are, the `places` that it shows, and `mark(problem)`, which says what is wrong there.

import { h, show } from '../../dom.js';
import { problemText } from '../../problem.js';
import { words } from '../../words.js';

const said = words.generator;

let number = 0;

/** A new name for an element. */
export function newId() {
  number += 1;
  return `choice-${number}`;
}

/** Where a problem of a control is shown. It says the same problem once. */
export function problemSlot(control) {
  const slot = h('div', { id: newId() });
  let shown = null;
  const described = control.getAttribute('aria-describedby');
  const mark = (problem) => {
    if (shown === (problem?.detail ?? null)) return;
    shown = problem?.detail ?? null;
    show(slot, problem && problemText(problem));
    if (problem && control.matches('input, textarea')) control.setAttribute('aria-invalid', 'true');
    else control.removeAttribute('aria-invalid');
    const ids = [described, problem && slot.id].filter(Boolean).join(' ');
    if (ids) control.setAttribute('aria-describedby', ids);
    else control.removeAttribute('aria-describedby');
  };
  return { slot, mark, isWrong: () => shown !== null };
}

/**
 * A field of which each part is a text of a list: the lines, or what commas separate. What somebody
 * types stays as it is typed, while it says the same as the list.
 */
export function listField({ label, help, place, get, set, inOneLine = false }) {
  const id = newId();
  const split = (text) =>
    text
      .split(inOneLine ? ',' : /\r\n|\n|\r/)
      .map((part) => part.trim())
      .filter((part) => part !== '');
  const join = (list) => list.join(inOneLine ? ', ' : '\n');
  const attributes = {
    id,
    class: 'code',
    spellcheck: 'false',
    autocapitalize: 'off',
    'aria-describedby': `${id}-help`,
  };
  const oninput = () => set(split(control.value));
  const control = inOneLine
    ? h('input', { ...attributes, type: 'text', list: 'generator-who', oninput })
    : h('textarea', { ...attributes, rows: 3, oninput });
  const { slot, mark } = problemSlot(control);
  return {
    element: h(
      'div',
      { class: 'field' },
      h('label', { for: id }, label),
      control,
      h('div', { id: `${id}-help`, class: 'quiet' }, help),
      slot,
    ),
    control,
    places: () => [place],
    mark,
    update() {
      const list = get();
      const typed = split(control.value);
      if (typed.length !== list.length || typed.some((text, index) => text !== list[index])) control.value = join(list);
    },
  };
}

/** The crawl delay. */
export function delayField({ place, get, set }) {
  const id = newId();
  const control = h('input', {
    id,
    type: 'number',
    step: 'any',
    inputmode: 'decimal',
    'aria-describedby': `${id}-help`,
    oninput: () => set(Number.isFinite(control.valueAsNumber) ? control.valueAsNumber : undefined),
  });
  const { slot, mark } = problemSlot(control);
  return {
    element: h(
      'div',
      { class: 'field' },
      h('label', { for: id }, said.delay),
      control,
      h('div', { id: `${id}-help`, class: 'quiet' }, said.delayHelp),
      slot,
    ),
    control,
    places: () => [place],
    mark,
    update() {
      const typed = Number.isFinite(control.valueAsNumber) ? control.valueAsNumber : undefined;
      if (typed !== get()) control.value = get() ?? '';
    },
  };
}

/** A Content-Signal: a choice for each of its keys, or its text if it says more than that. */
export function signalField({ place, get, set }) {
  const keys = Object.keys(said.signals);
  const selects = keys.map((key) =>
    h(
      'select',
      { id: newId(), onchange: chosen, 'data-key': key },
      h('option', { value: '' }, said.unsaid),
      h('option', { value: 'yes' }, said.yes),
      h('option', { value: 'no' }, said.no),
    ),
  );
  const help = newId();
  const group = h(
    'fieldset',
    { 'aria-describedby': help },
    h('legend', {}, said.signal),
    selects.map((select) =>
      h('div', { class: 'pair' }, h('label', { for: select.id }, said.signals[select.dataset.key]), select),
    ),
    h('p', { class: 'quiet', id: help }, said.signalHelp),
  );
  const text = listField({ label: said.signalText, help: said.signalHelp, place, get, set });
  const { slot, mark } = problemSlot(group);
  const plain = h('div', {}, group, slot);
  text.element.hidden = true;

  function chosen() {
    const parts = selects.filter(({ value }) => value !== '').map(({ dataset, value }) => `${dataset.key}=${value}`);
    set(parts.length > 0 ? [parts.join(', ')] : []);
  }

  return {
    element: h('div', { class: 'field' }, plain, text.element),
    control: selects[0],
    places: () => [place],
    mark(problem) {
      if (text.element.hidden) mark(problem);
      else text.mark(problem);
    },
    update() {
      const parts = get()
        .flatMap((one) => one.split(','))
        .map((part) => part.trim().split('='));
      const isPlain = parts.every(([key, value]) => keys.includes(key) && ['yes', 'no'].includes(value));
      const isOnce = new Set(parts.map(([key]) => key)).size === parts.length;
      const fits = isPlain && isOnce;
      // A text that somebody is typing stays a text.
      if (fits && !text.element.contains(document.activeElement)) text.element.hidden = true;
      if (!fits) text.element.hidden = false;
      plain.hidden = !text.element.hidden;
      if (fits) for (const select of selects) select.value = Object.fromEntries(parts)[select.dataset.key] ?? '';
      if (!text.element.hidden) text.update();
    },
  };
}
