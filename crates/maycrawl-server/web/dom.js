// Elements from names and children. Text is always text: nothing here reads HTML, and every character can be seen.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Makes an element. Attributes that begin with `on` are listeners; `true` is an attribute without
 * a value; `false`, `null` and `undefined` are left out. Children are elements, texts, or lists.
 */
export function h(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** The same for elements of SVG. */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(typeof child === 'string' ? visible(child) : child);
  }
}

/** Characters that draw nothing, or turn the direction of others: of a stranger's text, they would forge what is shown. */
const INVISIBLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A text whose every character can be seen. */
export const visible = (text) =>
  text.replace(INVISIBLE, (char) => `\u27e8U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}\u27e9`);

/** Replaces what an element contains. */
export function show(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/**
 * Text in which `code` stands between backticks, and links are written `[text](https://…)`.
 * Only links of the web become links.
 */
export function rich(text) {
  const parts = text.split(/(`[^`]+`|\[[^\]]+\]\(https?:\/\/[^\s)]+\))/);
  return parts.map((part) => {
    if (/^`[^`]+`$/.test(part)) return h('code', {}, part.slice(1, -1));
    const link = /^\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)$/.exec(part);
    return link ? outside(link[2], link[1]) : part;
  });
}

/** A link to another site. What is no link of the web is its text. */
export function outside(url, text = url) {
  if (!/^https?:\/\//.test(url)) return text;
  return h('a', { href: url, rel: 'noopener noreferrer', target: '_blank' }, text);
}

/** Offers a text as a file. */
export function download(name, text, type = 'text/plain') {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  h('a', { href: url, download: name }).click();
  // A slow machine may take a while to begin.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
