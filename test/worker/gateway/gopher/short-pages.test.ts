/** The pages of searches without words, of sessions, and of texts of which nothing came. */
import { expect, test } from 'vitest';
import { gopherDouble } from '../../../src/open/gopher/double.ts';
import { opened } from '../opening.ts';
import { lines, outlineOf } from '../outline.ts';

test('a search without words', async () => {
  expect(await outlineOf(await opened('gopher://h.example/7/find'))).toBe(
    lines(`
    200
    cache-control: public, max-age=3600
    vary: Accept
    title: find · Waypost
    page: viewer
    kicker: Gopher full-text search
    way: h.example → /gopher/h.example/ / find → /gopher/h.example/7/find (aria-current=page)
    h1: find
    p.canonical: <code: gopher://h.example/7/find>
    Explain → /inspect?url=gopher%3A%2F%2Fh.example%2F7%2Ffind (rel=nofollow)
    Share: https://waypost.example/r?url=gopher%3A%2F%2Fh.example%2F7%2Ffind /v1/qr?url=gopher%3A%2F%2Fh.example%2F7%2Ffind
    More: [JSON → /gopher/h.example/7/find?format=json (a view)] [Raw → /gopher/h.example/7/find?format=raw (a view)]

    p: This item searches the server for your words.
    search
      form.search (method=get, action=/gopher/h.example/7/find)
        label (for=search): Search terms
        input#search (name=search, type=search, value, required)
        button (type=submit): Search
  `),
  );
});

test('a session with a name to log in with', async () => {
  expect(await outlineOf(await opened('gopher://h.example:23/8guest'))).toBe(
    lines(`
    200
    cache-control: public, max-age=3600
    vary: Accept
    title: h.example, port 23 · Waypost
    page: viewer
    kicker: Gopher telnet session
    way: h.example:23 → /gopher/h.example:23/ / guest → /gopher/h.example:23/8guest (aria-current=page)
    h1: h.example, port 23
    p.canonical: <code: gopher://h.example:23/8guest>
    Explain → /inspect?url=gopher%3A%2F%2Fh.example%3A23%2F8guest (rel=nofollow)
    Share: https://waypost.example/r?url=gopher%3A%2F%2Fh.example%3A23%2F8guest /v1/qr?url=gopher%3A%2F%2Fh.example%3A23%2F8guest
    More: [JSON → /gopher/h.example:23/8guest?format=json (a view)] [Raw → /gopher/h.example:23/8guest?format=raw (a view)]

    p: This item is a terminal session on another computer.
    dl.details
      Host = h.example
      Port = 23
      Log in as = guest
    p: [Open the session → /telnet/h.example/]
  `),
  );
});

test('a session of IBM 3270', async () => {
  expect(await outlineOf(await opened('gopher://h.example:992/T'))).toBe(
    lines(`
    200
    cache-control: public, max-age=3600
    vary: Accept
    title: h.example, port 992 · Waypost
    page: viewer
    kicker: Gopher tn3270 session
    way: h.example:992 → /gopher/h.example:992/ (aria-current=page)
    h1: h.example, port 992
    p.canonical: <code: gopher://h.example:992/T>
    Explain → /inspect?url=gopher%3A%2F%2Fh.example%3A992%2FT (rel=nofollow)
    Share: https://waypost.example/r?url=gopher%3A%2F%2Fh.example%3A992%2FT /v1/qr?url=gopher%3A%2F%2Fh.example%3A992%2FT
    More: [JSON → /gopher/h.example:992/T?format=json (a view)] [Raw → /gopher/h.example:992/T?format=raw (a view)]

    p: This item is a terminal session on another computer.
    dl.details
      Host = h.example
      Port = 992
    p: [Open the session → /tn3270/h.example:992/]
  `),
  );
});

test('a session where terminals are off', async () => {
  const page = await opened('gopher://h.example:23/8', { vars: { TERMINALS: 'off' } });
  expect(await outlineOf(page)).toBe(
    lines(`
    200
    cache-control: public, max-age=3600
    vary: Accept
    title: h.example, port 23 · Waypost
    page: viewer
    kicker: Gopher telnet session
    way: h.example:23 → /gopher/h.example:23/ (aria-current=page)
    h1: h.example, port 23
    p.canonical: <code: gopher://h.example:23/8>
    Explain → /inspect?url=gopher%3A%2F%2Fh.example%3A23%2F8 (rel=nofollow)
    Share: https://waypost.example/r?url=gopher%3A%2F%2Fh.example%3A23%2F8 /v1/qr?url=gopher%3A%2F%2Fh.example%3A23%2F8
    More: [JSON → /gopher/h.example:23/8?format=json (a view)] [Raw → /gopher/h.example:23/8?format=raw (a view)]

    p: This item is a terminal session on another computer.
    dl.details
      Host = h.example
      Port = 23
    p: [Open the session → /telnet/h.example/]
  `),
  );
});

test('a text of which nothing came', async () => {
  const page = await opened('gopher://h.example/0/empty', { server: gopherDouble({ '/empty': '' }) });
  expect(await outlineOf(page)).toBe(
    lines(`
    200
    cache-control: no-store
    vary: Accept
    title: empty · Waypost
    page: viewer
    kicker: Gopher text file
    way: h.example → /gopher/h.example/ / empty → /gopher/h.example/0/empty (aria-current=page)
    h1: empty
    p.canonical: <code: gopher://h.example/0/empty>
    Explain → /inspect?url=gopher%3A%2F%2Fh.example%2F0%2Fempty (rel=nofollow)
    Share: https://waypost.example/r?url=gopher%3A%2F%2Fh.example%2F0%2Fempty /v1/qr?url=gopher%3A%2F%2Fh.example%2F0%2Fempty
    More: [JSON → /gopher/h.example/0/empty?format=json (a view)] [Raw → /gopher/h.example/0/empty?format=raw (a view)]

    p.empty: The server sent nothing. The text may be empty, or the server may have failed.
  `),
  );
});
