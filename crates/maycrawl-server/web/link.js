// A link that holds the state in its fragment, which browsers send to no server.

import { isState } from './state.js';

/** The most bytes that a fragment may decompress to. */
export const MOST_BYTES = 5 * 1024 * 1024;

/** The fragment of a state; `null` if it is too large to be opened. */
export async function toFragment(value) {
  const state = new Blob([JSON.stringify(value)]);
  if (state.size > MOST_BYTES) return null;
  const packed = state.stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return `#1${btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** The state of a fragment; `null` if there is none. Throws if it is damaged or too large. */
export async function fromFragment(fragment) {
  if (fragment === '') return null;
  if (!fragment.startsWith('#1')) throw new TypeError('not a link of this page');
  const text = atob(fragment.slice(2).replaceAll('-', '+').replaceAll('_', '/'));
  const packed = new Blob([Uint8Array.from(text, (char) => char.charCodeAt(0))]);
  const chunks = [];
  let length = 0;
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    length += step.value.length;
    if (length > MOST_BYTES) {
      await reader.cancel();
      throw new RangeError('too large');
    }
    chunks.push(step.value);
  }
  const value = JSON.parse(await new Blob(chunks).text());
  if (!isState(value)) throw new TypeError('not a state');
  return value;
}
