/** The pages of texts: with what they say of their server, with marked words, as links, and of files. */
import { expect, test } from 'vitest';
import type { ReadableText } from '../../../../src/open/opened.ts';
import { charsets, lines, pagesLike } from '../expected.ts';
import { type Asked, shown } from '../opening.ts';
import { outlineOf } from '../outline.ts';

const octetsOf = (text: string) => new TextEncoder().encode(text);
const TEXT: ReadableText = {
  shape: 'text',
  noun: 'answer',
  name: 'tea.txt',
  octets: octetsOf('Tea'),
  charset: 'utf-8',
  text: 'Tea',
  json: () => ({ kind: 'text' }),
};
const URL = 'finger://h.example/tea';

const page = async (text: ReadableText, asked: Asked = {}) => outlineOf(await shown(URL, text, asked));

const pageOf = pagesLike`
  200
  kicker: Finger answer
  way: h.example → /finger/h.example/ / tea (aria-current=page)
  h1: tea.txt
  canonical: finger://h.example/tea
  Download → /finger/h.example/tea?format=raw (download=tea.txt, a view)
  More: [JSON → /finger/h.example/tea?format=json (a view)] [As the server sent it → /finger/h.example/tea?format=raw (a view)]
`;

test('a text with what it says of its server', async () => {
  const text = 'See gopher://h.example/\r\nand \x1bmore,\rof <this>.\n\n| a | table    |\n| b | of       |\n';
  const about = [
    { name: 'Contact', text: 'mailto:a@h.example', isLink: true },
    { name: 'Home', text: 'gopher://h.example/', isLink: true },
    { name: 'No link', text: 'javascript:alert(1)', isLink: true },
    { name: 'Software', text: 'fingerd', isLink: false },
    { name: 'Uptime', text: null, isLink: true },
  ];
  const outline = await page({ ...TEXT, freshFor: 60, text, octets: octetsOf('é'), about });
  expect(outline).toBe(pageOf`
    cache-control: public, max-age=60

    section
      h2: About this server
      dl.details
        Contact = [mailto:a@h.example → /open?url=mailto%3Aa%40h.example]
        Home = [gopher://h.example/ → /gopher/h.example/]
        Software = fingerd
    pre.text (tabindex=0, aria-label=Text)
      | <.lines: See [gopher://h.example/ → /gopher/h.example/ (a stranger’s)]
      | and ore,
      | of <this>.
      |
      | >| a | table    |
      | | b | of       |
    ${charsets('UTF-8', '/finger/h.example/tea?charset={charset}')}
    p.aside: tea.txt, 2 B
  `);
});

test('a text in colours, in a charset that the reader chose', async () => {
  const text =
    'plain \x1b[31mred\x1b[0m \x1b[1;32mbright green\x1b[0m \x1b[1;91;44mbright red on blue\x1b[0m \x1b[4munderlined ' +
    '\x1b[7minverse\x1b[0m gopher://h.example/';
  expect(
    await page({ ...TEXT, charset: 'koi8-r', octets: Uint8Array.of(0x80), text }, { query: 'charset=koi8-r' }),
  ).toBe(pageOf`
    Download → /finger/h.example/tea?charset=koi8-r&format=raw (download=tea.txt, a view)
    More: [JSON → /finger/h.example/tea?charset=koi8-r&format=json (a view)] [As the server sent it → /finger/h.example/tea?charset=koi8-r&format=raw (a view)]

    pre.text (tabindex=0, aria-label=Text)
      | <.ansi: plain <.f1: red> <.f10.bold: bright green> <.f9.b4.bold: bright red on blue> <.underlined: underlined ><.underlined.inverse: inverse> gopher://h.example/>
    ${charsets('KOI8-R', '/finger/h.example/tea?charset={charset}')}
    p.aside: tea.txt, 1 B
  `);
});

const SAUCE = {
  ...{ title: 'Tea\u202e', author: 'A', group: '', date: '19960831', comment: 'One\ntwo', columns: 3 },
  brightBackgrounds: false,
};

