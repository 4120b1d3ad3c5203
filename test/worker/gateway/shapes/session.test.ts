/** The pages of sessions for a terminal. */
import { expect, test } from 'vitest';
import { explain } from '../../../../src/index.ts';
import type { TerminalSession } from '../../../../src/open/opened.ts';
import { sessionEntry } from '../../../../worker/gateway/shapes/session.tsx';
import { type Asked, shown } from '../opening.ts';
import { lines, outlineOf } from '../outline.ts';

const SESSION: TerminalSession = {
  ...{ shape: 'session', url: 'telnet://h.example/', protocol: 'telnet', host: 'h.example', port: 23 },
  ...{ screen: 'characters', sendsUser: false },
};

const page = async (url: string, session: Partial<TerminalSession>, asked: Asked = {}) => {
  const outline = await outlineOf(await shown(url, { ...SESSION, url, ...session }, asked));
  // Each page has another one.
  return outline.replaceAll(/(nonce[-=])[\w+/=]{24}/g, '$1…');
};

test('a session of characters', async () => {
  expect(await page('telnet://h.example/', {}, { query: 'user=guest&password=withheld' })).toBe(
    lines(`
    200
    cache-control: no-store
    content-security-policy: default-src 'none'; style-src 'self' 'nonce-…'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; script-src 'self'; connect-src 'self' wss://waypost.example
    vary: Accept
    title: h.example, port 23 · Waypost
    script (type=module, src=/assets/terminal.js)
    page: wide viewer
    kicker: Telnet session
    h1: h.example, port 23
    p.canonical: <code: telnet://h.example/>
    Explain → /inspect?url=telnet%3A%2F%2Fh.example%2F (rel=nofollow)
    Share: https://waypost.example/r?url=telnet%3A%2F%2Fh.example%2F /v1/qr?url=telnet%3A%2F%2Fh.example%2F
    More: [JSON → /telnet/h.example/?format=json (a view)]

    link → /assets/terminal.css (rel=stylesheet)
    dl.details
      Log in as = guest
      Password = The link that you followed has one. This address leaves it out.
    section.terminal#terminal (hidden, aria-label=Terminal, data-socket=/telnet/h.example/, data-nonce=…)
      p: The frame
    p.visually-hidden#announcement (aria-live=polite)
    #failure (hidden)
      p.lead#failure-message (role=alert)
      p#failure-advice
      p.buttons
        button#try-again (type=button): Try again
        [Explain this link.go → /inspect?url=telnet%3A%2F%2Fh.example%2F]
      section
        h2: From your own computer
        .recipe
          pre.command
            | telnet h.example
          button.copy.scripted (type=button, data-copy=telnet h.example): Copy the command
    #explanation
      p.lead: An interactive session on a remote computer.
      p: This terminal needs JavaScript. Without it, run: <code: telnet h.example>
  `),
  );
});

test('a session of IBM 3270', async () => {
  expect(await page('tn3270://h.example:992/', { screen: '3270' })).toBe(
    lines(`
    200
    cache-control: no-store
    content-security-policy: as usual; script-src 'self'; connect-src 'self' wss://waypost.example
    vary: Accept
    title: h.example, port 992 · Waypost
    script (type=module, src=/assets/terminal-3270.js)
    page: wide viewer
    kicker: IBM 3270 session
    h1: h.example, port 992
    p.canonical: <code: tn3270://h.example:992/>
    Explain → /inspect?url=tn3270%3A%2F%2Fh.example%3A992%2F (rel=nofollow)
    Share: https://waypost.example/r?url=tn3270%3A%2F%2Fh.example%3A992%2F /v1/qr?url=tn3270%3A%2F%2Fh.example%3A992%2F
    More: [JSON → /tn3270/h.example:992/?format=json (a view)]

    link → /assets/terminal.css (rel=stylesheet)
    section.terminal.terminal-3270#terminal (hidden, aria-label=Terminal, data-socket=/tn3270/h.example:992/, data-nonce=…)
      p: The frame
    p.visually-hidden#announcement (aria-live=polite)
    #failure (hidden)
      p.lead#failure-message (role=alert)
      p#failure-advice
      p.buttons
        button#try-again (type=button): Try again
        [Explain this link.go → /inspect?url=tn3270%3A%2F%2Fh.example%3A992%2F]
      section
        h2: From your own computer
        .recipe
          pre.command
            | c3270 h.example:992
          button.copy.scripted (type=button, data-copy=c3270 h.example:992): Copy the command
    #explanation
      p.lead: An interactive session on a remote computer.
      p: This terminal needs JavaScript. Without it, run: <code: c3270 h.example:992>
  `),
  );
});

test('a session whose protocol sends the name', async () => {
  expect(await page('rlogin://h.example/', { sendsUser: true }, { query: 'user=guest' })).toBe(
    lines(`
    200
    cache-control: no-store
    content-security-policy: default-src 'none'; style-src 'self' 'nonce-…'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; script-src 'self'; connect-src 'self' wss://waypost.example
    vary: Accept
    title: h.example, port 513 · Waypost
    script (type=module, src=/assets/terminal.js)
    page: wide viewer
    kicker: Remote login session
    h1: h.example, port 513
    p.canonical: <code: rlogin://h.example/>
    Explain → /inspect?url=rlogin%3A%2F%2Fh.example%2F (rel=nofollow)
    Share: https://waypost.example/r?url=rlogin%3A%2F%2Fh.example%2F /v1/qr?url=rlogin%3A%2F%2Fh.example%2F
    More: [JSON → /rlogin/h.example/?format=json (a view)]

    link → /assets/terminal.css (rel=stylesheet)
    section.terminal#terminal (hidden, aria-label=Terminal, data-socket=/rlogin/h.example/, data-nonce=…, data-user=guest)
      p: The frame
    p.visually-hidden#announcement (aria-live=polite)
    #failure (hidden)
      p.lead#failure-message (role=alert)
      p#failure-advice
      p.buttons
        button#try-again (type=button): Try again
        [Explain this link.go → /inspect?url=rlogin%3A%2F%2Fh.example%2F]
      section
        h2: From your own computer
        .recipe
          pre.command
            | rlogin h.example
          button.copy.scripted (type=button, data-copy=rlogin h.example): Copy the command
    #explanation
      p.lead: An interactive session on a remote computer.
      p: This terminal needs JavaScript. Without it, run: <code: rlogin h.example>
  `),
  );
});

test('a session whose protocol sends a name that the link does not have', async () => {
  expect(await page('rlogin://h.example/', { sendsUser: true })).toContain('data-nonce=…, data-user)');
});

test('a session for programs', async () => {
  const json = async (query: string) =>
    (await shown('telnet://h.example/', SESSION, { query: `format=json${query}` })).json();
  const told = { kind: 'terminal', socket: 'wss://waypost.example/telnet/h.example/' };
  expect(await json('&user=guest')).toMatchObject({ ...told, user: 'guest' });
  expect(await json('')).toMatchObject({ ...told, user: null });
});

test.each([
  ['telnet://h.example/', {}],
  ['telnet://:@h.example/', {}],
  ['telnet://g%75est:secret@h.example/', { user: 'guest', password: 'withheld' }],
  ['telnet://guest@h.example/', { user: 'guest' }],
])('the address of %s has %j', (url, expected) => {
  const link = explain(url, { complete: true });
  expect(sessionEntry(link.components, link)).toEqual(expected);
});
