// Modules that are loaded when they are needed, and once more after a failure.

const loads = new Map();
const failures = new Map();

/**
 * Loads a module by its path from here. A browser may keep a failure under the module's URL while the page is open,
 * so each further try has a URL of its own.
 */
export function load(path) {
  if (!loads.has(path)) {
    const failed = failures.get(path) ?? 0;
    const loading = import(failed === 0 ? path : `${path}?try=${failed}`);
    loads.set(path, loading);
    loading.catch(() => {
      loads.delete(path);
      failures.set(path, failed + 1);
    });
  }
  return loads.get(path);
}

/**
 * Whether only a new page can help: a second try has failed, although the host sends the module. Then the browser keeps
 * the failure of another module, which this one imports.
 */
export async function needsReload(path) {
  if ((failures.get(path) ?? 0) < 2) return false;
  try {
    return (await fetch(new URL(path, import.meta.url), { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