test('a text with a record, drawn for the width that it says', async () => {
  expect(await page({ ...TEXT, text: '\x1b[31mabcd', sauce: SAUCE })).toBe(pageOf`
    dl.details
      Title = Tea
      Author = A
      Date = 1996-08-31
      Comment = One⏎two
    pre.text (tabindex=0, aria-label=Text)
      | <.ansi: <.f1: abc
      | d>>
    p.aside: tea.txt, 3 B
  `);
});

/** The characters of a text on its page. */
const drawnText = async (text: Partial<ReadableText>): Promise<string | undefined> => {
  const html = await (await shown(URL, { ...TEXT, ...text })).text();
  return /<pre class="text"[^>]*>\s?([\s\S]*?)<\/pre>/.exec(html)?.[1]?.replace(/<[^>]*>/g, '');
};

const LONG = 'x'.repeat(81);
const FOLDED = `${'x'.repeat(80)}\nx`;

test.each([
  ['a movement of the cursor', { text: 'a\x1b[1;4Hb' }, 'a  b'],
  ['colours in the charset of DOS', { text: `\x1b[31m${LONG}`, charset: 'cp437' }, FOLDED],
  ['a record without a width', { text: `\x1b[31m${LONG}`, sauce: { ...SAUCE, columns: null } }, FOLDED],
  ['controls that DOS shows', { text: 'a\x10\0\x1b[31mb\x16', charset: 'cp437' }, 'a► b▬'],
  ['those without colours', { text: 'a\x10', charset: 'cp437' }, 'a►'],
  ['not controls in another charset', { text: 'a\x10\x1b[31mb\x16' }, 'ab'],
  ['not colours in another charset', { text: `\x1b[31m${LONG}` }, LONG],
  ['not a record, if there is nothing to draw', { text: LONG, sauce: SAUCE }, LONG],
  ['not too much', { text: `\x1b[2Ca${'\n'.repeat(20_001)}` }, `a${'\n'.repeat(20_001)}`],
])('what is drawn: %s', async (_what, text, drawn) => {
  expect(await drawnText(text)).toBe(drawn);
});

test.each([
  [true, 'b12'],
  [false, 'b4'],
])('blinking letters on a bright background: %s', async (brightBackgrounds, background) => {
  const text = { text: '\x1b[5;44mx', charset: 'cp437', sauce: { ...SAUCE, brightBackgrounds } };
  expect(await (await shown(URL, { ...TEXT, ...text })).text()).toMatch(new RegExp(`class="[^"]*\\b${background}\\b`));
});

test('an empty text', async () => {
  expect(await page({ ...TEXT, text: ' \n', octets: Uint8Array.of(0x7f) })).toBe(pageOf`
    p.empty: The answer is empty.
    p.aside: tea.txt, 1 B
  `);
});

test('a text in a charset without a name for people', async () => {
  const outline = await page({ ...TEXT, charset: 'x-user-defined', octets: Uint8Array.of(0x80) });
  expect(outline).toContain('summary: Decoded as x-user-defined. Garbled text?');
});

test('a text of an item', async () => {
  const head = () => ({
    ...{ noun: 'document', name: 'tea', words: 'two\u202e', language: 'de-DE' },
    attributes: 'gopher://h.example/0/tea%09%09!',
    ways: [{ text: 'Over TLS', url: 'gophers://h.example/0/tea' }],
  });
  expect(await page({ ...TEXT, freshFor: 60, head })).toBe(pageOf`
    200, tagged
    cache-control: public, max-age=60
    page: viewer, de-DE
    kicker: Finger document
    h1: tea: two
    More: [Over TLS → /gophers/h.example/0/tea (a view)] [JSON → /finger/h.example/tea?format=json (a view)] [As the server sent it → /finger/h.example/tea?format=raw (a view)] [Attributes → /gopher/h.example/0/tea%09%09! (a view)]

    pre.text (tabindex=0, aria-label=Text)
      | <.lines: Tea>
    p.aside: tea.txt, 3 B
  `);
});

