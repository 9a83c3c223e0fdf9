// What a link has replaced: kept in this tab of the browser until somebody brings it back, or does not want it any more.

import { h, show } from './dom.js';
import { START, checked } from './state.js';
import { words } from './words.js';

const KEY = 'maycrawl-replaced';

const said = words.editor;

/** How many states are kept, if links are opened over links. */
const MOST = 5;

/** The states that links have replaced, the newest last; what has no text is no state. */
let replaced = read();

function read() {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.map((one) => (one === null ? null : { ...START, ...checked(one) })) : [];
  } catch {
    return [];
  }
}

/** If storage has no room for all, the page that is open still has them. */
function write() {
  try {
    if (replaced.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(replaced));
  } catch {
    sessionStorage.removeItem(KEY);
  }
}

/** A link was opened over a state; `null` if that was only the example. */
export function linkOpened(own) {
  const isExample = own.text === START.text && own.urls === START.urls && own.old === START.old;
  replaced = [...replaced.filter((one) => one !== null), isExample ? null : own].slice(-MOST);
  write();
}

/** Says that a link was opened, as long as somebody may want to know, and brings back what it replaced. */
export function replacedView(state) {
  const element = h('div', { role: 'status' });

  function drop(next) {
    replaced = next;
    write();
    paint();
  }

  function back() {
    const own = replaced.at(-1);
    drop(replaced.slice(0, -1));
    state.set({ ...own, tab: state.value.tab });
  }

  function paint() {
    const isReplaced = replaced.at(-1) !== undefined && replaced.at(-1) !== null;
    const button = (name, run) => [' ', h('button', { type: 'button', onclick: run }, name)];
    show(
      element,
      replaced.length > 0 &&
        h(
          'div',
          { class: 'message warning' },
          isReplaced ? said.linkOpened : said.linkOpenedFirst,
          isReplaced && button(said.linkBack, back),
          button(said.linkKeep, () => drop([])),
        ),
    );
  }

  paint();
  return element;
}
