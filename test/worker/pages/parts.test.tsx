/** The components of pages: text by strangers, and values that are absent. */

import { renderToString } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { explain } from '../../../src/index.ts';
import { numberSteps, Steps } from '../../../worker/pages/explorer/steps.tsx';
import { csvOfExport, missingStoresIn } from '../../../worker/pages/own-links/own-link.ts';
import { Details } from '../../../worker/pages/parts/details.tsx';
import { Document } from '../../../worker/pages/parts/layout.tsx';
import { Empty, Notice } from '../../../worker/pages/parts/notice.tsx';
import { Octets, textAndControls } from '../../../worker/pages/parts/octets.tsx';

/** Leaves text and attributes if it is not escaped. */
const HOSTILE = '</title></a>"\'><img src=x onerror=alert(1)><script>alert(1)</script>&lt;';
const octetsOf = (text: string) => new TextEncoder().encode(text);

describe('hostile text is escaped', () => {
  test.each([
    ['details', <Details rows={[[HOSTILE, HOSTILE]]} />],
    ['a notice', <Notice title={HOSTILE}>{HOSTILE}</Notice>],
    ['an empty list', <Empty>{HOSTILE}</Empty>],
    ['octets', <Octets octets={octetsOf(HOSTILE)} />],
    [
      'a page',
      <Document
        page={{
          title: HOSTILE,
          kicker: HOSTILE,
          canonical: HOSTILE,
          breadcrumbs: [
            { text: HOSTILE, href: HOSTILE },
            { text: HOSTILE, href: null },
          ],
          actions: [{ text: HOSTILE, href: HOSTILE }],
          language: HOSTILE,
          content: HOSTILE,
        }}
        contact={{ href: HOSTILE, text: HOSTILE }}
        stylesheet={HOSTILE}
        basePath=""
      />,
    ],
  ])('in %s', (_, part) => {
    const html = renderToString(part);
    expect(html).not.toMatch(/<script|<img/);
    // Only a quotation mark ends an attribute.
    for (const [, value] of html.matchAll(/="([^"]*)"/g)) expect(value).not.toContain('"');
    expect(html).toContain('&lt;script');
    expect(html).toContain('&amp;lt;');
  });
});

describe('a page', () => {
  const html = renderToString(
    <Document
      page={{
        title: 'World',
        breadcrumbs: [
          { text: 'h.example', href: '/gopher/h.example/' },
          { text: 'world', href: null },
        ],
        content: <p>Here.</p>,
      }}
      contact={null}
      stylesheet="/assets/waypost.css?1"
      basePath=""
    />,
  );

  test.each([
    ['a language', '<html lang="en">'],
    ['its own title first', '<title>World · Waypost</title>'],
    ['one heading of the first level', '<h1 dir="auto">World</h1>'],
    ['a link past the header', '<a class="skip" href="#content">'],
    ['landmarks', '<main id="content"'],
    ['the current page in the breadcrumbs', '<span aria-current="page">world</span>'],
    ['the versioned stylesheet', '<link rel="stylesheet" href="/assets/waypost.css?1"/>'],
  ])('has %s', (_, part) => {
    expect(html.split(part).length).toBe(2);
  });

  test('has no inline script or style, and loads nothing from other sites', () => {
    expect(html).not.toMatch(/<script|<style|style=|\son[a-z]+=|https?:/);
  });
});

describe('details', () => {
  test('leave out absent values', () => {
    const rows = [
      ['a', 'x'],
      ['b', null],
      ['c', ''],
      ['d', 0],
    ] as const;
    const html = renderToString(<Details rows={rows} />);
    expect([...html.matchAll(/<dt>(.)/g)].map(([, name]) => name)).toEqual(['a', 'd']);
    expect(renderToString(<Details rows={[['b', null]]} />)).toBe('');
  });
});

describe('octets', () => {
  test.each<[string, number[], ReturnType<typeof textAndControls>]>([
    ['text', [0x61, 0x20, 0x62], ['a b']],
    ['a line end', [0x61, 0x0d, 0x0a], ['a', { octet: 13 }, { octet: 10 }]],
    ['UTF-8', [0xc3, 0xa4, 0xf0, 0x9f, 0x98, 0x80], ['ä😀']],
    ['an octet that is not UTF-8', [0xe4, 0x61], [{ octet: 0xe4 }, 'a']],
    ['a truncated character', [0xe2, 0x82], [{ octet: 0xe2 }, { octet: 0x82 }]],
    ['an overlong slash', [0xc0, 0xaf], [{ octet: 0xc0 }, { octet: 0xaf }]],
    ['a C1 control', [0xc2, 0x9b], [{ octet: 0xc2 }, { octet: 0x9b }]],
    ['NUL, ESC and DEL', [0, 0x1b, 0x7f], [{ octet: 0 }, { octet: 0x1b }, { octet: 0x7f }]],
    ['nothing', [], []],
  ])('%s', (_, octets, pieces) => {
    expect(textAndControls(Uint8Array.from(octets))).toEqual(pieces);
  });

  test('are named if they cannot be seen', () => {
    const html = renderToString(<Octets octets={Uint8Array.of(0, 9, 13, 10, 27, 127, 0xe4)} />);
    const names = [...html.matchAll(/class="control">([^<]+)/g)].map(([, name]) => name);
    expect(names).toEqual(['NUL', 'TAB', 'CR', 'LF', 'ESC', 'DEL', 'E4']);
  });
});

describe('the steps of the explorer', () => {
  test.each([
    ['all are listed', 100, false],
    ['the rest is counted', 1200, true],
  ])('%s after %i changes', (_, changes, counted) => {
    const { diagnostics, omittedDiagnostics = 0 } = explain(`http://h/${'\ta'.repeat(changes)}`, { complete: true });
    const { steps } = numberSteps(diagnostics, []);
    const html = renderToString(<Steps same={false} steps={steps} omitted={omittedDiagnostics} />);
    expect(html.includes('1,100 more changes of these kinds are not listed.')).toBe(counted);
  });
});

test('an export as CSV has a row for each claim, and none for blocks, purged links and stores that failed', () => {
  const claim = { createdAt: '2026-01-01T00:00:00.000Z', expiresAt: null, title: 'A, b', note: null };
  const lines = [
    { block: { kind: 'host', host: 'bad.example', reason: 'spam' } },
    {
      ...{ slug: 'news', url: 'news:a.b', createdAt: claim.createdAt, clicks: 3, lastClickAt: null, blocked: null },
      claims: [
        { owner: 'alice', ...claim },
        { owner: 'bob', ...claim },
      ],
    },
    { slug: 'gone', purged: true },
    { type: 'https://w.example/problems#store-away', status: 503, detail: 'Store 3 is away.', errors: [], store: 3 },
    { next: { changedSince: claim.createdAt } },
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  expect(missingStoresIn(text)).toMatchObject([{ store: 3, detail: 'Store 3 is away.' }]);
  const csv = csvOfExport(text, 'https://w.example');
  expect(csv.split('\r\n').slice(1)).toEqual([
    'news,https://w.example/news,news:a.b,"A, b",,2026-01-01T00:00:00.000Z,,3,,,alice',
    'news,https://w.example/news,news:a.b,"A, b",,2026-01-01T00:00:00.000Z,,3,,,bob',
    '',
  ]);
});
