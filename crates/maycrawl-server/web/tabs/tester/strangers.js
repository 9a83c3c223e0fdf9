// Names that the catalogue does not know: what they are taken as, and which name was meant.

import { crawlers as catalogue, lookUp } from '../../catalogue.js';
import { FIRST } from '../../crawlers.js';
import { h } from '../../dom.js';
import { words } from '../../words.js';

const said = words.tester;

/** How many names are offered for one, and how many names have a message. */
const OFFERED = 3;
const TOLD = 5;

/** A name that differs by more letters is another name. */
const SLIPS = 2;

/**
 * The names that the catalogue does not know, each with the token that it is taken as. `agents` is
 * what an answer says of the names, if it says that.
 */
export async function strangersOf(ask, names, agents = []) {
  const isNew = (name) => name !== '*' && !Object.hasOwn(FIRST, name);
  if (!names.some(isNew)) return new Map();
  const known = new Set((await catalogue(ask)).map(({ token }) => token.toLowerCase()));
  // Without a catalogue nobody can tell.
  if (known.size === 0) return new Map();
  const taken = names.map((name, index) => [name, agents[index]?.tokens?.[0] ?? name]);
  return new Map(taken.filter(([name, token]) => isNew(name) && !known.has(token.toLowerCase())));
}

/** Names of crawlers in use that a name is about; if there are none, names that differ by a slip or two of the fingers. */
export function nearest(known, name) {
  const typed = name.toLowerCase();
  if (!/[\p{L}\p{N}]{2}/u.test(typed)) return [];
  const inUse = known.filter(({ retired }) => retired === undefined);
  const about = lookUp(inUse, name);
  const slips = ({ token }) => distance(typed, token.toLowerCase());
  const near = () =>
    inUse.filter((one) => typed.length > 4 && slips(one) <= SLIPS).toSorted((one, other) => slips(one) - slips(other));
  return (about.length > 0 ? about : near()).slice(0, OFFERED).map(({ token }) => token);
}

/** How many letters must be put in, taken out or changed to make one text of another. */
function distance(one, other) {
  if (Math.abs(one.length - other.length) > SLIPS) return Infinity;
  let row = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, changed));
    }
    row = next;
  }
  return row[other.length];
}

/** Says of each stranger what it is taken as, and offers names that are known: `use(name, token)`. */
export async function strangersView(ask, strangers, use) {
  const known = strangers.size > 0 ? await catalogue(ask) : [];
  const told = [...strangers].slice(0, TOLD);
  return [
    told.map(([name, token]) =>
      h(
        'div',
        { class: 'message warning' },
        said.stranger(name),
        ' ',
        said.takenAs,
        ' ',
        h('code', {}, `User-agent: ${token}`),
        '. ',
        offers(nearest(known, name), (other) => use(name, other)),
      ),
    ),
    strangers.size > TOLD && h('p', { class: 'quiet' }, said.moreStrangers(strangers.size - TOLD)),
  ];
}

function offers(names, use) {
  if (names.length === 0) return said.noneNear;
  return [
    said.meant,
    names.map((name) => [' ', h('button', { type: 'button', onclick: () => use(name) }, said.use(name))]),
  ];
}
