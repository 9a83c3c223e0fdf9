// One unsafe fix, and what it changes. The operation `fix` applies all fixes of a rule; for one of
// them, comments silence the others. Comments change no answer.

import { applyEdits } from '../../edits.js';
import { withIgnores } from './ignore.js';

/**
 * What the fix of one finding makes of a text: the answer of `fix`, with the text in `file`. If
 * the fix cannot be applied without others of its rule, all of them are.
 */
export async function fixAlone(ask, question, finding, findings, signal) {
  const { robots: text } = question;
  const rule = { ...question, unsafe: true, settings: { select: [finding.rule] } };
  const [fix] = finding.fixes;
  const others = findings.filter((one) => one.rule === finding.rule && one.place.line !== finding.place.line);
  const lines = others.map((one) => one.place.line);
  const alone = await ask('fix', { ...rule, robots: withIgnores(text, lines, finding.rule, 'for now') }, signal);
  if (!alone.ok) return alone;
  const { applied } = alone.answer;
  const file = applyEdits(text, fix.edits);
  if (file !== null && applied.length === 1 && applied[0].title === fix.title) {
    return { ok: true, answer: { ...alone.answer, file } };
  }
  return lines.length === 0 ? alone : ask('fix', rule, signal);
}
