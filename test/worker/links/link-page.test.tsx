/** The page of a short link: where it leads, its parts and its history. */
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { explain } from '../../../src/index.ts';
import { shortLinkPage } from '../../../worker/links/link-page.tsx';

const LINK = {
  ...{ slug: 'yadkkg582q', url: 'gopher://b%C3%BCcher.example.org:7070/1/x', blocked: null },
  ...{ short: 'https://w.example.org/p/yadkkg582q', inspect: '', qr: '' },
  ...{ createdAt: '2026-01-31T12:34:56.789Z', expiresAt: null, clicks: 7, lastClickAt: '2026-02-01T00:00:00.000Z' },
};
const TARGET = 'gopher://xn--bcher-kva.example.org:7070/1/x';

function pageOf(more: object = {}, url = TARGET, isPermanent = true) {
  const page = shortLinkPage({ ...LINK, canonical: url, ...more }, isPermanent, explain(url), []);
  const html = renderToString(page.content as VNode);
  const rows = [...html.matchAll(/<dt>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(([, name, value]) => {
    return `${name}: ${value?.replace(/<[^>]*>/g, '')}`;
  });
  return { page, html, rows };
}

test('has the address, the parts and the history of the link', () => {
  const { page, html, rows } = pageOf();
  expect(page).toMatchObject({ title: 'Where yadkkg582q leads', preview: { root: 'https://w.example.org/p' } });
  expect(page.actions).toEqual([
    { text: 'JSON', href: '/yadkkg582q+?format=json' },
    { text: 'QR code', href: '/yadkkg582q.svg' },
  ]);
  expect(rows).toEqual([
    expect.stringMatching(/^Scheme: gopher, \S/),
    'Host: bücher.example.org (xn--bcher-kva.example.org)',
    'Port: 7070',
    'Path: /1/x',
    'Created: 2026-01-31 12:34 UTC',
    'Expires: Never',
    'Clicks: 7',
    'Last click: 2026-02-01 00:00 UTC',
  ]);
  expect(html).toContain('first 50 bits of the SHA-256');
  expect(html).toContain('<code>w.example.org/p/yadkkg582q</code>');
  expect(html).toContain('<time datetime="2026-01-31T12:34:56.789Z">');
});

test.each([
  [
    'https://user@h.example.org/?q#f',
    {},
    ['User name: user', 'Host: h.example.org', 'Path: /', 'Query: q', 'Fragment: f'],
  ],
  ['urn:isbn:0395363411', {}, ['Path: isbn:0395363411']],
])('%s has the parts %j', (url, more, parts) => {
  const { html, rows } = pageOf(more, url, false);
  expect(rows.filter((row) => !/^(?:Scheme|Created|Expires|Clicks|Last click):/.test(row))).toEqual(parts);
  expect(html).toContain('The owner chose this name');
  expect(html.replace(/href="[^"]*"/g, '')).not.toContain('user@');
});

test.each([
  [{ clicks: 0, lastClickAt: null }, ['Created: 2026-01-31 12:34 UTC', 'Expires: Never', 'Clicks: None']],
  [{ clicks: undefined, lastClickAt: undefined, createdAt: undefined }, ['Expires: Never']],
  [
    { expiresAt: '2027-01-01T00:00:00.000Z' },
    ['Created: 2026-01-31 12:34 UTC', 'Expires: 2027-01-01 00:00 UTC', 'Clicks: 7', 'Last click: 2026-02-01 00:00 UTC'],
  ],
])('with %j, the history is %j', (more, history) => {
  expect(pageOf(more).rows.filter((row) => /^(?:Created|Expires|Clicks|Last click):/.test(row))).toEqual(history);
});
