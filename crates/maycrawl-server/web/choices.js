// What a generated robots.txt should say: reading and changing the `choices` of the state, which
// have the form of the member `choices` of the operation `generate`. Nothing here changes what it gets.

/** Members that are lists of texts. */
const LISTS = [
  'preset',
  'block',
  'allow',
  'disallow',
  'allow_path',
  'content_signal',
  'content_usage',
  'sitemap',
  'license',
];
const LISTS_FOR = ['who', 'disallow', 'allow_path', 'content_signal', 'content_usage'];

/** Choices in their right form. A link may come from anybody: what is not of this form is left out. */
export function readChoices(value) {
  const sets = Array.isArray(value.for) ? value.for.filter((one) => one !== null && typeof one === 'object') : [];
  const read = withMembers(value, LISTS);
  return sets.length === 0 ? read : { ...read, for: sets.map((one) => ({ who: [], ...withMembers(one, LISTS_FOR) })) };
}

function withMembers(value, lists) {
  const read = {};
  for (const name of lists) {
    const texts = Array.isArray(value[name]) ? value[name].filter((text) => typeof text === 'string') : [];
    if (texts.length > 0) read[name] = texts;
  }
  if (Number.isFinite(value.crawl_delay)) read.crawl_delay = value.crawl_delay;
  return read;
}

/** Whether there is something to ask for. */
export function isEmpty(choices) {
  return Object.keys(choices).length === 0;
}

/** How many choices there are. */
export function count(value) {
  if (Array.isArray(value)) return value.length;
  return value === undefined ? 0 : 1;
}

/** What is chosen for somebody: `block`, `allow` or nothing. */
export function accessOf(choices, who) {
  return ['block', 'allow'].find((list) => (choices[list] ?? []).includes(who));
}

/**
 * Choices in which these crawlers are blocked, allowed, or neither. Crawlers stand before purposes
 * and operators: the generator then takes what is said of a crawler before it compares the others.
 */
export function withAccess(choices, whos, access) {
  const next = { ...choices };
  const moved = new Set(whos);
  for (const list of ['block', 'allow']) {
    const others = (choices[list] ?? []).filter((who) => !moved.has(who));
    const all = list === access ? [...others, ...moved] : others;
    next[list] = [...all.filter(isOne), ...all.filter((who) => !isOne(who))];
  }
  return next;
}

/** Choices without one about a crawler, an operator or a purpose. */
export function withoutAccess(choices, access, who) {
  return { ...choices, [access]: (choices[access] ?? []).filter((other) => other !== who) };
}

const isOne = (who) => who !== '*' && !/^(purpose|operator):/.test(who);

/** The name of a preset and its value: `only` and `Googlebot`. */
export function presetParts(preset) {
  const at = preset.indexOf('=');
  return at < 0 ? { name: preset, value: '' } : { name: preset.slice(0, at), value: preset.slice(at + 1) };
}

/**
 * The places of a problem of `generate`: which choices it is about. A place is a member
 * (`disallow`), a member of a set (`for/0/disallow`), or a member and its text (`block GPTBot`).
 */
export function placesOf({ pointer, detail }, choices) {
  const [, first, ...path] = (pointer ?? '').split('/');
  if (first !== 'choices') return [];
  if (path.length > 0) return [place(choices, path)];
  // Choices that contradict each other are named in the text, as they are written there.
  const found = written(choices).filter(({ text }) => mentions(detail, text));
  return [...new Set(found.map(({ path: one }) => place(choices, one)))];
}

/** Each choice as answers write it (`block "purpose:seo"`), with its path in the choices and its value. */
export function written(choices) {
  const of = (list, who, at, values) =>
    values.map((value, index) => {
      const text = list === 'preset' ? `preset ${value}` : `${who}${list} ${JSON.stringify(value)}`;
      return { text, path: [...at, list, index], value };
    });
  return [
    ...[...LISTS, 'crawl_delay'].flatMap((list) => of(list, '', [], asTexts(choices[list]))),
    ...(choices.for ?? []).flatMap((one, index) =>
      [...LISTS_FOR, 'crawl_delay'].flatMap((list) =>
        of(list, `for ${one.who.join(', ')}: `, ['for', index], asTexts(one[list])),
      ),
    ),
  ];
}

const asTexts = (value) => [value ?? []].flat().map(String);

/** Whether a problem is about a choice: `A and B contradict each other`, or `A: what is wrong`. */
function mentions(detail, choice) {
  return (
    detail.startsWith(`${choice} and `) ||
    detail.startsWith(`${choice}: `) ||
    detail.includes(` and ${choice} contradict `)
  );
}

function place(choices, [first, index, list]) {
  if (first === 'for') return ['for', index, list].filter((part) => part !== undefined).join('/');
  if (!['preset', 'block', 'allow'].includes(first)) return first;
  return `${first} ${choices[first]?.[index] ?? ''}`;
}
