// What to know about a generated file.

import { written } from '../../choices.js';
import { h } from '../../dom.js';
import { words } from '../../words.js';

const said = words.generator;

/** How many notes are shown. */
const SHOWN = 50;

/** Notes of an answer about choices, as a list. */
export function notesList(notes, choices) {
  return (
    notes.length > 0 && [
      h('h3', {}, said.notes),
      h(
        'ul',
        {},
        notes.slice(0, SHOWN).map((note) => h('li', {}, inWords(note, choices))),
      ),
      notes.length > SHOWN && h('p', { class: 'quiet' }, said.moreNames(notes.length - SHOWN)),
    ]
  );
}

/** A note in which the choices are called as the page calls them. */
export function inWords(note, choices) {
  // A long text may contain a short one.
  const all = written(choices).toSorted((one, other) => other.text.length - one.text.length);
  return all.reduce((text, choice) => text.replaceAll(choice.text, () => nameOf(choice)), note);
}

function nameOf({ text, value, path: [list, index] }) {
  if (list === 'preset') return said.readyMadeOf(value);
  if (list === 'for') return said.choiceOf(said.forHead(index + 1));
  const sentence = { block: said.blockWho, allow: said.allowWho }[list];
  return sentence ? said.choiceOf(sentence(whoIs(value))) : text;
}

function whoIs(value) {
  const [kind, name] = value.split(/:(.*)/);
  if (kind === '*') return said.everyone;
  if (kind === 'purpose') return words.purposes[name]?.name ?? name;
  return kind === 'operator' ? name : value;
}
