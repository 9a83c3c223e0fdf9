// The engines in a worker, so that the page never waits for them. The small one is there first and
// answers what it can; the large one answers all else, and everything once it is there.

import { load } from './engine.js';
import { askSmall } from './first.js';

const LIMITS = { robots_bytes: 5 * 1024 * 1024, question_bytes: 64 * 1024 * 1024, rules_bytes: 512 * 1024 * 1024 };

const start = (name) => load(fetch(new URL(name, import.meta.url)), LIMITS);
const small = start('maycrawl-core.wasm');
let large = null;
let loaded = null;

/** Begins to load the large engine, once; after a failure, the next question tries again. */
function needLarge() {
  if (large === null) {
    large = start('maycrawl.wasm').then((engine) => (loaded = engine));
    large.catch(() => (large = null));
  }
  return large;
}

async function answer(operation, question) {
  if (loaded !== null) return loaded.ask(operation, question);
  const first = operation === 'check' ? askSmall(await small, question) : null;
  const engine = needLarge();
  return first ?? (await engine).ask(operation, question);
}

const queue = [];
let isBusy = false;

self.addEventListener('message', ({ data }) => {
  if (data.drop) {
    const at = queue.findIndex(({ id }) => id === data.id);
    if (at >= 0) reply(queue.splice(at, 1)[0].id, problem('cancelled', 499, 'nobody waits any more'));
    return;
  }
  queue.push(data);
  if (!isBusy) work();
});

async function work() {
  isBusy = true;
  while (queue.length > 0) {
    const { id, operation, question } = queue.shift();
    try {
      reply(id, await answer(operation, question));
    } catch (error) {
      reply(id, problem('internal', 500, `the engine does not load: ${error.message}`));
    }
    // Messages that came in the meantime may drop questions.
    await new Promise((next) => setTimeout(next));
  }
  isBusy = false;
}

const problem = (code, status, detail) => ({ ok: false, problem: { type: `/problems/${code}`, title: '', status, detail } });

function reply(id, answered) {
  self.postMessage({ id, answered });
}
