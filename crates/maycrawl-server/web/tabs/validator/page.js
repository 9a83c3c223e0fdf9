// The page of a lint rule, as the operation `explain` gives it: plain text, whose examples are indented.

import { h } from '../../dom.js';
import { ofProgram } from '../../own.js';

/** The elements of a page. */
export function pageOf(text) {
  const blocks = text.split(/\n{2,}/).map((block) => block.replace(/^\n+|\s+$/g, ''));
  const elements = [];
  let example = [];
  const endExample = () => {
    if (example.length > 0) elements.push(h('pre', {}, example.join('\n\n')));
    example = [];
  };
  // The first block is the rule's name, which the page that shows it has said.
  for (const block of blocks.slice(1)) {
    if (/^ {2}/.test(block)) {
      example.push(block.replace(/^ {2}/gm, ''));
      continue;
    }
    endExample();
    const isHeading = /^[A-Z][A-Za-z ]{0,40}$/.test(block);
    elements.push(isHeading ? h('h3', {}, block) : h('p', {}, ofProgram(block.replaceAll('\n', ' '))));
  }
  endExample();
  return elements;
}
