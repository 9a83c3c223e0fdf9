// All that a mouse can do, the keyboard does.

import assert from 'node:assert/strict';
import { EDITOR, NARROW, TABS, WIDE, becomes, each, lit, says, textOf } from './page.mjs';

/** The control that has the focus, as a number that it keeps. */
const focused = () => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return globalThis.controls.indexOf(element);
};

/** Numbers all controls that can be seen and used; how each is called. Of a group of radio buttons it is one. */
const number = () => {
  const selector = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true]';
  const all = (root) =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(element.matches(selector) ? [element] : []),
      ...(element.shadowRoot ? all(element.shadowRoot) : []),
    ]);
  const isReached = (element) =>
    element.checkVisibility() &&
    !element.disabled &&
    element.tabIndex >= 0 &&
    (element.type !== 'radio' || element.checked);
  globalThis.controls = all(document).filter(isReached);
  return globalThis.controls.map(
    (element) => element.ariaLabel || element.textContent.trim().slice(0, 40) || element.id || element.name,
  );
};

for (const tab of TABS) {
  each(
    tab,
    'the Tab key reaches every control, in the order of the page',
    async (page) => {
      if (tab === 'tester') await page.locator('.matrix').waitFor();
      const names = await page.evaluate(number);
      assert.equal(await page.locator('[tabindex]:not([tabindex="0"], [tabindex="-1"])').count(), 0);
      const reached = new Set();
      await page.evaluate(() => globalThis.controls[0].focus());
      let at = 0;
      // The window itself is between the last control and the first.
      for (let n = 0; n < names.length + 10 && (n === 0 || at !== 0); n += 1) {
        reached.add(at);
        await page.keyboard.press('Tab');
        at = await page.evaluate(focused);
      }
      reached.delete(-1);
      assert.deepEqual(
        names.filter((_, index) => !reached.has(index)),
        [],
        'is not reached',
      );
      assert.deepEqual(
        [...reached],
        [...reached].toSorted((one, other) => one - other),
        'is in another order',
      );
    },
    { engines: [tab === 'fetch' ? 'service' : 'worker'], widths: [WIDE, NARROW] },
  );
}

each('tester', 'arrow keys go from tab to tab', async (page) => {
  const open = () => ({
    focus: document.activeElement.id,
    selected: [...document.querySelectorAll('[role=tab][aria-selected=true]')].map(({ id }) => id),
    panels: [...document.querySelectorAll('[role=tabpanel]')]
      .filter((panel) => panel.checkVisibility())
      .map(({ id }) => id),
  });
  const is = (tab) => becomes(page, open, { focus: `tab-${tab}`, selected: [`tab-${tab}`], panels: [`panel-${tab}`] });
  await page.locator('#tab-tester').focus();
  for (const [key, tab] of [
    ['ArrowRight', TABS[1]],
    ['ArrowLeft', TABS[0]],
    ['ArrowLeft', TABS.at(-1)],
    ['ArrowRight', TABS[0]],
    ['End', TABS.at(-1)],
    ['Home', TABS[0]],
  ]) {
    await page.keyboard.press(key);
    await is(tab);
  }
});

each(
  'tester',
  'the editor lets the Tab key go',
  async (page) => {
    const before = await textOf(page);
    await page.locator(EDITOR).focus();
    await page.keyboard.press('Tab');
    assert.ok(await page.evaluate(() => !document.querySelector('.editor .frame').contains(document.activeElement)));
    await page.keyboard.press('Shift+Tab');
    await becomes(page, () => document.activeElement.className, 'frame');
    assert.equal(await textOf(page), before);
  },
  { widths: [WIDE] },
);

each('tester', 'a verdict is chosen, and its line shown', async (page) => {
  await page.locator('.matrix').waitFor();
  await page.getByRole('region', { name: 'Verdicts' }).focus();
  for (let n = 0; n < 8; n += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await says(page, 'GPTBot: /drafts/ is blocked');
  await becomes(page, lit, { decides: ['Disallow: /'], beaten: [] });
});

each('generator', 'what has the focus is not behind the bar of buttons', async (page) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.locator('#tab-generator').focus();
  const isCovered = () => {
    const focused = document.activeElement;
    const bar = document.querySelector('.generator .actions');
    if (!document.querySelector('.generator').contains(focused) || bar.contains(focused)) return false;
    const [one, other] = [focused.getBoundingClientRect(), bar.getBoundingClientRect()];
    return one.bottom > other.top + 1 && one.top < other.bottom - 1;
  };
  for (let n = 0; n < 45; n += 1) {
    await page.keyboard.press('Tab');
    assert.ok(!(await page.evaluate(isCovered)), `stop ${n}`);
  }
}, { engines: ['worker'] });
