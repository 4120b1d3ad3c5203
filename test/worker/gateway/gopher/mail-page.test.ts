/** The pages of mail messages in gopher menus. */
import { expect, test } from 'vitest';
import { Memory } from '../../../../src/open/memory.ts';
import { gopherDouble } from '../../../src/open/gopher/double.ts';
import { pagesLike } from '../expected.ts';
import { opened } from '../opening.ts';
import { outlineOf } from '../outline.ts';

/** A character in UTF-8 that would reverse the text around it: no page shows it. */
const REVERSING = '\xe2\x80\xae';

const mailPage = (message: readonly string[]) =>
  opened('gopher://h.example/M/mail', { server: gopherDouble({ '/mail': [...message, '.', ''].join('\r\n') }) });

const pageOf = pagesLike`
  200, tagged
  cache-control: public, max-age=300
  kicker: Gopher MIME message
  way: h.example → /gopher/h.example/ / mail → /gopher/h.example/M/mail (aria-current=page)
  canonical: gopher://h.example/M/mail
  Download → /gopher/h.example/M/mail?format=raw (download=mail, a view)
  More: [JSON → /gopher/h.example/M/mail?format=json (a view)] [As the server sent it → /gopher/h.example/M/mail?format=raw (a view)]
`;

test('a message with parts', async () => {
  const page = await mailPage([
    `From: Ann <ann@h.example>, bob@h.example, "Cy${REVERSING} Dee" <cy@h.example>, Eve`,
    'To: Eve <eve@h.example>',
    'Date: Mon, 31 Jan 1994 12:34:56 GMT',
    `Subject: Tea ${REVERSING}=?utf-8?q?f=C3=BCr?= two`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'See gopher://h.example/0/tea.',
    '--b',
    'Content-Type: text/plain',
    '',
    'The second text.',
    '--b',
    `Content-Type: image/gif; name="cup${REVERSING}.gif"`,
    'Content-Disposition: attachment',
    '',
    'GIF',
    '--b',
    'Content-Type: application/pdf',
    'Content-Disposition: attachment',
    '',
    'PDF',
    '--b--',
  ]);
  expect(await outlineOf(page)).toBe(pageOf`
    h1: Tea für two

    dl.details
      From = Ann <ann@h.example>, <bob@h.example>, Cy Dee <cy@h.example>, Eve
      To = Eve <eve@h.example>
      Date = 1994-01-31 12:34 UTC
      Attached = cup.gif, application/pdf
    pre.text (tabindex=0, aria-label=Text)
      | <.lines: See [gopher://h.example/0/tea → /gopher/h.example/0/tea (a stranger’s)].
      | The second text.>
  `);
});

test('a message of HTML with nothing in its header', async () => {
  const page = await mailPage([`Date: some ${REVERSING}day`, 'Content-Type: text/html', '', '<p>Words</p>']);
  expect(await outlineOf(page)).toBe(pageOf`
    h1: mail

    dl.details
      Date = some day
    .notice.info (role=note)
      p.notice-title: This message is HTML. Below is its text.
    pre.text (tabindex=0, aria-label=Text)
      | <.lines: Words>
  `);
});

test('a message without a text', async () => {
  const page = await mailPage(['Subject: A sound', 'Content-Type: audio/basic', '', 'x']);
  expect(await outlineOf(page)).toBe(pageOf`
    h1: A sound

    dl.details
      Attached = audio/basic
    .notice.info (role=note)
      p.notice-title: This message has no text, but an attachment: audio/basic.
  `);
});

test.each([
  [100, /, <p99@h\.example>$/],
  [101, /, <p99@h\.example> and 1 more$/],
  [1200, /, <p99@h\.example> and 1,100 more$/],
])('a message to %i people', async (count, end) => {
  const people = Array.from({ length: count }, (_, index) => `p${index}@h.example`);
  const outline = await outlineOf(await mailPage([`To: ${people.join(',\r\n ')}`, '', 'Words.']));
  expect(outline.match(/(?<=^ {2}To = ).*/m)?.[0]).toMatch(end);
});

test('a page has one tag, whatever its server has shown of its attributes before', async () => {
  const memory = new Memory();
  const server = gopherDouble({
    '/mail': 'Subject: Tea\r\n\r\nWords\r\n.\r\n',
    '/mail\t!': '+-1\r\n+INFO: MMail\t/mail\th.example\t70\t+\r\n.\r\n',
  });
  const tag = async () => (await opened('gopher://h.example/M/mail', { server, memory })).headers.get('ETag');
  const [first, second] = [await tag(), await tag()];
  await opened('gopher://h.example/M/mail%09%09!', { server, memory });
  const third = await tag();
  expect([second, third]).toEqual([first, first]);
});
