// The answers that two versions of a text give, and which differ.

/** How many verdicts are asked for at once: a change takes some 400 bytes. */
const PART = 20_000;

/** How many verdicts are asked for in all. */
const MOST_ASKED = 1_000_000;

/** How many changes are kept. */
const MOST = 10_000;

/**
 * Asks for the answers that differ, part by part. `question` is that of the operation `compare`;
 * `tell(done)` hears how many URLs are asked. `left` counts those that are not, because they are too many.
 */
export async function askChanges(ask, question, signal, tell) {
  const { agents } = question;
  const urls = question.urls.slice(0, Math.floor(MOST_ASKED / agents.length));
  const step = Math.max(1, Math.floor(PART / agents.length));
  const left = question.urls.length - urls.length;
  const sum = { asked: 0, changed: 0, blocked: 0, left, list: [], notes: new Set() };
  for (let at = 0; at < urls.length; at += step) {
    if (at > 0) tell(at);
    const part = { ...question, urls: urls.slice(at, at + step) };
    const { ok, answer, problem } = await ask('compare', part, signal);
    if (!ok) return { ok, problem };
    sum.asked += answer.asked;
    sum.changed += answer.changed.length;
    sum.blocked += answer.changed.filter((change) => change.new.verdict === 'disallow').length;
    sum.list.push(...answer.changed.slice(0, MOST - sum.list.length));
    for (const note of answer.notes ?? []) sum.notes.add(note);
  }
  return { ok: true, sum };
}
