/** The pages of the attributes of Gopher+: everything that items may say, and what a long answer leaves out. */
import { describe, expect, test } from 'vitest';
import { gopherDouble } from '../../../src/open/gopher/double.ts';
import { pagesLike } from '../expected.ts';
import { opened } from '../opening.ts';
import { outlineOf } from '../outline.ts';

/** The page of the attributes that a server sends. */
function attributesPage(url: string, request: string, blocks: readonly string[], query = ''): Promise<Response> {
  const server = gopherDouble({ [request]: `+-1\r\n${[...blocks, '.', ''].join('\r\n')}` });
  return opened(url, { server, query });
}

const INFO = '+INFO: 0Motto\t/motto\th.example\t70\t+';

const pageOf = pagesLike`
  200, tagged
  cache-control: public, max-age=300
  kicker: Gopher+ attributes
  way: h.example → /gopher/h.example/ / motto → /gopher/h.example/0/motto (aria-current=page)
  h1: motto
  canonical: gopher://h.example/0/motto%09%09!
  More: [The item itself → /gopher/h.example/0/motto (a view)] [JSON → /gopher/h.example/0/motto%09%09!?format=json (a view)] [Attributes → /gopher/h.example/0/motto%09%09! (a view)]
`;

describe('the attributes of one item', () => {
  test('with everything that they may say', async () => {
    const page = await attributesPage('gopher://h.example/0/motto%09%09!', '/motto\t!', [
      INFO,
      '+ADMIN:',
      ' Admin: Jane \x1b[31m<j@h.example>',
      ' Mod-Date: Mon <19940131123456>',
      ' Phone : 1:2',
      ' Fax:3',
      ' words without a colon',
      '+VIEWS:',
      ' text/plain En_US: <1k>',
      ' text/plain: <.1k>',
      ' text/plain De_DE: < 512b >',
      ' application/postscript: <2.5M>',
      ' image/gif: <some>',
      ' image/gif: <1kb>',
      ' image/gif: <x1k>',
      ' image/png:',
      '+ABSTRACT: 0More\t/more\th.example\t70\t+',
      ' What it is about,',
      ' in two lines. ',
      '+ASK:',
      ' Note: Sign here.',
      ' Ask: Your name\tJane',
      ' AskP: Your password',
      '+OWN: argument',
      ' a \x1b[1mline',
      ' and another ',
      '+EMPTY:',
    ]);
    expect(await outlineOf(page)).toBe(pageOf`
      last-modified: Mon, 31 Jan 1994 12:34:56 GMT

      section.attributes
        .menu
          ul
            li: [<.item-type (title=text file): TEXT> <.display: Motto> → /gopher/h.example/0/motto (a stranger’s)]
        dl.details
          Admin = Jane <j@h.example>
          Modified (server time) = 1994-01-31 12:34
          Phone = 1:2
          Fax = 3
           = words without a colon
          Representations =
            ul.views
              li: [text/plain, En_US → /gopher/h.example/0/motto%09%09+text/plain%20En_US (a stranger’s)]<.aside: 1.0 KiB>
              li: [text/plain → /gopher/h.example/0/motto%09%09+text/plain (a stranger’s)]<.aside: less than 1 KiB>
              li: [text/plain, De_DE → /gopher/h.example/0/motto%09%09+text/plain%20De_DE (a stranger’s)]<.aside: 512 B>
              li: [application/postscript → /gopher/h.example/0/motto%09%09+application/postscript (a stranger’s)]<.aside: 2.5 MiB>
              li: [image/gif → /gopher/h.example/0/motto%09%09+image/gif (a stranger’s)]<.aside: some>
              li: [image/gif → /gopher/h.example/0/motto%09%09+image/gif (a stranger’s)]<.aside: 1kb>
              li: [image/gif → /gopher/h.example/0/motto%09%09+image/gif (a stranger’s)]<.aside: x1k>
              li: [image/png → /gopher/h.example/0/motto%09%09+image/png (a stranger’s)]
          Abstract =
            .menu
              ul
                li: [<.item-type (title=text file): TEXT> <.display: More> → /gopher/h.example/0/more (a stranger’s)]
            What it is about,⏎in two lines.
          Form = [Fill in the form (2 fields) → /gopher/h.example/0/motto%09%09%3F]
          OWN = a line⏎and another
    `);
  });

  test('over TLS', async () => {
    const blocks = [INFO, '+VIEWS:', ' text/plain: <1k>', '+ASK:', ' Ask: Your name'];
    const page = await attributesPage('gophers://h.example:70/0/motto%09%09!', '/motto\t!', blocks);
    expect(await outlineOf(page)).toBe(pageOf`
      way: h.example → /gophers/h.example/ / motto → /gophers/h.example/0/motto (aria-current=page)
      canonical: gophers://h.example/0/motto%09%09!
      More: [The item itself → /gophers/h.example/0/motto (a view)] [JSON → /gophers/h.example/0/motto%09%09!?format=json (a view)] [Attributes → /gophers/h.example/0/motto%09%09! (a view)]

      section.attributes
        .menu
          ul
            li: [<.item-type (title=text file): TEXT> <.display: Motto> → /gophers/h.example/0/motto (a stranger’s)]
        dl.details
          Representations =
            ul.views
              li: [text/plain → /gophers/h.example/0/motto%09%09+text/plain (a stranger’s)]<.aside: 1.0 KiB>
          Form = [Fill in the form (1 field) → /gophers/h.example/0/motto%09%09%3F]
    `);
  });

  test('without a line about the item', async () => {
    const blocks = ['+ADMIN:', ' Mod-Date: some day', '+ABSTRACT:', ' Words.', '+VIEWS:', ' text/plain: <1k>', '+ASK:'];
    const page = await attributesPage('gopher://h.example/0/motto%09%09!', '/motto\t!', blocks);
    expect(await outlineOf(page)).toBe(pageOf`
      section.attributes
        dl.details
          Mod-Date = some day
          Abstract = Words.
          Representations =
            ul.views
              li: [text/plain → /gopher/h.example/0/motto%09%09+text/plain (a stranger’s)]<.aside: 1.0 KiB>
          Form = [Fill in the form (0 fields) → /gopher/h.example/0/motto%09%09%3F]
    `);
  });

  test('that nothing can open', async () => {
    const info = '+INFO: 0Motto\t/motto\tno host\t70\t+';
    const blocks = [info, '+VIEWS:', ' text/plain: <1k>', '+ASK:', ' Ask: One', ' Ask: Two'];
    const page = await attributesPage('gopher://h.example/0/motto%09%09!', '/motto\t!', blocks);
    expect(await outlineOf(page)).toBe(pageOf`
      section.attributes
        .menu
          pre.info (tabindex=0, aria-label=Text)
            | 0Motto	/motto	no host	70	+
        dl.details
          Representations =
            ul.views
              li: [text/plain → /gopher/h.example/0/motto%09%09+text/plain (a stranger’s)]<.aside: 1.0 KiB>
          Form = [Fill in the form (2 fields) → /gopher/h.example/0/motto%09%09%3F]
    `);
  });
});

