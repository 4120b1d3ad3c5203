/** The opener of links to terminals: what a session is, and what a check reads of a greeting. */
import { describe, expect, test } from 'vitest';
import type { ConnectOptions } from '../../../../src/open/links.ts';
import { sessionJson } from '../../../../src/open/shape-json.ts';
import { terminal } from '../../../../src/open/terminal/terminal.ts';
import type { PeerConnection } from '../../../../src/protocols/connection.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import { contextOf, linkOf, SETTINGS, shaped } from '../context.ts';

const open = async (url: string) => shaped(await terminal.open(linkOf('terminal', url), contextOf({})), 'session');

describe('a session', () => {
  test.each([
    ['telnet://h.example/', { protocol: 'telnet', port: 23, screen: 'characters', sendsUser: false }],
    ['telnet://h.example:2323/', { protocol: 'telnet', port: 2323, screen: 'characters', sendsUser: false }],
    ['rlogin://h.example/', { protocol: 'rlogin', port: 513, screen: 'characters', sendsUser: true }],
    ['tn3270://h.example/', { protocol: 'tn3270', port: 23, screen: '3270', sendsUser: false }],
  ])('%s is %j', async (url, session) => {
    expect(await open(url)).toEqual({ shape: 'session', url, host: 'h.example', ...session });
  });

  test('its server is judged first, and not connected to', async () => {
    const refusal = new ProtocolError('unreachable', 'The name of the server has no address.');
    const context = contextOf({ resolveServer: () => Promise.reject(refusal) });
    await expect(terminal.open(linkOf('terminal', 'telnet://h.example/'), context)).rejects.toBe(refusal);
  });

  test('its JSON has its values, and what the caller knows', async () => {
    const addresses = { user: 'guest', socket: 'wss://w.example/telnet/h.example/', subprotocol: 's' };
    expect(sessionJson(await open('telnet://h.example/'), addresses)).toEqual({
      ...{ kind: 'terminal', protocol: 'telnet', host: 'h.example', port: 23 },
      ...addresses,
    });
  });

  test('is for one reader, whatever is asked', () => {
    const link = linkOf('terminal', 'telnet://h.example/');
    expect(terminal.isPersonal?.(link, { isConditional: false })).toBe(true);
  });
});

/** A server that sends these parts; then it is silent, or closes. */
function serverOf(parts: readonly string[], end: 'silent' | 'closed') {
  const state = { asked: [] as ConnectOptions[], reads: 0 };
  const connect = async (options: ConnectOptions = {}): Promise<PeerConnection> => {
    state.asked.push(options);
    return {
      async read() {
        const part = parts[state.reads++];
        if (part !== undefined) return Buffer.from(part, 'latin1');
        if (end === 'closed') return null;
        throw new ProtocolError('timeout', 'The server sent nothing.');
      },
      unread() {},
      write: () => Promise.reject(new TypeError('a check types nothing')),
      startTls: () => Promise.reject(new TypeError('no TLS')),
      another: () => Promise.reject(new TypeError('no other connection')),
      close() {},
    };
  };
  return { state, connect };
}

describe('a check', () => {
  const link = linkOf('terminal', 'telnet://h.example/');
  const check = (server: ReturnType<typeof serverOf>, deadlines = SETTINGS.deadlines) =>
    terminal.check?.(link, contextOf({ connect: server.connect, settings: { ...SETTINGS, deadlines } }));
  const accepted = { status: 'alive', detail: 'The server accepts connections.' };

  test.each([
    ['waits', [], 'silent'],
    ['asks for a name', ['login: '], 'silent'],
    ['begins like a mail server', ['220'], 'silent'],
    ['says something, and leaves', ['Go away.\r\n'], 'closed'],
  ] as const)('a server that %s is alive', async (_what, parts, end) => {
    expect(await check(serverOf(parts, end))).toEqual(accepted);
  });

  test.each([
    ['leaves at once', [], 'closed'],
    ['is of another protocol', ['SSH-2.0-', 'OpenSSH\r\n'], 'silent'],
    ['is of another protocol that terminals do not know', ['220 FTP server ready\r\n'], 'silent'],
  ] as const)('a server that %s is not', async (_what, parts, end) => {
    await expect(check(serverOf(parts, end))).rejects.toMatchObject({ code: 'malformed' });
  });

  test.each([
    [512, 1],
    [511, 2],
  ])('of a greeting that stays undecided for %i octets, %i parts are read', async (length, reads) => {
    const server = serverOf([`220 ${'x'.repeat(length - 4)}`, 'y'], 'silent');
    expect(await check(server)).toEqual(accepted);
    expect(server.state.reads).toBe(reads);
  });

  test('another failure stays what it is', async () => {
    const failure = new ProtocolError('unreachable', 'The connection broke.');
    const connect = async () => ({ ...(await serverOf([], 'silent').connect()), read: () => Promise.reject(failure) });
    await expect(terminal.check?.(link, contextOf({ connect }))).rejects.toBe(failure);
  });

  test.each([
    [null, 3000],
    [2999, 2999],
    [3001, 3000],
  ])('with a deadline of %d, it waits %d milliseconds for a greeting', async (first, waited) => {
    const server = serverOf([], 'silent');
    await check(server, { ...SETTINGS.deadlines, first });
    expect(server.state.asked).toEqual([{ deadlines: { first: waited, idle: 3000 } }]);
  });
});