test('a text with words that are marked', async () => {
  const pieces = [
    { text: 'A long text, of which the word ', highlighted: false },
    { text: 'tea\u202e', highlighted: true },
    { text: ' is marked.\r\n\r\n| a | b     |\r\n| c | ', highlighted: false },
    { text: 'tea |\r\n\r\nand', highlighted: true },
    { text: ' more', highlighted: false },
  ];
  expect(await page({ ...TEXT, content: { kind: 'marked', pieces } })).toBe(pageOf`
    pre.text (tabindex=0, aria-label=Text)
      | <.lines: A long text, of which the word <mark: tea> is marked.
      |
      | >| a | b     |
      | | c | <mark: tea |
      |
      | ><.lines: <mark: and> more>
    p.aside: tea.txt, 3 B
  `);
});

test('an empty text in pieces', async () => {
  const pieces = [
    { text: '\r\n', highlighted: true },
    { text: ' ', highlighted: false },
  ];
  const outline = await page({ ...TEXT, content: { kind: 'marked', pieces } });
  expect(outline.split('\n\n')[1]).toBe(lines`
    p.empty: The answer is empty.
    p.aside: tea.txt, 3 B
  `);
});

test('a text that is a link', async () => {
  const outline = await page({ ...TEXT, content: { kind: 'link', url: 'gopher://h.example/0/\u202ea' } });
  expect(outline.split('\n\n')[1]).toBe(lines`
    p: [gopher://h.example/0/a → /gopher/h.example/0/%E2%80%AEa (a stranger’s)]
    p.aside: tea.txt, 3 B
  `);
  const dead = await page({ ...TEXT, content: { kind: 'link', url: 'javascript:\u202e1' } });
  expect(dead.split('\n\n')[1]).toBe(lines`
    p: javascript:1
    p.aside: tea.txt, 3 B
  `);
});

test('a text that is a list of links', async () => {
  const links = [
    { text: 'One', url: 'dict://h.example/d:one', about: 'The first' },
    { text: 'Two', url: 'javascript:2', about: null },
  ];
  const outline = await page({ ...TEXT, content: { kind: 'links', links } });
  expect(outline.split('\n\n')[1]).toBe(lines`
    ul.databases
      li
        [One → /dict/h.example/d:one]
        p: The first
      li: Two
    p.aside: tea.txt, 3 B
  `);
});

test('the octets of a text', async () => {
  const raw = async (text: ReadableText) => {
    const response = await shown(URL, text, { query: 'format=raw', headers: { Range: 'bytes=1-' } });
    const { headers, status } = response;
    const names = ['Cache-Control', 'Content-Type', 'Content-Disposition', 'Content-Length', 'Content-Range', 'Vary'];
    return [status, ...names.map((name) => headers.get(name)), await response.text()];
  };
  expect(await raw({ ...TEXT, freshFor: 60 })).toEqual([
    ...[206, 'public, max-age=60', 'text/plain; charset=utf-8', 'inline; filename="tea.txt"', '2', 'bytes 1-2/3'],
    ...['Accept', 'ea'],
  ]);
  const sent = () => ({ type: 'text/plain; charset=utf-8', octets: octetsOf('Täa') });
  expect(await raw({ ...TEXT, sent })).toEqual([
    ...[200, null, 'text/plain; charset=utf-8', 'inline; filename="tea.txt"', '4', null, 'Accept', 'Täa'],
  ]);
});

test('a page has another tag as soon as its server is known to have more', async () => {
  const head = {
    ...{ noun: 'document', name: 'tea', words: null, language: null, attributes: null },
    ways: [],
  };
  const tag = async (more: object) =>
    (await shown(URL, { ...TEXT, head: () => ({ ...head, ...more }) })).headers.get('ETag');
  const ways = [{ text: 'Over TLS', url: 'gophers://h.example/0/tea' }];
  const tags = [await tag({}), await tag({}), await tag({ ways }), await tag({ attributes: 'gopher://h.example/0/x' })];
  expect([tags[0] === tags[1], new Set(tags).size]).toEqual([true, 3]);
});
