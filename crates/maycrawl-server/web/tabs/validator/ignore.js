// The comments of a robots.txt that silence the linter: `# maycrawl: ignore RULE REASON`.

const MARKER = /^#[ \t]*maycrawl:[ \t]*ignore(?:[ \t]+(.*))?$/;

/**
 * The comments of a text that silence rules, each `{ line, rules, reason }`; lines count from 1.
 */
export function ignoresOf(text) {
  return linesOf(text).flatMap(({ content }, index) => {
    const at = content.indexOf('#');
    const found = at >= 0 && MARKER.exec(content.slice(at));
    return found ? [{ line: index + 1, ...named(found[1] ?? '') }] : [];
  });
}

/** The rules and the reason. A comma says that another rule follows. */
function named(words) {
  const [, rules, reason] = /^((?:\S*,\s+)*\S*)\s*(.*)$/.exec(words);
  return { rules: rules.split(/[,\s]+/).filter((rule) => rule !== ''), reason: reason.trim() };
}

/** A text with a comment before each of these lines, which silences a rule there. A reason is one line. */
export function withIgnores(text, lines, rule, reason) {
  const all = linesOf(text);
  const end = all.find((one) => one.end !== '')?.end ?? '\n';
  const comment = `# maycrawl: ignore ${rule} ${reason.replace(/\s+/g, ' ').trim()}${end}`;
  const before = new Set(lines);
  // A byte order mark stays where it is.
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const written = all.map((one, index) => {
    const line = (index === 0 ? one.content.slice(mark.length) : one.content) + one.end;
    return before.has(index + 1) ? comment + line : line;
  });
  return mark + written.join('');
}

/** A text without the comment of a line: without the line, if nothing else stands there. */
export function withoutIgnore(text, line) {
  const { start, content, end } = linesOf(text)[line - 1];
  const before = content.slice(0, content.indexOf('#')).replace(/[ \t]+$/, '');
  const isAll = before === '' || before === '\uFEFF';
  return text.slice(0, start) + before + (isAll ? '' : end) + text.slice(start + content.length + end.length);
}

/** A text whose comments do not silence the linter, but are comments as before. */
export function withoutIgnores(text) {
  const silent = new Set(ignoresOf(text).map(({ line }) => line));
  if (silent.size === 0) return text;
  const bare = ({ content, end }, index) => (silent.has(index + 1) ? content.replace(/(#.*?):/, '$1 ') : content) + end;
  return linesOf(text).map(bare).join('');
}

/** The lines of a text: where they start, what they contain, and how they end. */
function linesOf(text) {
  const lines = [];
  for (const [, content, end] of text.matchAll(/([^\r\n]*)(\r\n|\n|\r|$)/g)) {
    const last = lines.at(-1);
    const start = last ? last.start + last.content.length + last.end.length : 0;
    if (last?.end === '') break;
    lines.push({ start, content, end });
  }
  return lines;
}
