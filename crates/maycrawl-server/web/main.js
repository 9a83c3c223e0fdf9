// The page: an editor, and tabs that ask about its text.

import { ask, hasService } from './ask.js';
import { h, show } from './dom.js';
import { createTextEditor } from './text.js';
import { later } from './latest.js';
import { fromFragment } from './link.js';
import { linkOpened, replacedView } from './replaced.js';
import { START, checked, createState, keep, kept } from './state.js';
import { words } from './words.js';
import { loadTabs, tabs } from './tabs.js';

/** How long the page waits with keeping what was typed, in milliseconds. */
const KEEP_AFTER = 300;

/** How long after the first answer the other tabs are loaded, in milliseconds. */
const LOAD_AFTER = 500;

let damaged = false;
const linked = await fromFragment(location.hash).catch(() => {
  damaged = true;
  return null;
});
// What was typed since then is kept, and a reload does not go back to the link.
if (linked !== null || damaged) history.replaceState(null, '', location.pathname + location.search);

// A link opens over what was typed here before; undo brings that text back.
const before = kept() ?? {};
const state = createState(linked === null ? before : { ...linked, text: before.text ?? linked.text });
const editor = createTextEditor(state);
if (typeof linked?.text === 'string') editor.setText(linked.text);
if (damaged) editor.say(words.editor.badLink, 'warning');
if (linked !== null) linkOpened({ ...START, ...checked(before) });

const keptNote = h('span', {}, words.kept);
const notKeptNote = h('div', { role: 'status' });
editor.element.prepend(replacedView(state));
editor.element.append(notKeptNote);
let wasKept = true;
const keepState = later(KEEP_AFTER, () => {
  const isKept = keep(state.value);
  if (isKept === wasKept) return;
  wasKept = isKept;
  show(keptNote, isKept && words.kept);
  show(notKeptNote, !isKept && h('div', { class: 'message warning' }, words.notKept));
});
state.watch(Object.keys(state.value), keepState);
addEventListener('pagehide', () => keep(state.value));
// A link that is put into the address of an open page opens as in a new one.
addEventListener('hashchange', () => location.reload());

let isReady = false;

/** Asks. After the first answer the page is ready, and loads what it may need later. */
async function askAndLoad(...question) {
  const answered = await ask(...question);
  if (!isReady) setTimeout(loadTabs, LOAD_AFTER);
  isReady = true;
  return answered;
}

document.getElementById('begin').remove();
document.querySelector('header').append(h('span', {}, words.subtitle));
document.body.append(
  h('main', {}, editor.element, tabs({ ask: askAndLoad, state, editor })),
  h('footer', {}, hasService ? words.where.service : words.where.worker, ' ', keptNote),
);
editor.begin();
