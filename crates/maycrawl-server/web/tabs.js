// The tabs. A tab is made when it is first opened, and works only while it is open.

import { h, show } from './dom.js';
import { words } from './words.js';

/** For each tab its module, which exports `tab(page)`: an element, and `update()`. */
const TABS = {
  tester: () => import('./tabs/tester.js'),
  validator: () => import('./tabs/validator.js'),
  compare: () => import('./tabs/compare.js'),
  generator: () => import('./tabs/generator.js'),
  crawlers: () => import('./tabs/crawlers.js'),
  policy: () => import('./tabs/policy.js'),
  fetch: () => import('./tabs/fetch.js'),
};

/** Loads the modules of all tabs, so that each opens when the host is out of reach. */
export function loadTabs() {
  // What does not load now is tried again when its tab is opened.
  for (const load of Object.values(TABS)) load().catch(() => {});
}

/**
 * The list of tabs and their panels. Each `tab(page)` gets `{ ask, state, editor }`, and returns
 * `{ element, watches, update }`: `update(true)` is called when it is opened, and `update(false)`, while it
 * is open, when one of the members of the state that it `watches` changes; `leave`, if there is one, when
 * another is opened.
 */
export function tabs(page) {
  const { state, editor } = page;
  const names = Object.keys(TABS);
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
    const name = Object.hasOwn(TABS, state.value.tab) ? state.value.tab : 'tester';
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
      const module = await TABS[name]().catch(() => null);
      if (module === null) {
        made.delete(name);
        show(panel, h('div', { class: 'message error', role: 'alert' }, words.tabs.lost, ' ', h('button', { type: 'button', onclick: openTab }, words.tabs.again)));
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

  state.watch(['tab'], openTab);
  openTab();
  return h('div', {}, list, panels);
}
