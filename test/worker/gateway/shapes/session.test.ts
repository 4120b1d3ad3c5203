/** The pages of sessions for a terminal. */
import { expect, test } from 'vitest';
import { explain } from '../../../../src/index.ts';
import type { TerminalSession } from '../../../../src/open/opened.ts';
import { sessionEntry } from '../../../../worker/gateway/shapes/session.tsx';
import { lines, pagesLike } from '../expected.ts';
import { type Asked, shown } from '../opening.ts';
import { outlineOf } from '../outline.ts';

const SESSION: TerminalSession = {
  ...{ shape: 'session', protocol: 'telnet', host: 'h.example', port: 23 },
  ...{ screen: 'characters', sendsUser: false },
};

const page = async (url: string, session: Partial<TerminalSession>, asked: Asked = {}) => {
  const outline = await outlineOf(await shown(url, { ...SESSION, ...session }, asked));
  // Each page has another one.
  return outline.replaceAll(/(nonce[-=])[\w+/=]{24}/g, '$1…');
};

const pageOf = pagesLike`
  200
  cache-control: no-store
  content-security-policy: default-src 'none'; style-src 'self' 'nonce-…'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; script-src 'self'; connect-src 'self' wss://waypost.example
  script (type=module, src=/assets/terminal.js)
  page: wide viewer
`;

/** What stands below the frame: how to go on after a failure, and without the terminal. */
const below = (url: string, command: string) => lines`
  p.visually-hidden#announcement (aria-live=polite)
  #failure (hidden)
    p.lead#failure-message (role=alert)
    p#failure-advice
    p.buttons
      button#try-again (type=button): Try again
      [Explain this link.go → /inspect?url=${url}]
    section
      h2: From your own computer
      .recipe
        pre.command
          | ${command}
        button.copy.scripted (type=button, data-copy=${command}): Copy the command
  #explanation
    p.lead: An interactive session on a remote computer.
    p: This terminal needs JavaScript. Without it, run: <code: ${command}>
`;

test('a session of characters', async () => {
  expect(await page('telnet://h.example/', {}, { query: 'user=guest&password=withheld' })).toBe(pageOf`
    kicker: Telnet session
    h1: h.example, port 23
    canonical: telnet://h.example/
    More: [JSON → /telnet/h.example/?format=json (a view)]

    link → /assets/terminal.css (rel=stylesheet)
    dl.details
      Log in as = guest
      Password = The link that you followed has one. This address leaves it out.
    section.terminal#terminal (hidden, aria-label=Terminal, data-socket=/telnet/h.example/, data-nonce=…)
      p: The frame
    ${below('telnet%3A%2F%2Fh.example%2F', 'telnet h.example')}
  `);
});

test('a session of IBM 3270', async () => {
  expect(await page('tn3270://h.example:992/', { screen: '3270' })).toBe(pageOf`
    content-security-policy: as usual; script-src 'self'; connect-src 'self' wss://waypost.example
    script (type=module, src=/assets/terminal-3270.js)
    kicker: IBM 3270 session
    h1: h.example, port 992
    canonical: tn3270://h.example:992/
    More: [JSON → /tn3270/h.example:992/?format=json (a view)]

    link → /assets/terminal.css (rel=stylesheet)
    section.terminal.terminal-3270#terminal (hidden, aria-label=Terminal, data-socket=/tn3270/h.example:992/, data-nonce=…)
      p: The frame
    ${below('tn3270%3A%2F%2Fh.example%3A992%2F', 'c3270 h.example:992')}
  `);
});

test('a session whose protocol sends the name', async () => {
  expect(await page('rlogin://h.example/', { sendsUser: true }, { query: 'user=guest' })).toBe(pageOf`
    kicker: Remote login session
    h1: h.example, port 513
    canonical: rlogin://h.example/
    More: [JSON → /rlogin/h.example/?format=json (a view)]

    link → /assets/terminal.css (rel=stylesheet)
    section.terminal#terminal (hidden, aria-label=Terminal, data-socket=/rlogin/h.example/, data-nonce=…, data-user=guest)
      p: The frame
    ${below('rlogin%3A%2F%2Fh.example%2F', 'rlogin h.example')}
  `);
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
