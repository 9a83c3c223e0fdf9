// Elements from names and children. Text is always text: nothing here reads HTML, and every character can be seen.

import { Own } from './own.js';
import { visible } from './visible.js';

const SVG = 'http://www.w3.org/2000/svg';

/** Attributes that people read or hear. */
const SPOKEN = ['aria-label', 'title', 'placeholder'];

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
    else if (SPOKEN.includes(name)) element.setAttribute(name, visible(value));
    else element.setAttribute(name, value === true ? '' : value);
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    if (child instanceof Own) element.append(...child.pieces().map(pieceOf));
    else element.append(typeof child === 'string' ? visible(child) : child);
  }
}

/** A piece of the program's own words. */
function pieceOf({ kind, text, url }) {
  if (kind === 'code') return h('code', {}, text);
  return kind === 'link' ? outside(url, text) : visible(text);
}

/** Replaces what an element contains. */
export function show(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** Text from outside, in which only these texts are code where they stand between backticks. */
export function withCode(text, codes) {
  for (const code of codes) {
    const at = text.indexOf(`\`${code}\``);
    if (code === '' || at < 0) continue;
    return [withCode(text.slice(0, at), codes), h('code', {}, code), withCode(text.slice(at + code.length + 2), codes)];
  }
  return text;
}

/** A link to another site, which the program itself names. What is not a link of the web is its text. */
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
