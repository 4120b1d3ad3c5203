/** The pages of messages, and of their parts. */
import { describe, expect, test } from 'vitest';
import { findPart } from '../../../../src/open/message-parts.ts';
import type { ReadableMessage } from '../../../../src/open/opened.ts';
import { partsOwner } from '../../../../worker/gateway/shapes/message.tsx';
import { servePart } from '../../../../worker/gateway/shared/serve-part.tsx';
import { charsets, lines, pagesLike } from '../expected.ts';
import { type Asked, shapeContextOf, shown } from '../opening.ts';
import { outlineOf } from '../outline.ts';

const URL = 'wais://h.example/docs/MAIL/1/m';
const octetsOf = (message: readonly string[]) => Uint8Array.from(Buffer.from(message.join('\r\n'), 'latin1'));

function messageOf(message: readonly string[]): ReadableMessage {
  const octets = octetsOf(message);
  return {
    ...{ shape: 'message', freshFor: 60, noun: 'message', name: 'm.eml', octets, charset: 'utf-8', text: '' },
    json: () => ({ kind: 'message' }),
  };
}

const page = async (message: readonly string[], asked: Asked = {}) =>
  outlineOf(await shown(URL, messageOf(message), asked));

/** A message with parts of every kind. */
const PARTS = [
  'From: Ann <ann@h.example>, bob@h.example, =?utf-8?q?Eve=E2=80=AE?= <eve@h.example>',
  'Subject: Tea =?utf-8?q?=E2=80=AE?=for two',
  'Date: Mon, 31 Jan 1994 12:34:56 GMT',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain',
  '',
  'Tea \xe9.',
  '--b',
  'Content-Type: text/plain',
  '',
  'More tea.',
  '--b',
  'Content-Type: text/html; charset=utf-8; name=page.html',
  '',
  '<title>Page</title><p>Tea.</p><img src="cid:cup">',
  '--b',
  'Content-Type: image/png; name="=?utf-8?q?cup=E2=80=AE.png?="',
  'Content-ID: <cup>',
  'Content-Disposition: attachment',
  'Content-Transfer-Encoding: base64',
  '',
  'AAAA',
  '--b',
  'Content-Type: video/mp4',
  'Content-Disposition: attachment',
  '',
  'x',
  '--b',
  'Content-Type: image/svg+xml; name="=?utf-8?q?x=E2=80=AEgvs.svg?="',
  'Content-Disposition: attachment',
  '',
  '<svg/>',
  '--b',
  'Content-Type: text/plain; name="=?utf-8?q?notes=E2=80=AE.txt?="',
  'Content-Disposition: attachment',
  '',
  'Notes: gopher://h.example/',
  'end',
  '--b--',
];

const pageOf = pagesLike`
  200
  cache-control: public, max-age=60
  content-security-policy: as usual; media-src 'self'; frame-src 'self'
  kicker: WAIS message
  way: h.example → /wais/h.example/ / docs → /wais/h.example/docs / MAIL (aria-current=page)
  h1: m.eml
  canonical: wais://h.example/docs/MAIL/1/m
  Download → /wais/h.example/docs/MAIL/1/m?format=raw (download=m.eml, a view)
  More: [JSON → /wais/h.example/docs/MAIL/1/m?format=json (a view)] [As the server sent it → /wais/h.example/docs/MAIL/1/m?format=raw (a view)]
`;

