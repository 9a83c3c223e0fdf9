// What to know about a generated file.

import { h, rich } from '../../dom.js';
import { words } from '../../words.js';

/** How many notes are shown. */
const SHOWN = 50;

/** Notes of an answer as a list. */
export function notesList(notes) {
  return (
    notes.length > 0 && [
      h('h3', {}, words.generator.notes),
      h(
        'ul',
        {},
        notes.slice(0, SHOWN).map((note) => h('li', {}, rich(note))),
      ),
      notes.length > SHOWN && h('p', { class: 'quiet' }, words.generator.moreNames(notes.length - SHOWN)),
    ]
  );
}
