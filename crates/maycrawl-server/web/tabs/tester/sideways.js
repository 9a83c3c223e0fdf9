// The sign that a table goes on to the right, which also goes there.

import { h } from '../../dom.js';

/** A button that says how many columns are out of sight: `text(n)`. Call `update()` for another table. */
export function sideways(region, text) {
  const element = h('button', { type: 'button', class: 'plain', hidden: true, onclick: go });

  function go() {
    region.scrollBy({ left: region.clientWidth / 2 });
  }

  function update() {
    const { right } = region.getBoundingClientRect();
    const hidden = [...region.querySelectorAll('thead th')].filter((head) => head.getBoundingClientRect().right > right + 2);
    element.hidden = hidden.length === 0;
    element.textContent = text(hidden.length);
    region.classList.toggle('more', hidden.length > 0);
  }

  region.addEventListener('scroll', update, { passive: true });
  new ResizeObserver(update).observe(region);
  return { element, update };
}