test('a message with parts', async () => {
  expect(await page(PARTS, { query: 'charset=koi8-r' })).toBe(pageOf`
    Download → /wais/h.example/docs/MAIL/1/m?charset=koi8-r&format=raw (download=m.eml, a view)
    More: [JSON → /wais/h.example/docs/MAIL/1/m?charset=koi8-r&format=json (a view)] [As the server sent it → /wais/h.example/docs/MAIL/1/m?charset=koi8-r&format=raw (a view)]

    dl.details
      Subject = Tea for two
      From = Ann, bob@h.example, Eve
      Date = 1994-01-31 12:34 UTC
    pre.text (tabindex=0, aria-label=Text)
      | <.lines: Tea И.
      | More tea.>
    section.attachments (aria-labelledby=attachments)
      h2#attachments: Attachments
      ul
        li: [The message as a page → /wais/h.example/docs/MAIL/1/m?part=3]<.facts: without scripts and remote pictures>
        li
          a → /wais/h.example/docs/MAIL/1/m?part=4
            img (src=/wais/h.example/docs/MAIL/1/m?part=4, alt)
            cup.png
          <.facts: image/png, about 3 B>
        li
          [Part 5 → /wais/h.example/docs/MAIL/1/m?part=5]<.facts: video/mp4, about 1 B>
          video (src=/wais/h.example/docs/MAIL/1/m?part=5&format=raw, aria-label=Part 5)
        li: [xgvs.svg → /wais/h.example/docs/MAIL/1/m?part=6]<.facts: image/svg+xml, about 6 B>
        li: [notes.txt → /wais/h.example/docs/MAIL/1/m?part=7]<.facts: text/plain, about 31 B>
    ${charsets('UTF-8', '/wais/h.example/docs/MAIL/1/m?charset={charset}')}
    p.aside: m.eml, 896 B
  `);
});

test('a message with nothing', async () => {
  expect(await page(['Date: some =?utf-8?q?=E2=80=AE?=day', '', ''])).toBe(pageOf`
    dl.details
      Date = some day
    .notice.info (role=note)
      p.notice-title: This message has no text.
    p.aside: m.eml, 39 B
  `);
});

test('a message of HTML', async () => {
  expect((await page(['Content-Type: text/html', '', '<p>Tea</p>'])).split('\n\n')[1]).toBe(lines`
    iframe.document (title=The message, as a page of its own, height=120, sandbox=allow-top-navigation-by-user-activation allow-downloads, src=/wais/h.example/docs/MAIL/1/m?part=1&view=framed)
    section.attachments (aria-labelledby=attachments)
      h2#attachments: Other formats
      ul
        li: [The message as a page → /wais/h.example/docs/MAIL/1/m?part=1]<.facts: without scripts and remote pictures>
    p.aside: m.eml, 37 B
  `);
});

