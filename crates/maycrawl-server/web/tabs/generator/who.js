// Who is blocked and who is allowed: by purpose, by operator, by name.

import { accessOf, withAccess, withoutAccess } from '../../choices.js';
import { groups } from '../../catalogue.js';
import { h, show } from '../../dom.js';
import { inSentence, words } from '../../words.js';
import { newId, problemSlot } from './fields.js';
import { keepOrBlock } from './lost.js';

const said = words.generator;

/** How many names are shown of a list. */
const SHOWN = 100;

/** How many crawlers a sentence names. */
const NAMED = 6;

/** Purposes that bring people to a site, who are easily lost with another purpose. */
const READERS = ['search', 'ai-search'];

/**
 * What is chosen for everyone and for each purpose. `known` are crawlers in use. To allow a purpose
 * changes something only where everyone is blocked, as `isShut()` says.
 */
export function purposeRows(known, { get, set, isShut }) {
  const counts = new Map(groups(known, 'purposes'));
  const purposes = Object.entries(words.purposes).filter(([purpose]) => counts.has(purpose));
  const rows = [
    row('*', said.everyone, said.everyoneWhat, said.everyoneCost),
    ...purposes.map(([purpose, { name, what, cost, noun }]) =>
      row(`purpose:${purpose}`, name, said.purpose(what, counts.get(purpose), noun), cost),
    ),
  ];

  function row(who, name, what, cost) {
    const id = newId();
    const toggle = (access, label) =>
      h(
        'button',
        {
          type: 'button',
          class: access,
          'aria-pressed': 'false',
          'aria-label': label(name),
          'aria-describedby': id,
          onclick: () => set(withAccess(get(), [who], accessOf(get(), who) === access ? null : access)),
        },
        said[access],
      );
    const buttons = { block: toggle('block', said.blockWho), allow: toggle('allow', said.allowWho) };
    const { slot, mark } = problemSlot(buttons.block);
    const both = h('div', { role: 'status' });
    let offered = '';
    return {
      element: h(
        'li',
        {},
        h(
          'div',
          { class: 'fill', id },
          h('strong', {}, name),
          h('span', { class: 'quiet' }, ' ', what, '.'),
          h('span', { class: 'cost' }, said.costs(cost)),
        ),
        h('div', { class: 'two' }, buttons.block, buttons.allow),
        h('div', { class: 'wide' }, both, slot),
      ),
      control: buttons.block,
      places: () => [`block ${who}`, `allow ${who}`],
      mark,
      update() {
        const access = accessOf(get(), who);
        for (const [one, button] of Object.entries(buttons))
          button.setAttribute('aria-pressed', String(access === one));
        buttons.allow.hidden = access !== 'allow' && (who === '*' || !isShut());
        const overlap = who.startsWith('purpose:') && access === 'block' ? overlapOf(known, who.slice(8), get()) : null;
        // The buttons of the offer keep the focus while it stays the same.
        const text = JSON.stringify(overlap);
        if (text === offered) return;
        offered = text;
        show(both, overlap && offer(inSentence(who.slice(8)), overlap, buttons.block));
      },
    };
  }

  /** What to do about crawlers that also do something that may stay allowed; then `button` has the focus. */
  function offer(name, { tokens, others }, button) {
    const named = listed(tokens);
    const purposes = sentence(others.map(inSentence));
    const decide = (access) => {
      set(withAccess(get(), tokens, access));
      button.focus();
    };
    return h(
      'div',
      { class: 'message' },
      tokens.length === 1 ? said.bothOne(name, named, purposes) : said.both(name, named, purposes),
      keepOrBlock(decide),
    );
  }

  return {
    element: h(
      'ul',
      { class: 'purposes' },
      rows.map(({ element }) => element),
    ),
    fields: rows,
  };
}

/**
 * The crawlers of a blocked purpose that also work for one that is allowed, or that brings readers;
 * those that are chosen by name are decided.
 */
export function overlapOf(known, purpose, choices) {
  const isWanted = (other) => {
    const access = accessOf(choices, `purpose:${other}`);
    return access === 'allow' || (access !== 'block' && READERS.includes(other) && !READERS.includes(purpose));
  };
  const others = Object.keys(words.purposes).filter((other) => other !== purpose && isWanted(other));
  const both = known.filter(
    ({ token, purposes }) =>
      purposes.includes(purpose) &&
      purposes.some((one) => others.includes(one)) &&
      accessOf(choices, token) === undefined,
  );
  if (both.length === 0) return null;
  return {
    tokens: both.map(({ token }) => token),
    others: others.filter((other) => both.some(({ purposes }) => purposes.includes(other))),
  };
}

const sentence = (names) => new Intl.ListFormat('en').format(names);

function listed(names) {
  const shown = names.slice(0, NAMED);
  return sentence(names.length > NAMED ? [...shown, said.moreNames(names.length - NAMED).replace(/^and /, '')] : shown);
}

