// The folders of a site that its robots.txt and the URLs of the Tester are about.

/** How many folders the picture has, with the home page. */
const MOST = 9;

/** How many lines of a file and how many URLs are looked at. */
const MOST_LINES = 20_000;

/**
 * The most frequent first segments of paths, and `/` first: each with a path that stands for it,
 * and whether rules of the file say more about a part of it.
 */
export function foldersOf(text, urls) {
  const rules = text.split(/\r\n|\n|\r/, MOST_LINES).flatMap(pathOf);
  const found = new Map();
  const note = (path, isRule) => {
    const parts = /^\/([^/?*$#]+)(\/?)(.*)$/s.exec(path);
    if (parts === null) return;
    const [, name, slash, rest] = parts;
    // In `/tmp*` the first segment is not whole.
    if (slash === '' && rest.startsWith('*')) return;
    const folder = found.get(name) ?? { name, uses: 0, isFolder: false, isDeeper: false };
    folder.uses += 1;
    folder.isFolder ||= slash === '/';
    folder.isDeeper ||= isRule && slash === '/' && /[^*$]/.test(rest);
    found.set(name, folder);
  };
  for (const path of rules) note(path, true);
  for (const url of urls.slice(0, MOST_LINES)) note(pathOfUrl(url), false);
  const most = [...found.values()].sort((one, other) => other.uses - one.uses).slice(0, MOST - 1);
  most.sort((one, other) => one.name.localeCompare(other.name, 'en'));
  return [
    { path: '/', isDeeper: false },
    ...most.map(({ name, isFolder, isDeeper }) => ({ path: isFolder ? `/${name}/` : `/${name}`, isDeeper })),
  ];
}

/** The path of a rule, if a line is one. */
function pathOf(line) {
  const rule = /^[\s\uFEFF]*(?:dis)?allow\s*:\s*([^\s#]+)/i.exec(line);
  return rule === null ? [] : [rule[1]];
}

function pathOfUrl(url) {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?(.*)$/is.exec(url)[1];
}

/** The host of URLs that all have the same one, else nothing. */
export function siteOf(urls) {
  const hosts = new Set(
    urls.slice(0, MOST_LINES).map((url) => /^https?:\/\/(?:[^/?#]*@)?([^/?#]+)/i.exec(url)?.[1].toLowerCase()),
  );
  hosts.delete(undefined);
  return hosts.size === 1 ? [...hosts][0] : '';
}
