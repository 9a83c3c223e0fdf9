// What is lost with a choice: crawlers that are blocked for one purpose, and also work for others.

import { h } from '../../dom.js';
import { inSentence, words } from '../../words.js';

const said = words.generator;

/** Purposes of which a site owner would miss a crawler. */
const MISSED = ['search', 'ai-search', 'user-fetch', 'preview', 'archive', 'ads', 'monitoring', 'security'];

/** How many crawlers are named. */
const NAMED = 10;

/**
 * Says which crawlers the `plan` of an answer blocks that also do other work, and asks whether to keep them:
 * `decide(tokens, access)`; nothing if there are none. A purpose of which most crawlers are blocked is meant, and so
 * is a crawler chosen by name.
 */
export function lostView({ crawlers }, known, choices, decide) {
  const named = new Set(choices.block ?? []);
  const isBlocked = ({ access }) => access?.value === 'block';
  const blocked = new Set(crawlers.filter(isBlocked).map(({ agent }) => agent).filter((agent) => !named.has(agent)));
  const isMeant = (purpose) => {
    const all = known.filter(({ purposes }) => purposes.includes(purpose));
    return all.filter(({ token }) => blocked.has(token)).length > all.length / 2;
  };
  const missed = MISSED.filter((purpose) => !isMeant(purpose));
  const lost = known.filter(({ token, purposes }) => blocked.has(token) && purposes.some((one) => missed.includes(one)));
  const work = (purposes) => purposes.filter((one) => missed.includes(one)).map(inSentence);
  const told = lost.slice(0, NAMED).map(({ token, purposes }) => `${token} (${work(purposes).join(', ')})`);
  return (
    lost.length > 0 &&
    h(
      'div',
      { class: 'message warning' },
      said.lost(told.join(', '), lost.length - NAMED),
      keepOrBlock((access) => decide(lost.map(({ token }) => token), access)),
    )
  );
}

/** The two answers to what should become of crawlers: `decide(access)`. */
export function keepOrBlock(decide) {
  const button = (access, text) => h('button', { type: 'button', onclick: () => decide(access) }, text);
  return h('div', { class: 'bar' }, button('allow', said.keepBoth), button('block', said.blockBoth));
}
