// Every answer of the page comes from here: `ask(operation, question)`. Two engines give the same
// answers: the service that serves the page, and WebAssembly in a worker of the browser.

/**
 * Asks an engine. The answer is `{ ok: true, answer }` or `{ ok: false, problem }` (RFC 9457); it
 * does not throw. `signal` says that nobody waits any more.
 */
export const ask = document.documentElement.dataset.engine === 'worker' ? worker() : service;

/** Whether the page can ask live sites. */
export const hasService = ask === service;

async function service(operation, question, signal) {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(question),
    signal,
  };
  return answered(() => fetch(new URL(`v1/${operation}`, document.baseURI), init));
}

/** Asks a live site for its robots.txt, `anew` even if its last answer still holds. Only the service can. */
export async function fetchSite(url, dialect, signal, anew = false) {
  const at = new URL('v1/fetch', document.baseURI);
  at.search = new URLSearchParams({ url, dialect, ...(anew && { answer: 'new' }) });
  return answered(() => fetch(at, { signal }));
}

async function answered(send) {
  try {
    const response = await send();
    const body = await response.json();
    return response.ok ? { ok: true, answer: body } : { ok: false, problem: body };
  } catch (error) {
    const type = error.name === 'AbortError' ? '/problems/cancelled' : '/problems/unreachable';
    return { ok: false, problem: { type, title: '', status: 0, detail: String(error.message) } };
  }
}

/** Asks a worker. One that does not load, or has a fault, ends: the next question gets a new one. */
function worker() {
  let thread = null;
  const waiting = new Map();
  let number = 0;

  function start() {
    const made = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    made.addEventListener('message', ({ data: { id, answered: answer } }) => {
      waiting.get(id)?.(answer);
      waiting.delete(id);
    });
    made.addEventListener('error', ({ message = '' }) => {
      made.terminate();
      thread = null;
      const problem = { type: '/problems/engine', title: '', status: 500, detail: message };
      for (const settle of waiting.values()) settle({ ok: false, problem });
      waiting.clear();
    });
    return made;
  }

  return (operation, question, signal) =>
    new Promise((settle) => {
      const id = number;
      number += 1;
      thread ??= start();
      waiting.set(id, settle);
      thread.postMessage({ id, operation, question });
      signal?.addEventListener('abort', () => thread?.postMessage({ id, drop: true }));
    });
}
