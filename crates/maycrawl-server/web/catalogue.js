// The catalogue of crawlers and the dialects, asked once, when a tab first needs them.

const once = (operation, member) => {
  let answer = null;
  return async (ask) => {
    answer ??= ask(operation, {}).then((answered) => {
      if (answered.ok) return answered.answer[member];
      // The next who needs it asks again.
      answer = null;
      return [];
    });
    return answer;
  };
};

/** All crawlers that the catalogue knows, each as the operation `crawlers` answers. */
export const crawlers = once('crawlers', 'crawlers');

/** The knobs on which dialects differ. */
export const knobs = once('dialects', 'knobs');

/** The presets, by name. */
export const dialects = once('dialects', 'dialects');

/** The values of a member of the crawlers that several have, sorted by name. */
export function groups(list, member) {
  const counts = new Map();
  for (const value of list.flatMap((crawler) => crawler[member] ?? [])) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort(([one], [other]) => one.localeCompare(other, 'en'));
}
