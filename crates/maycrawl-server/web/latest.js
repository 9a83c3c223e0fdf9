// One question after another, and only the newest answer.

/**
 * A function that asks and shows. Called while it waits for an answer, it drops that answer, and
 * asks once more. So an old answer never follows a newer one, and never two questions are under way.
 * `ask` gets a signal that is aborted when the answer is not wanted any more.
 */
export function latest(ask, show) {
  let wanted = 0;
  let abort = null;
  return async () => {
    wanted += 1;
    if (abort !== null) {
      abort.abort();
      return;
    }
    for (;;) {
      const mine = wanted;
      abort = new AbortController();
      const answer = await ask(abort.signal).finally(() => (abort = null));
      if (mine === wanted) {
        show(answer);
        return;
      }
    }
  };
}

/** A function that runs `work` when it has not been called for so long. */
export function later(milliseconds, work) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, milliseconds);
  };
}
