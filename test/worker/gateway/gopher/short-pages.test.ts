/** The pages of searches without words, of sessions, and of texts of which nothing came. */
import { expect, test } from 'vitest';
import { gopherDouble } from '../../../src/open/gopher/double.ts';
import { pagesLike } from '../expected.ts';
import { opened } from '../opening.ts';
import { outlineOf } from '../outline.ts';

const pageOf = pagesLike`
  200
  cache-control: public, max-age=3600
  kicker: Gopher telnet session
  h1: h.example, port 23
`;

test('a search without words', async () => {
  expect(await outlineOf(await opened('gopher://h.example/7/find'))).toBe(pageOf`
    kicker: Gopher full-text search
    way: h.example → /gopher/h.example/ / find → /gopher/h.example/7/find (aria-current=page)
    h1: find
    canonical: gopher://h.example/7/find
    More: [JSON → /gopher/h.example/7/find?format=json (a view)] [As the server sent it → /gopher/h.example/7/find?format=raw (a view)]

    p: Search this server
    search
      form.search (method=get, action=/gopher/h.example/7/find)
        label (for=search): Search terms
        input#search (name=search, type=search, value, required)
        button (type=submit): Search
  `);
});

test('a search whose words stand after a question mark', async () => {
  const content = (await outlineOf(await opened('gopher://h.example/7/find?two%20words'))).split('\n\n')[1];
  expect(content).toContain('p: [Search for “two words” → /gopher/h.example/7/find%09two%20words]');
});

test('a session with a name to log in with', async () => {
  expect(await outlineOf(await opened('gopher://h.example:23/8guest'))).toBe(pageOf`
    way: h.example:23 → /gopher/h.example:23/ / guest → /gopher/h.example:23/8guest (aria-current=page)
    canonical: gopher://h.example:23/8guest
    More: [JSON → /gopher/h.example:23/8guest?format=json (a view)] [As the server sent it → /gopher/h.example:23/8guest?format=raw (a view)]

    p: This item is a terminal session on another computer.
    dl.details
      Host = h.example
      Port = 23
      Log in as = guest
    p: [Open the session → /telnet/h.example/]
  `);
});

test('a session of IBM 3270', async () => {
  expect(await outlineOf(await opened('gopher://h.example:992/T'))).toBe(pageOf`
    kicker: Gopher tn3270 session
    way: h.example:992 → /gopher/h.example:992/ (aria-current=page)
    h1: h.example, port 992
    canonical: gopher://h.example:992/T
    More: [JSON → /gopher/h.example:992/T?format=json (a view)] [As the server sent it → /gopher/h.example:992/T?format=raw (a view)]

    p: This item is a terminal session on another computer.
    dl.details
      Host = h.example
      Port = 992
    p: [Open the session → /tn3270/h.example:992/]
  `);
});

test('a session where terminals are off', async () => {
  const page = await opened('gopher://h.example:23/8', { vars: { TERMINALS: 'off' } });
  expect(await outlineOf(page)).toBe(pageOf`
    way: h.example:23 → /gopher/h.example:23/ (aria-current=page)
    canonical: gopher://h.example:23/8
    More: [JSON → /gopher/h.example:23/8?format=json (a view)] [As the server sent it → /gopher/h.example:23/8?format=raw (a view)]

    p: This item is a terminal session on another computer.
    dl.details
      Host = h.example
      Port = 23
    p: [Open the session → /telnet/h.example/]
  `);
});

test('a text of which nothing came', async () => {
  const page = await opened('gopher://h.example/0/empty', { server: gopherDouble({ '/empty': '' }) });
  expect(await outlineOf(page)).toBe(pageOf`
    cache-control: no-store
    kicker: Gopher text file
    way: h.example → /gopher/h.example/ / empty → /gopher/h.example/0/empty (aria-current=page)
    h1: empty
    canonical: gopher://h.example/0/empty
    More: [JSON → /gopher/h.example/0/empty?format=json (a view)] [As the server sent it → /gopher/h.example/0/empty?format=raw (a view)]

    p.empty: The server sent nothing: the item is empty, or the server failed.
  `);
});
