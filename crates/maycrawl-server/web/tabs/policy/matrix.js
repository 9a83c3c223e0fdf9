// How many crawlers of each purpose may fetch each folder: the numbers behind the picture.

import { groups } from '../../catalogue.js';
import { words } from '../../words.js';

/** How many bytes all crawlers may read together, before only some of them are asked. */
const MOST_BYTES = 8_000_000;

/** How many crawlers are asked at least. */
const FEWEST = 100;

/** A crawler that says it obeys matters more than one of which nothing is known. */
const WEIGHT = { yes: 0, disputed: 1, 'may-not': 2, undocumented: 3, no: 4 };

/** The purposes of crawlers that fetch; a control token is only a name, and has another purpose too. */
export const FETCHING = Object.keys(words.purposes).filter((purpose) => purpose !== 'control-token');

/** The crawlers that are asked about a file of this length: all, or some of each purpose. */
export function asked(known, length) {
  const most = Math.max(FEWEST, Math.floor(MOST_BYTES / Math.max(1, length)));
  if (known.length <= most) return known;
  const sorted = known.toSorted((one, other) => (WEIGHT[one.obeys] ?? 5) - (WEIGHT[other.obeys] ?? 5));
  const queues = groups(known, 'purposes').map(([purpose]) =>
    sorted.filter(({ purposes }) => purposes.includes(purpose)),
  );
  const chosen = new Set();
  for (let turn = 0; chosen.size < most; turn += 1) {
    for (const queue of queues) {
      if (turn < queue.length && chosen.size < most) chosen.add(queue[turn]);
    }
  }
  return [...chosen];
}

/** A row for each purpose. `verdicts` are those of all crawlers for the first folder, then the next. */
export function rowsOf(crawlers, folders, verdicts) {
  return FETCHING.map((purpose) => {
    const columns = crawlers.flatMap(({ purposes }, index) => (purposes.includes(purpose) ? [index] : []));
    const cells = folders.map((_, row) => ({
      may: columns.filter((column) => verdicts[row * crawlers.length + column] === 'allow').length,
      all: columns.length,
    }));
    return { name: words.purposes[purpose].name, count: columns.length, cells };
  }).filter(({ count }) => count > 0);
}
