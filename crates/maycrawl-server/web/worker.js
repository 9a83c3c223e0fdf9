// The engines in a worker, so that the page never waits for them. The small one is there first and
// answers what it can; the large one answers all else, and everything once it is there.

import { load } from './engine.js';
import { askSmall, statesMore } from './first.js';

const LIMITS = { robots_bytes: 5 * 1024 * 1024, question_bytes: 64 * 1024 * 1024, rules_bytes: 512 * 1024 * 1024 };

/** An engine that is loaded when it is first needed; after a failure, the next question tries again. */
function engine(name) {
  let loading = null;
  return () => {
    loading ??= load(fetch(new URL(name, import.meta.url)), LIMITS).catch((error) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

const small = engine('maycrawl-core.wasm');
const large = engine('maycrawl.wasm');
let loaded = null;

const needLarge = () => large().then((engine) => (loaded = engine));

// If it does not come, the large one answers.
small().catch(() => {});

async function answer(operation, question) {
  if (loaded !== null) return loaded.ask(operation, question);
  const isForSmall = operation === 'check' && !statesMore(question.robots);
  const first = isForSmall ? await small().then((engine) => askSmall(engine, question), () => null) : null;
  const engine = needLarge();
  if (first === null) return (await engine).ask(operation, question);
  // The next question tries again.
  engine.catch(() => {});
  return first;
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
      reply(id, problem('engine', 500, String(error?.message)));
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