describe('a part', () => {
  const partAt = (number: string, asked: Asked = {}) => {
    const context = shapeContextOf(URL, asked);
    return servePart(context, findPart(octetsOf(PARTS), true, number), partsOwner(context), { 'X-Common': 'yes' });
  };
  const partOf = pagesLike`
    200
    content-security-policy: as usual; media-src 'self'; frame-src 'self'
    link: <wais://h.example/docs/MAIL/1/m>; rel="canonical"
    vary: Accept, Sec-Fetch-Dest
    x-common: yes
    kicker: Attachment
    p.canonical: <code: wais://h.example/docs/MAIL/1/m>
    Explain → /inspect?url=wais%3A%2F%2Fh.example%2Fdocs%2FMAIL%2F1%2Fm (rel=nofollow)
  `;

  test('that is a text', async () => {
    expect(await outlineOf(partAt('7', { query: 'part=7' }))).toBe(partOf`
      way: The whole message → /wais/h.example/docs/MAIL/1/m / notes.txt (aria-current=page)
      h1: notes.txt
      Share: https://waypost.example/wais/h.example/docs/MAIL/1/m?part=7
      Download → /wais/h.example/docs/MAIL/1/m?part=7&format=raw (download=notes‮.txt, a view)
      More: [JSON → /wais/h.example/docs/MAIL/1/m?part=7&format=json (a view)] [As the server sent it → /wais/h.example/docs/MAIL/1/m?part=7&format=raw (a view)]

      pre.text (tabindex=0, aria-label=Text)
        | <.lines: Notes: [gopher://h.example/ → /gopher/h.example/ (a stranger’s)]
        | end>
      p.aside: notes.txt, text/plain, 31 B
    `);
  });

  test('that is HTML', async () => {
    expect(await outlineOf(partAt('3', { query: 'charset=utf-8' }))).toBe(partOf`
      way: The whole message → /wais/h.example/docs/MAIL/1/m / page.html (aria-current=page)
      h1: page.html
      Share: https://waypost.example/wais/h.example/docs/MAIL/1/m?part=3
      Download → /wais/h.example/docs/MAIL/1/m?part=3&format=raw (download=page.html, a view)
      More: [JSON → /wais/h.example/docs/MAIL/1/m?part=3&format=json (a view)] [As the server sent it → /wais/h.example/docs/MAIL/1/m?part=3&format=raw (a view)]

      iframe.document (title=The document page.html, height=258, sandbox=allow-top-navigation-by-user-activation allow-downloads, src=/wais/h.example/docs/MAIL/1/m?part=3&charset=utf-8&view=framed)
      p.aside: page.html, text/html, 49 B. [Open it without the frame → /wais/h.example/docs/MAIL/1/m?part=3&charset=utf-8&view=framed (a view)]
    `);
  });

  test('that is a picture', async () => {
    expect(await outlineOf(partAt('4'))).toBe(partOf`
      way: The whole message → /wais/h.example/docs/MAIL/1/m / cup.png (aria-current=page)
      h1: cup.png
      Share: https://waypost.example/wais/h.example/docs/MAIL/1/m?part=4
      Download → /wais/h.example/docs/MAIL/1/m?part=4&format=raw (download=cup‮.png, a view)
      More: [JSON → /wais/h.example/docs/MAIL/1/m?part=4&format=json (a view)] [As the server sent it → /wais/h.example/docs/MAIL/1/m?part=4&format=raw (a view)]

      .media
        img.picture (src=/wais/h.example/docs/MAIL/1/m?part=4&format=raw, alt=cup.png)
        dl.details
          Name = cup.png
          Format = image/png
          Size = 3 B
        p: [Download.button → /wais/h.example/docs/MAIL/1/m?part=4&format=raw (download=cup.png)]
    `);
  });

  test('that is a film without a name', async () => {
    expect((await outlineOf(partAt('5'))).split('\n\n')[1]).toBe(lines`
      .media
        video (src=/wais/h.example/docs/MAIL/1/m?part=5&format=raw, aria-label=part-5)
        dl.details
          Name = part-5
          Format = video/mp4
          Size = 1 B
        p: [Download.button → /wais/h.example/docs/MAIL/1/m?part=5&format=raw (download=part-5)]
    `);
  });

  test('that is a document, as its octets', async () => {
    const response = partAt('6');
    const names = ['Content-Type', 'Content-Disposition', 'Content-Security-Policy', 'Link', 'Vary', 'X-Common'];
    expect(
      [response.status, ...names.map((name) => response.headers.get(name)), await response.text()].join('\n'),
    ).toBe(lines`
      200
      application/octet-stream
      attachment; filename="xgvs.svg"

      <wais://h.example/docs/MAIL/1/m>; rel="canonical"
      Accept, Sec-Fetch-Dest
      yes
      <svg/>
    `);
  });

  test('that is HTML, as it stands in its frame', async () => {
    const response = partAt('3', { query: 'view=framed' });
    expect(response.headers.get('X-Common')).toBe('yes');
    expect(await response.text()).toBe(
      `<html><head><meta name="viewport" content="width=device-width"><style>img{max-width:100%;height:auto}</style><meta name="color-scheme" content="light dark"></head><body><p>Tea.</p><img loading="lazy" src="https://waypost.example/wais/h.example/docs/MAIL/1/m?part=4&amp;format=raw"></body></html>`,
    );
  });

  test('as JSON', async () => {
    const response = partAt('4', { query: 'format=json' });
    expect(JSON.stringify(await response.json(), null, 2)).toBe(lines`
      {
        "input": "wais://h.example/docs/MAIL/1/m",
        "canonical": "wais://h.example/docs/MAIL/1/m",
        "number": 4,
        "type": "image/png",
        "name": "cup‮.png",
        "size": 3,
        "contentId": "cup",
        "role": "attachment",
        "article": {
          "url": "wais://h.example/docs/MAIL/1/m",
          "open": "https://waypost.example/wais/h.example/docs/MAIL/1/m"
        },
        "open": "https://waypost.example/wais/h.example/docs/MAIL/1/m?part=4"
      }
    `);
  });
});
