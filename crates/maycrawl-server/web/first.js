// The first verdicts: what the small engine can answer before the large one has arrived.

import { FIRST } from './crawlers.js';

/** Fields that an answer states beside its verdicts, which the small engine does not read. */
const STATED = /crawl-?delay|request-rate|visit-time|content-(signal|usage)/i;

/** Whether a file states more than rules, so that only the large engine has the whole answer. */
export const statesMore = (robots) => STATED.test(robots);

/**
 * Asks the small engine, if all crawlers are among those that it knows by `crawlers.js`; else `null`.
 * It takes one dialect a question, so crawlers of each dialect are asked by themselves.
 */
export function askSmall(engine, question) {
  const { agents, dialect, detail, urls, robots } = question;
  const known = agents.map((name) => (Object.hasOwn(FIRST, name) ? FIRST[name] : undefined));
  if (detail !== 'columns' || known.includes(undefined) || dialect !== 'own') return null;
  const dialects = known.map((one) => one.dialect);
  const columns = { verdict: [], reason: [], line: [] };
  const n = agents.length;
  for (const one of new Set(dialects)) {
    const places = dialects.flatMap((dialect, place) => (dialect === one ? [place] : []));
    const tokens = places.map((place) => ({ tokens: known[place].tokens }));
    const part = engine.ask('check', { robots, agents: tokens, urls, dialect: one, detail });
    if (!part.ok) return null;
    for (const name of Object.keys(columns)) {
      part.answer[name].forEach((value, index) => {
        const url = Math.floor(index / places.length);
        columns[name][url * n + places[index % places.length]] = value;
      });
    }
  }
  return { ok: true, answer: { version: 1, dialects, notes: [], ...columns } };
}
