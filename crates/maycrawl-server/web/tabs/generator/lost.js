// What is lost with a choice: crawlers that are blocked for one purpose, and also work for others.

import { h } from '../../dom.js';
import { inSentence, words } from '../../words.js';

/** Purposes of which a site owner would miss a crawler. */
const MISSED = ['search', 'ai-search', 'user-fetch', 'preview', 'archive', 'ads', 'monitoring', 'security'];

/** How many crawlers are named. */
const NAMED = 10;

/**
 * A sentence about the crawlers that the `plan` of an answer blocks, with what else they do; nothing if
 * there are none. A purpose of which most crawlers are blocked is meant, and so is a crawler chosen by name.
 */
export function lostView({ crawlers }, known, choices) {
  const named = new Set(choices.block ?? []);
  const isBlocked = ({ access }) => access?.value === 'block';
  const blocked = new Set(crawlers.filter(isBlocked).map(({ agent }) => agent).filter((agent) => !named.has(agent)));
  const isMeant = (purpose) => {
    const all = known.filter(({ purposes }) => purposes.includes(purpose));
    return all.filter(({ token }) => blocked.has(token)).length > all.length / 2;
  };
  const missed = MISSED.filter((purpose) => !isMeant(purpose));
  const lost = known
    .filter(({ token, purposes }) => blocked.has(token) && purposes.some((purpose) => missed.includes(purpose)))
    .map(({ token, purposes }) => `${token} (${purposes.filter((one) => missed.includes(one)).map(inSentence).join(', ')})`);
  return lost.length > 0 && h('p', { class: 'message warning' }, words.generator.lost(lost.slice(0, NAMED).join(', '), lost.length - NAMED));
}
