// The tabs. A tab is made when it is first opened, and works only while it is open.

import { h, show } from './dom.js';
import { load, needsReload } from './modules.js';
import { keep } from './state.js';
import { words } from './words.js';

/** The tabs. Each has a module, which exports `tab(page)`: an element, and `update()`. */
const names = ['tester', 'validator', 'compare', 'generator', 'crawlers', 'policy', 'fetch'];

const moduleOf = (name) => `./tabs/${name}.js`;

/** Loads the modules of all tabs, so that each opens when the host is out of reach. */
export function loadTabs() {
  // What does not load now is tried again when its tab is opened.
  for (const name of names) load(moduleOf(name)).catch(() => {});
}

/**
 * The list of tabs and their panels. Each `tab(page)` gets `{ ask, state, editor }`, and returns
 * `{ element, watches, update }`: `update(true)` is called when it is opened, and `update(false)`, while it
 * is open, when one of the members of the state that it `watches` changes; `leave`, if there is one, when
 * another is opened.
 */
export function tabs(page) {
  const { state, editor } = page;
  const made = new Map();
  let open = null;

  const buttons = names.map((name) =>
    h(
      'button',
      { role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}`, type: 'button', onclick: () => choose(name) },
      words.tabs[name],
    ),
  );
  const panels = names.map((name) =>
    h('section', { role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `tab-${name}`, hidden: true }),
  );
  const list = h('div', { role: 'tablist', 'aria-label': words.tabs.label, onkeydown: move }, buttons);

  /** Arrow keys go from tab to tab. */
  function move(event) {
    const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -names.length, End: names.length };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = names.indexOf(state.value.tab);
    const to = Math.abs(step) === 1 ? (at + step + names.length) % names.length : step < 0 ? 0 : names.length - 1;
    choose(names[to]);
    buttons[to].focus();
  }

  function choose(name) {
    state.set({ tab: name });
  }

  async function openTab() {
    const name = names.includes(state.value.tab) ? state.value.tab : 'tester';
    const hadFocus = panels[names.indexOf(open)]?.contains(document.activeElement);
    names.forEach((one, index) => {
      buttons[index].setAttribute('aria-selected', String(one === name));
      buttons[index].tabIndex = one === name ? 0 : -1;
      panels[index].hidden = one !== name;
    });
    made.get(open)?.leave?.();
    editor.clear();
    open = name;
    if (hadFocus) buttons[names.indexOf(name)].focus();
    if (!made.has(name)) {
      made.set(name, null);
      const panel = panels[names.indexOf(name)];
      const module = await load(moduleOf(name)).catch(() => null);
      if (module === null) {
        const isStuck = await needsReload(moduleOf(name));
        made.delete(name);
        show(panel, lostView(isStuck));
        return;
      }
      const one = module.tab(page);
      made.set(name, one);
      show(panel, one.element);
      state.watch(one.watches, () => {
        if (open === name) one.update(false);
      });
    }
    if (open === name) made.get(name)?.update(true);
  }

  /** Says that a tab is missing, and offers what helps. */
  function lostView(isStuck) {
    const button = (name, run) => h('button', { type: 'button', onclick: run }, name);
    const help = isStuck
      ? [keep(state.value) ? words.tabs.stuck : words.tabs.stuckTooLarge, ' ', button(words.tabs.reload, () => location.reload())]
      : [words.tabs.lost, ' ', button(words.tabs.again, openTab)];
    return h('div', { class: 'message error', role: 'alert' }, help);
  }

  state.watch(['tab'], openTab);
  openTab();
  return h('div', {}, list, panels);
}
