/** Sessions of telnet and rlogin without a connection: what a terminal shows, what it sends, and how a session ends. */
import { describe, expect, it } from 'vitest';
import { latin1Of, octetsOfLatin1 } from '../../../../src/octets/octets.ts';
import { rloginSession, type SessionProtocol, telnetSession } from '../../../../src/protocols/telnet/session.ts';

/** What a session makes of octets of the server. */
function received(session: SessionProtocol, octets: string) {
  const { data, records, reply, echo } = session.receive(octetsOfLatin1(octets));
  return { data: latin1Of(data), records, reply: latin1Of(reply), echo };
}

const typed = (session: SessionProtocol, text: string) => latin1Of(session.type(octetsOfLatin1(text)));
const START = '\0ada\0ada\0xterm-256color/38400\0';

describe('telnet', () => {
  it('negotiates before it shows, and tells who echoes only when that changes', () => {
    const session = telnetSession();
    const prompt = { data: 'login: ', records: [], reply: '\xff\xfd\x01', echo: 'nobody' };
    expect(received(session, '\xff\xfb\x01login: ')).toEqual(prompt);
    expect(received(session, '\xff\xfb\x01Password: ')).toEqual({
      ...prompt,
      data: 'Password: ',
      reply: '',
      echo: null,
    });
    expect(received(session, '\xff\xfc\x01')).toMatchObject({ echo: 'terminal', reply: '\xff\xfe\x01' });
  });

  it.each([
    ['break', '\xff\xf3'],
    ['interrupt', '\xff\xf4'],
    ['are-you-there', '\xff\xf6'],
    ['attention', ''],
  ] as const)('the key %s sends %j', (key, octets) => {
    expect(latin1Of(telnetSession().control({ type: 'key', key }))).toBe(octets);
  });

  it('sends the size of the screen once the server has asked for it, and no user', () => {
    const session = telnetSession();
    const size = { type: 'size', columns: 132, rows: 43 } as const;
    expect(session.control(size)).toHaveLength(0);
    expect(received(session, '\xff\xfd\x1f').reply).toBe('\xff\xfb\x1f\xff\xfa\x1f\0\x84\0\x2b\xff\xf0');
    expect(latin1Of(session.control({ ...size, rows: 24 }))).toBe('\xff\xfa\x1f\0\x84\0\x18\xff\xf0');
    expect(session.control({ type: 'user', user: 'ada' })).toHaveLength(0);
  });

  it('sends Enter as CR NUL, and a server may close at any time', () => {
    const session = telnetSession();
    expect(typed(session, 'ls\r')).toBe('ls\r\0');
    expect(session.closed()).toBeNull();
  });
});

describe('rlogin', () => {
  it('sends the first name only, and text as it is', () => {
    const session = rloginSession();
    expect(latin1Of(session.control({ type: 'user', user: 'ada' }))).toBe(START);
    expect(session.control({ type: 'user', user: 'root' })).toHaveLength(0);
    expect(session.control({ type: 'key', key: 'break' })).toHaveLength(0);
    expect(typed(session, '\xffx\r')).toBe('\xffx\r');
  });

  it('sends the size when the server has accepted', () => {
    const session = rloginSession();
    expect(session.control({ type: 'size', columns: 132, rows: 43 })).toHaveLength(0);
    expect(received(session, '\0Password: ')).toEqual({
      data: 'Password: ',
      records: [],
      reply: '\xff\xffss\0\x2b\0\x84\0\0\0\0',
      echo: null,
    });
    expect(session.closed()).toBeNull();
  });

  it.each([
    ['\x01rlogind: Permission denied.\r\n', 'The server says: rlogind: Permission denied.'],
    ['', 'The server ended the session before the login.'],
  ])('a server that ends the session after %j has refused the login', (reply, message) => {
    const session = rloginSession();
    session.control({ type: 'user', user: 'ada' });
    expect(received(session, reply).data).toBe('');
    expect(session.closed()).toEqual({ code: 'login-refused', message });
  });
});