/** Operators and crawlers that are chosen by name, and fields that add some. */
export function nameFields(known, { get, set }) {
  const operators = new Map(groups(known, 'operator'));
  const byToken = new Map(known.map((crawler) => [crawler.token.toLowerCase(), crawler]));
  const list = h('ul', { class: 'names' });
  const more = h('div', { class: 'bar' });
  const removed = h('div', { role: 'status' });
  let rows = [];
  let shown = '';

  const options = {
    operator: [...operators].map(([name, count]) => h('option', { value: name }, said.operatorOption(count))),
    token: known.map(({ token, operator }) => h('option', { value: token }, operator)),
  };

  function adder(kind) {
    const id = newId();
    const input = h('input', {
      id,
      list: `${id}-list`,
      size: 26,
      placeholder: said[`${kind}Help`],
      autocapitalize: 'off',
    });
    const add = (access) => {
      const typed = input.value.trim();
      if (typed === '') return;
      const wanted = typed.toLowerCase();
      const operator = [...operators.keys()].find((name) => name.toLowerCase() === wanted) ?? typed;
      const who = kind === 'operator' ? `operator:${operator}` : (byToken.get(wanted)?.token ?? typed);
      set(withAccess(get(), [who], access));
      input.value = '';
      input.focus();
    };
    return h(
      'form',
      {
        class: 'bar adder',
        onsubmit: (event) => {
          event.preventDefault();
          add('block');
        },
      },
      h('label', { for: id }, said[kind]),
      input,
      h('datalist', { id: `${id}-list` }, options[kind]),
      h('button', { 'aria-label': said.blockWho(said[kind]) }, said.block),
      h('button', { type: 'button', 'aria-label': said.allowWho(said[kind]), onclick: () => add('allow') }, said.allow),
    );
  }

  function chosen() {
    const isName = (who) => who !== '*' && !(who.startsWith('purpose:') && Object.hasOwn(words.purposes, who.slice(8)));
    return ['block', 'allow'].flatMap((access) => (get()[access] ?? []).filter(isName).map((who) => ({ who, access })));
  }

  function row({ who, access }) {
    const operator = who.startsWith('operator:') ? who.slice(9) : null;
    const crawler = byToken.get(who.toLowerCase());
    const name = operator ?? who;
    const button = h(
      'button',
      {
        type: 'button',
        class: 'plain',
        'aria-label': said.remove(name),
        onclick: () => set(withoutAccess(get(), access, who)),
      },
      '×',
    );
    const { slot, mark, isWrong } = problemSlot(button);
    const detail =
      operator !== null && operators.has(operator)
        ? said.operatorOf(operator, operators.get(operator))
        : crawler &&
          (access === 'block' ? `${crawler.operator}. ${said.costs(crawler.blocking_costs)}` : crawler.operator);
    return {
      element: h(
        'li',
        {},
        h(
          'div',
          { class: 'fill' },
          h('strong', {}, name),
          ' ',
          h('span', { class: access }, access === 'block' ? said.blocked : said.allowed),
          detail && h('span', { class: 'quiet' }, ' ', detail),
        ),
        button,
        h('div', { class: 'wide' }, slot),
      ),
      control: button,
      places: [`${access} ${who}`],
      mark,
      isWrong,
    };
  }

  function removeAll(all) {
    const before = get();
    set(withAccess(before, all.map(({ who }) => who), null));
    const back = h('button', { type: 'button', class: 'plain', onclick: () => set(before) }, said.undoClear);
    show(removed, said.removedAll, ' ', back);
    back.focus();
  }

  const field = {
    get control() {
      return rows.find(({ isWrong }) => isWrong())?.control ?? list;
    },
    places: () => rows.flatMap(({ places }) => places),
    mark(problem, places = []) {
      for (const one of rows) one.mark(one.places.some((place) => places.includes(place)) ? problem : null);
    },
    update() {
      const all = chosen();
      const text = JSON.stringify(all);
      if (text === shown) return;
      shown = text;
      show(removed);
      const hadFocus = list.contains(document.activeElement);
      rows = all.slice(0, SHOWN).map(row);
      show(
        list,
        rows.map(({ element }) => element),
      );
      const left = all.length - rows.length;
      show(
        more,
        all.length === 0 && h('span', { class: 'quiet' }, said.noNames),
        left > 0 && h('span', { class: 'quiet' }, said.moreNames(left)),
        all.length > 1 &&
          h(
            'button',
            {
              type: 'button',
              onclick: () => removeAll(all),
            },
            said.removeAll,
          ),
      );
      if (hadFocus) (rows[0]?.control ?? more.querySelector('button'))?.focus();
    },
  };
  return { element: h('div', {}, adder('operator'), adder('token'), list, removed, more), fields: [field] };
}
