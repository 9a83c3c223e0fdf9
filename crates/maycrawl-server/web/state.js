// What the page is about: the text, the questions, and the open tab. Tabs read it, change it, and
// hear of changes. It survives a reload, in the storage of this tab of the browser.

const KEY = 'maycrawl';

/** What a page begins with. `urls` is a text with a URL a line. */
export const START = {
  text: 'User-agent: *\nDisallow: /drafts/\nAllow: /drafts/public.html\n\nUser-agent: GPTBot\nDisallow: /\n',
  old: '',
  urls: '/\n/drafts/\n/drafts/public.html\n',
  crawlers: ['Googlebot', 'bingbot', 'GPTBot', 'ClaudeBot', 'OAI-SearchBot'],
  dialect: 'own',
  choices: {},
  ignored: [],
  lintUrls: true,
  encoding: '',
  tab: 'tester',
};

/** A state; `load` is what a link or the storage holds. */
export function createState(load = {}) {
  let value = { ...START, ...checked(load) };
  const watchers = [];
  return {
    get value() {
      return value;
    },
    /** Changes members, and tells those who watch one that is another now. */
    set(changes) {
      const changed = Object.keys(changes).filter((key) => changes[key] !== value[key]);
      if (changed.length === 0) return;
      value = { ...value, ...changes };
      for (const { keys, tell } of watchers) {
        if (keys.some((key) => changed.includes(key))) tell(value);
      }
    },
    /** Calls `tell` after each change of one of the members. */
    watch(keys, tell) {
      watchers.push({ keys, tell });
    },
  };
}

/** Members of the right type, and no others: a link may come from anybody. */
export function checked(load) {
  const isText = (value) => typeof value === 'string';
  const right = (key, value) => {
    if (key === 'crawlers') return Array.isArray(value) && value.every(isText);
    if (key === 'ignored') return Array.isArray(value) && value.every((one) => isText(one?.rule) && isText(one?.reason));
    return typeof value === typeof START[key] && value !== null && !Array.isArray(value);
  };
  const known = Object.entries(Object(load)).filter(([key]) => Object.hasOwn(START, key));
  return Object.fromEntries(known.filter(([key, value]) => right(key, value)));
}

/** Whether a link holds what a page puts into links: a text, and no member of a wrong type. */
export function isState(load) {
  const right = checked(load);
  return Object.hasOwn(right, 'text') && Object.keys(START).every((key) => Object.hasOwn(load, key) === Object.hasOwn(right, key));
}

/** What this tab of the browser kept, if anything. */
export function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps a state for a reload. Whether it could. */
export function keep(value) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
