/** The finger client: what it sends and reads, and servers with a fault. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectTo } from '../../../../bin/protocols-node.ts';
import { explain } from '../../../../src/index.ts';
import { latin1Of } from '../../../../src/octets/octets.ts';
import { ask } from '../../../../src/protocols/finger/client.ts';
import { protocolLimits } from '../../../../src/protocols/limits.ts';
import { fingerQuery } from '../../../../src/schemes/finger/request.ts';
import { startFinger } from '../../../servers/finger.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import { memoryServer } from '../memory-server.ts';

const reply = (...parts: readonly string[]) => memoryServer(() => ({ parts, end: 'closed' }));

test.each([
  ['', '\r\n'],
  ['user', 'user\r\n'],
  ['/W user@host', '/W user@host\r\n'],
  ['Wächter', 'W\xc3\xa4chter\r\n'],
  [Uint8Array.of(0xe4), '\xe4\r\n'],
  ['x'.repeat(protocolLimits.request - 2), `${'x'.repeat(protocolLimits.request - 2)}\r\n`],
])('%j: one line goes out', async (line, sent) => {
  const server = reply('Login: x\r\n', 'Plan:\r\n', '\xe4');
  expect(latin1Of(await ask(server.connect, line))).toBe('Login: x\r\nPlan:\r\n\xe4');
  expect(server.requests).toEqual([sent]);
  expect(server.dialled).toEqual(['none']);
  expect(server.open).toBe(0);
});

test.each(['a\r\nroot', 'a\rb', 'a\nb', 'a\0', '\n', Uint8Array.of(0x0a), 'x'.repeat(protocolLimits.request - 1)])(
  '%j never goes out',
  async (line) => {
    const server = reply('');
    await expect(ask(server.connect, line)).rejects.toMatchObject({ code: 'invalid-request' });
    expect(server.requests).toEqual([]);
    expect(server.open).toBe(0);
  },
);

test('a reply may have as many octets as the limit, and no more', async () => {
  const part = 'x'.repeat(protocolLimits.menu / 5);
  const parts = [part, part, part, part, part];
  expect((await ask(reply(...parts).connect, '')).length).toBe(protocolLimits.menu);
  await expect(ask(reply(...parts, 'x').connect, '')).rejects.toMatchObject({ code: 'too-large' });
});

test('no reply is an error, and so are octets that are no text', async () => {
  await expect(ask(reply().connect, 'x')).rejects.toMatchObject({ code: 'unreachable' });
  await expect(ask(reply('a\0b').connect, 'x')).rejects.toMatchObject({ code: 'malformed' });
});

test.each(['finger://h/', 'finger://h/%2FW%20a', 'finger://h/a@b', 'finger://h/%E4%20%3F', 'finger://h/%C3%A4'])(
  '%s: what is said is what is sent',
  async (url) => {
    const server = reply('Login: x\r\n');
    const { components, request } = explain(url);
    await ask(server.connect, fingerQuery(components));
    expect(request).toMatchObject({ octets: btoa(server.requests[0] ?? '') });
  },
);

describe('the test server', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startFinger();
  });
  afterAll(() => server.close());

  const query = (line: string, milliseconds = 15_000) => {
    const patience = { first: milliseconds, idle: milliseconds };
    return ask(connectTo({ host: server.host, port: server.port }, { patience }), line);
  };

  test.each([
    ['', /^Login +Name +Tty +Login time\r\ncurator .*\r\nnight .*\r\n$/],
    ['curator', /^Login: curator .*Name: Ada Quill\r\n[\s\S]*Plan:\r\nSorting/],
    ['/W', /curator[\s\S]*night[\s\S]*coke/],
    ['/w quill', /Ada Quill/],
    ['W\u00e4chter', /no such user/],
    ['nobody', /no such user/],
    ['curator@other.example', /forwarding service denied/],
  ])('%s', async (line, text) => {
    await server.faults.set(null);
    expect(latin1Of(await query(line))).toMatch(text);
  });

  test.each([
    ['refused', 'unreachable'],
    ['silent', 'timeout', 200],
    ['endless', 'too-large'],
    ['endless-line', 'too-large'],
    [{ kind: 'reset', after: 10 }, 'unreachable'],
    [{ kind: 'huge', size: protocolLimits.menu + 1 }, 'too-large'],
  ] as const)('with the fault %j: %s', async (fault, code, milliseconds?: number) => {
    await server.faults.set(fault);
    await expect(query('curator', milliseconds)).rejects.toMatchObject({ name: 'ProtocolError', code });
  });

  test('a reply that is cut in good order is a reply', async () => {
    await server.faults.set({ kind: 'truncated', after: 10 });
    expect(latin1Of(await query('curator'))).toBe('Login: cur');
  });
});
