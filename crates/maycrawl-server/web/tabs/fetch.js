// Fetch: what a site returns when it is asked for its robots.txt, and what engines make of that.

import { fetchSite, hasService } from '../ask.js';
import { dialects } from '../catalogue.js';
import { h, show } from '../dom.js';
import { latest } from '../latest.js';
import { problemText } from '../problem.js';
import { START } from '../state.js';
import { urlsOf } from '../urls.js';
import { words } from '../words.js';

const said = words.fetch;

export function tab({ ask, state, editor }) {
  const site = h('input', { id: 'site', type: 'text', inputmode: 'url', required: true, size: 36, placeholder: 'https://example.com' });
  const story = h('div', { 'aria-live': 'polite' });
  const again = latest(askSite, paint);

  const form = h(
    'form',
    {
      class: 'bar',
      onsubmit: (event) => {
        event.preventDefault();
        fetchNow(false);
      },
    },
    h('label', { for: 'site' }, said.url),
    site,
    h('button', { class: 'main' }, said.button),
  );
  const element = hasService
    ? h('div', {}, form, h('p', { class: 'quiet' }, said.urlHelp), story)
    : h('div', {}, h('p', {}, said.unavailable), h('pre', {}, said.command));

  /** Whether a person wants a new answer, though there may be one that holds. */
  let isAnew = false;

  function fetchNow(anew) {
    isAnew = anew;
    show(story, h('p', { class: 'quiet' }, said.wait));
    again();
  }

  /** The site is asked once; the service keeps the answer, and tells it in each dialect. */
  async function askSite(signal) {
    const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(site.value) ? site.value.trim() : `https://${site.value.trim()}`;
    const anew = isAnew;
    const first = await fetchSite(url, 'google', signal, anew);
    if (!first.ok) return first;
    const [fetched] = first.answer.fetched;
    const outcomes = [];
    for (const { name } of await dialects(ask)) {
      const one = await fetchSite(url, name, signal);
      if (one.ok) outcomes.push(...one.answer.fetched[0].outcomes);
    }
    return { ok: true, url, anew, fetched, outcomes, now: Date.now() };
  }

  function paint({ ok, problem, url, anew, fetched, outcomes, now }) {
    if (!ok) {
      show(story, problemText(problem, again));
      return;
    }
    const { file, hops, warnings } = fetched;
    // A site that did not answer has no robots.txt to speak of; what is made of that is for the curious.
    const isSilent = hops.length > 0 && hops.every(({ status }) => status === undefined);
    const table = h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': said.outcomes },
      h(
        'table',
        { class: 'whole' },
        h('thead', {}, h('tr', {}, [said.dialect, said.outcome, said.nextTry].map((text) => h('th', { scope: 'col' }, text)))),
        h('tbody', {}, outcomes.map(outcome)),
      ),
    );
    show(
      story,
      isSilent && h('div', { class: 'message warning' }, said.silent(hops.at(-1).problem)),
      h(
        'p',
        { class: 'quiet' },
        fetched.cached_at ? (anew ? said.tooSoon : said.cached(time(fetched.cached_at))) : said.asked(time(now)),
        ' ',
        h('button', { type: 'button', onclick: () => fetchNow(true) }, said.again),
      ),
      warnings.map((warning) => h('div', { class: 'message warning' }, warning)),
      file && h('p', {}, said.got(file.bytes, file.url), ' ', file.is_cut && said.cut),
      file &&
        h(
          'p',
          { class: 'bar' },
          h('button', { type: 'button', class: 'main', onclick: () => load(file.text, url) }, said.load),
          h('button', { type: 'button', onclick: () => state.set({ old: file.text, tab: 'compare' }) }, said.loadOld),
        ),
      h('h2', {}, said.hops),
      h('ol', {}, hops.map(hop)),
      isSilent
        ? h('details', {}, h('summary', {}, said.outcomes), table)
        : [h('h2', {}, said.outcomes), table],
    );
  }

  /** Opens the file, and puts the URL that was asked about first into the Tester. */
  function load(text, url) {
    const { urls } = state.value;
    const others = urls === START.urls ? [] : urlsOf(urls).filter((one) => one !== url);
    state.set({ urls: [url, ...others].join('\n'), encoding: '' });
    editor.setText(text);
    const warning = editor.tooLong();
    const see = h('button', { type: 'button', onclick: () => state.set({ tab: 'tester' }) }, said.tester);
    editor.say(warning ?? [said.loaded, ' ', said.loadedUrl(url), ' ', see], warning ? 'warning' : '');
  }

  /** A time as everybody reads it; one that no calendar has never comes. */
  const time = (text) => (Number.isNaN(new Date(text).getTime()) ? said.never : calendar(text));
  const calendar = (text) => new Date(text).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }) + ' UTC';

  const hop = ({ url, status, problem, millis, headers }) =>
    h(
      'li',
      {},
      h('code', {}, url),
      h('p', {}, h('strong', {}, status ?? problem), ' ', h('span', { class: 'quiet' }, said.millis(millis))),
      headers.length > 0 && h('dl', { class: 'code' }, headers.map(({ name, value }) => [h('dt', {}, name), h('dd', {}, value)])),
    );

  const outcome = ({ dialect, text, next_try }) =>
    h('tr', {}, h('th', { scope: 'row' }, words.dialects[dialect] ?? dialect), h('td', {}, text), h('td', {}, time(next_try)));

  return { element, watches: [], update() {} };
}