test('the attributes of all items of a menu', async () => {
  const page = await attributesPage('gopher://h.example/1/docs%09%09$', '/docs\t$', [
    INFO,
    '+ADMIN:',
    ' Mod-Date: Mon <19940131123456>',
    '+INFO: iA line that says nothing\t\th.example\t70',
    '+INFO: iA line that says something\t\th.example\t70',
    '+ABSTRACT:',
    ' Words.',
    '+INFO: 1Menu\t/menu\th.example\t70\t+',
  ]);
  expect(await outlineOf(page)).toBe(pageOf`
    way: h.example → /gopher/h.example/ / docs → /gopher/h.example/1/docs (aria-current=page)
    h1: docs
    canonical: gopher://h.example/1/docs%09%09$
    More: [The item itself → /gopher/h.example/1/docs (a view)] [JSON → /gopher/h.example/1/docs%09%09$?format=json (a view)] [Attributes → /gopher/h.example/1/docs%09%09$ (a view)]

    section.attributes
      .menu
        ul
          li: [<.item-type (title=text file): TEXT> <.display: Motto> → /gopher/h.example/0/motto (a stranger’s)]
      dl.details
        Modified (server time) = 1994-01-31 12:34
    section.attributes
      .menu
        pre.info
          | <.lines: A line that says something
          | >
      dl.details
        Abstract = Words.
    section.attributes
      .menu
        ul
          li: [<.item-type (title=menu): MENU> <.display: Menu> → /gopher/h.example/1/menu (a stranger’s)]
  `);
});

describe('a page shows the first', () => {
  const item = (index: number) => `+INFO: 0Item ${index}\t/${index}\th.example\t70\t+`;
  const notShown = (html: string) => html.match(/(?<=class="not-shown">)[^<]*/g) ?? [];
  const times = (count: number, make: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => make(index));

  test.each([
    [500, []],
    [501, ['1 more item is not shown.']],
    [1502, ['1,002 more items are not shown.']],
  ])('items of %i', async (count, said) => {
    const page = await attributesPage('gopher://h.example/1/docs%09%09$', '/docs\t$', times(count, item));
    const html = await page.text();
    expect(html.match(/<section class="attributes"/g)).toHaveLength(Math.min(count, 500));
    expect(notShown(html)).toEqual(said);
  });

  test('items, and JSON has all of them', async () => {
    const json = await attributesPage('gopher://h.example/1/docs%09%09$', '/docs\t$', times(501, item), 'format=json');
    expect((await json.json<{ items: unknown[] }>()).items).toHaveLength(501);
  });

  test.each([
    [200, []],
    [201, ['1 more attribute is not shown.']],
    [202, ['2 more attributes are not shown.']],
  ])('attributes of %i', async (count, said) => {
    const blocks = [INFO, '+ADMIN:', ...times(count, (index) => ` Name ${index}: x`)];
    const html = await (await attributesPage('gopher://h.example/0/a%09%09!', '/a\t!', blocks)).text();
    expect(html.match(/<dt>Name \d+</g)).toHaveLength(Math.min(count, 200));
    expect(notShown(html)).toEqual(said);
  });

  test.each([
    [200, []],
    [201, ['1 more representation is not shown.']],
    [202, ['2 more representations are not shown.']],
  ])('representations of %i', async (count, said) => {
    const blocks = [INFO, '+VIEWS:', ...times(count, (index) => ` image/x${index}:`)];
    const html = await (await attributesPage('gopher://h.example/0/a%09%09!', '/a\t!', blocks)).text();
    expect(html.match(/>image\/x\d+</g)).toHaveLength(Math.min(count, 200));
    expect(notShown(html)).toEqual(said);
  });
});

describe('the date of the answer', () => {
  const dated = async (date: string) => {
    const blocks = [INFO, '+ADMIN:', ` Mod-Date: x <${date}>`];
    const page = await attributesPage('gopher://h.example/0/a%09%09!', '/a\t!', blocks, 'format=json');
    return page.headers.get('Last-Modified');
  };

  test('is that of the item', async () => {
    expect(await dated('19940131123456')).toBe('Mon, 31 Jan 1994 12:34:56 GMT');
  });

  test('is not in the future', async () => {
    expect(await dated('29940131123456')).toBeNull();
  });
});
