/** The places of a document that the search finds, and their texts. */
import { expect, test } from 'vitest';
import { documentedPlaces } from '../../../../worker/build/docs/search-index.ts';

const catalogue = { entries: [], schemas: {}, hrefOfSchema: (name: string) => `/docs#shape-${name}` };

/** The places of a document with one section. */
function placesOf(html: string, topic = 'urls') {
  const document = { title: 'Title', lead: '<p>The <em>lead</em>.</p>', sections: [{ id: 'one', title: 'One', html }] };
  const places = documentedPlaces(catalogue, new Map([[topic, document]]), {});
  return places.filter(({ href }) => href.startsWith('/docs'));
}

test('a page, its section, its subsection and the rows with an anchor are places', () => {
  const row = '<tr id="setting-A"><td><code>A</code></td><td>secret</td><td>It is &lt;b&gt;.</td></tr>';
  const html = `<h2 id="one-title">One &amp; <code>two</code></h2><p>First,\n<code>a</code>b.</p><ul><li>c</li><li>d</li></ul>
<table><thead><tr><th>key</th></tr></thead><tbody>${row}</tbody></table><p>After.</p><h3 id="sub">Sub</h3><p>Last.</p>`;
  expect(placesOf(html)).toEqual([
    { title: 'Title', href: '/docs/urls', text: 'The lead.', words: 'urls', weight: 1.2 },
    { title: 'One & two', page: 'Title', href: '/docs/urls#one', text: 'First, ab. c d key After.', weight: 1 },
    { title: 'A', page: 'Title', href: '/docs/urls#setting-A', text: 'secret: It is <b>.', weight: 0.75 },
    { title: 'Sub', page: 'Title', href: '/docs/urls#sub', text: 'Last.', weight: 1 },
  ]);
});

test('pages in which people look things up count less', () => {
  const weights = (topic: string) => placesOf('<h2 id="one-title">One</h2>', topic).map(({ weight }) => weight);
  expect(weights('decisions')[1]).toBeLessThan(weights('urls')[1] ?? 0);
  expect(weights('http-api')[1]).toBeGreaterThan(weights('urls')[1] ?? 0);
});
