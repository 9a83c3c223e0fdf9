// What to know about a generated file.

import { h, rich } from '../../dom.js';
import { words } from '../../words.js';

/** Notes of an answer as a list. */
export function notesList(notes) {
  return notes.length > 0 && [h('h3', {}, words.generator.notes), h('ul', {}, notes.map((note) => h('li', {}, rich(note))))];
}
