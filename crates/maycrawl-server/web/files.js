// Files that a person opens or drops, and the text in them.

import { h } from './dom.js';
import { words } from './words.js';

const MOST_BYTES = 5 * 1024 * 1024;

const said = words.editor;

/** A hidden input; a click on it lets a person choose a file for `open`. */
export function fileInput(open) {
  const input = h('input', {
    type: 'file',
    hidden: true,
    onchange() {
      const [file] = input.files;
      // So that the same file can be chosen again.
      input.value = '';
      if (file) open(file);
    },
  });
  return input;
}

/** Hands the file that is dropped on an element to `open`, before an editor in it inserts the file. */
export function takeDrops(element, open) {
  const over = (event) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation();
    element.classList.toggle('drop', event.type === 'dragover');
    const [file] = event.dataTransfer.files;
    if (event.type === 'drop' && file) open(file);
  };
  for (const kind of ['dragover', 'dragleave', 'drop']) element.addEventListener(kind, over, { capture: true });
}

function isUtf8(bytes) {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The text of a file, and whether it was in another encoding than crawlers read; or why it is left out, and what to know about it. */
export async function readFile(file) {
  if (file.size > MOST_BYTES) return { note: said.tooLarge(file.name, file.size) };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  for (const [encoding, mark] of [
    ['utf-16le', first === 0xff && second === 0xfe],
    ['utf-16be', first === 0xfe && second === 0xff],
  ]) {
    if (mark) return { text: new TextDecoder(encoding).decode(bytes), encoding: 'utf-16' };
  }
  // As maycrawl does, a NUL in the first bytes tells binary data from text.
  if (bytes.subarray(0, 8192).includes(0)) return { note: said.binary(file.name) };
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (/^\uFEFF?\s*<(!doctype|!--|\?xml|html|head|body)/i.test(text.slice(0, 1000))) return { text, note: said.webPage(file.name) };
  return { text, encoding: isUtf8(bytes) ? '' : 'not-utf-8' };
}
