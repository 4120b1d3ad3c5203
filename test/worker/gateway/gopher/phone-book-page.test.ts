/** The pages of phone books: their form, what a search has found, and the help of the server. */
import { expect, test } from 'vitest';
import { lineServer } from '../../../src/protocols/memory-server.ts';
import { lines, pagesLike } from '../expected.ts';
import { opened } from '../opening.ts';
import { outlineOf } from '../outline.ts';

const FIELDS = [
  '-200:1:name:max 64 Indexed Lookup Public Default',
  '-200:1:name:Who \x1b[1mit is',
  '-200:2:email:max 64 Indexed Public',
  '-200:2:email:',
  '-200:3:office:max 64 Lookup Public',
  '-200:3:office:Where',
  '-200:4:notes:max 64 Public',
  '-200:4:notes:Not to be searched',
];
const FOUND = [
  '-200:1: name: Jane \x1b[1mDoe',
  '-200:1: office: Room 1',
  '-200:1: : \x1b[1mRoom 2',
  '-200:1: : Room 3',
  '-508:1: email: Not present in entry.',
  '-503:2: name: Not yours.',
];

function bookServer(fields: readonly string[], answer = '') {
  return lineServer('', (line) => {
    if (line === 'fields') return [...fields, '200:Ok.', ''].join('\r\n');
    if (line === 'help') return '-200:1:Ask for \x1b[1ma name.\r\n200:Ok.\r\n';
    return line === 'quit' ? '200:Bye!\r\n' : answer;
  });
}

const LINK = 'gopher://h.example:105/2';
const bookPage = async (query: string, answer = '', fields: readonly string[] = FIELDS, url = LINK) =>
  outlineOf(await opened(url, { server: bookServer(fields, answer), query }));

const pageOf = pagesLike`
  200, tagged
  cache-control: public, max-age=300
  kicker: Gopher CSO phone-book server
  way: h.example:105 → /gopher/h.example:105/ (aria-current=page)
  h1: h.example, port 105
  canonical: gopher://h.example:105/2
  More: [JSON → /gopher/h.example:105/2?format=json (a view)] [As the server sent it → /gopher/h.example:105/2?format=raw (a view)]
`;

/** The form with every field of this phone book. */
const formOf = (name = '', checked = '') => lines`
  search
    form.ask (method=get, action=/gopher/h.example:105/2)
      p: Fill in at least one of these fields: name, email.
      .field
        label (for=field.name): name
        input#field.name (name=field.name, type=text, value${name})
        p.aside: Who it is
      .field
        label (for=field.email): email
        input#field.email (name=field.email, type=text, value)
      .field
        label (for=field.office): office
        input#field.office (name=field.office, type=text, value)
        p.aside: Where
      .field
        label.choice
          input (type=checkbox, name=return, value=all${checked})
          All fields of each entry
      button (type=submit): Search
      p.aside: CSO is not encrypted. Others can read what you send.
`;

test('a phone book', async () => {
  expect(await bookPage('')).toBe(pageOf`
    p: This item is a phone book.
    ${formOf()}
    p: [Help of the server → /gopher/h.example:105/2?help=1]
  `);
});

test('a phone book of which every field has an index, in a charset that the reader chose', async () => {
  expect(await bookPage('charset=koi8-r', '', FIELDS.slice(0, 4))).toBe(pageOf`
    More: [JSON → /gopher/h.example:105/2?charset=koi8-r&format=json (a view)] [As the server sent it → /gopher/h.example:105/2?charset=koi8-r&format=raw (a view)]

    p: This item is a phone book.
    search
      form.ask (method=get, action=/gopher/h.example:105/2)
        input (type=hidden, name=charset, value=koi8-r)
        p: Fill in at least one field.
        .field
          label (for=field.name): name
          input#field.name (name=field.name, type=text, value)
          p.aside: Who it is
        .field
          label (for=field.email): email
          input#field.email (name=field.email, type=text, value)
        .field
          label.choice
            input (type=checkbox, name=return, value=all)
            All fields of each entry
        button (type=submit): Search
        p.aside: CSO is not encrypted. Others can read what you send.
    p: [Help of the server → /gopher/h.example:105/2?help=1]
  `);
});

test('a phone book without fields', async () => {
  expect(await bookPage('', '', [])).toBe(pageOf`
    p: This item is a phone book.
    .notice.caution (role=note): This phone book has no field that can be searched.
    p: [Help of the server → /gopher/h.example:105/2?help=1]
  `);
});

test('a phone book whose link has no gateway path', async () => {
  const outline = await bookPage('', '', FIELDS.slice(0, 2), 'gopher://h.example:105/2/../a');
  expect(outline).toBe(pageOf`
    way: h.example:105 → /gopher/h.example:105/ / .. → /open?url=gopher%3A%2F%2Fh.example%3A105%2F1%2F.. / a → /open?url=gopher%3A%2F%2Fh.example%3A105%2F2%2F..%2Fa (aria-current=page)
    canonical: gopher://h.example:105/2/../a
    More: [JSON → /open?url=gopher%3A%2F%2Fh.example%3A105%2F2%2F..%2Fa&format=json (a view)] [As the server sent it → /open?url=gopher%3A%2F%2Fh.example%3A105%2F2%2F..%2Fa&format=raw (a view)]

    p: This item is a phone book.
    search
      form.ask (method=get, action=/open)
        input (type=hidden, name=url, value=gopher://h.example:105/2/../a)
        p: Fill in at least one field.
        .field
          label (for=field.name): name
          input#field.name (name=field.name, type=text, value)
          p.aside: Who it is
        .field
          label.choice
            input (type=checkbox, name=return, value=all)
            All fields of each entry
        button (type=submit): Search
        p.aside: CSO is not encrypted. Others can read what you send.
    p: [Help of the server → /open?url=gopher%3A%2F%2Fh.example%3A105%2F2%2F..%2Fa&help=1]
  `);
});

test('entries', async () => {
  const answer = [...FOUND, '200:Ok.', ''].join('\r\n');
  expect(await bookPage('field.NAME=j%22*&field.office=&return=all', answer)).toBe(pageOf`
    More: [JSON → /gopher/h.example:105/2?field.NAME=j%22*&field.office=&return=all&format=json (a view)] [As the server sent it → /gopher/h.example:105/2?field.NAME=j%22*&field.office=&return=all&format=raw (a view)]

    p: 2 entries
    section.attributes
      dl.details
        name = Jane Doe
        office = Room 1 / Room 2 / Room 3
    section.attributes
      p.empty: The server shows no details of this entry.
    h2: Search again
    ${formOf('=j"*', ', checked')}
  `);
});

test('one entry', async () => {
  const outline = await bookPage('field.name=jane', '-200:1: name: Jane\r\n200:Ok.\r\n');
  expect(outline).toContain('\np: 1 entry\n');
});

test('no entry', async () => {
  expect(await bookPage('field.name=jane', '501:No matches.\r\n')).toBe(pageOf`
    More: [JSON → /gopher/h.example:105/2?field.name=jane&format=json (a view)] [As the server sent it → /gopher/h.example:105/2?field.name=jane&format=raw (a view)]

    p.empty: No entry matches.
    h2: Search again
    ${formOf('=jane')}
  `);
});

test('a query that the server refuses', async () => {
  expect(await bookPage('field.name=j', '502:Too many entries.\r\n')).toBe(pageOf`
    400
    cache-control: no-store
    More: [JSON → /gopher/h.example:105/2?field.name=j&format=json (a view)] [As the server sent it → /gopher/h.example:105/2?field.name=j&format=raw (a view)]

    .notice.caution (role=note)
      p.notice-title: Too many entries match. Fill in more fields. It says: “502 Too many entries.”
    ${formOf('=j')}
  `);
});

test('a query that the server refuses, for programs', async () => {
  const opening = opened(LINK, {
    server: bookServer(FIELDS, '502:Too many entries.\r\n'),
    query: 'field.name=j&format=json',
  });
  await expect(opening).rejects.toMatchObject({ code: 'bad-request', message: expect.stringContaining('Too many') });
});

test('the help of the server', async () => {
  expect(await bookPage('help=1')).toBe(pageOf`
    h1: Help of h.example, port 105
    More: [JSON → /gopher/h.example:105/2?help=1&format=json (a view)] [As the server sent it → /gopher/h.example:105/2?help=1&format=raw (a view)]

    pre.text (tabindex=0, aria-label=Text)
      | <.lines: Ask for a name.>
    p: [Search the phone book → /gopher/h.example:105/2]
  `);
});
