/** Connections in the real runtime: refusals, failures, and that no connection stays open. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../free-port.ts';
import { hasIpv6 } from '../../machine.ts';
import { refusedIn } from '../rate.ts';
import { type Answer, type DohServer, serveDoh } from './doh-server.ts';
import type { Operation } from './harness/operations.ts';
import { type Harness, startHarness } from './harness.ts';
import { type Behaviour, deafPort, serve, type TestServer } from './servers.ts';

let harness: Harness;
const running: { close(): unknown }[] = [];

beforeAll(async () => {
  harness = await startHarness();
});
// Some tests wait for deadlines at the same time, so servers run until the end.
afterAll(async () => {
  for (const server of running.splice(0)) await server.close();
  const rejections = await harness.rejections();
  await harness.close();
  expect(rejections).toEqual([]);
});

async function started(behave: Behaviour, host?: string, port?: number): Promise<TestServer> {
  const server = await serve(behave, host, port);
  running.push(server);
  return server;
}

async function resolver(answerTo: Parameters<typeof serveDoh>[0]): Promise<DohServer> {
  const server = await serveDoh(answerTo);
  running.push(server);
  return server;
}

/** Milliseconds for a wait that must time out. */
const SHORT = 'connect=300ms first=300ms idle=300ms total=1s';
/** Milliseconds for every other wait: a busy machine is slow, but not broken. */
const PATIENT = 'connect=20s first=20s idle=20s total=50s';

/** The deadlines for a server that fails with this code. */
const deadlinesFor = (code: string | null) => (code === 'gateway-timeout' ? SHORT : PATIENT);

function lines(port: number, more: Partial<Extract<Operation, { kind: 'lines' }>> = {}) {
  return harness.perform({
    kind: 'lines',
    send: 'hello',
    variables: { EGRESS_ALLOW: `localhost:${port}` },
    deadlines: PATIENT,
    target: { host: 'localhost', port, defaultPort: 70, tls: 'none' },
    ...more,
  });
}

describe('a connection that works', () => {
  it('sends a line with CR LF and reads lines until the end', async () => {
    const server = await started((socket) => socket.once('data', () => socket.end('one\r\ntwo\nthree')));
    const { lines: read, timings } = await lines(server.port);
    expect(read).toEqual(['one', 'two', 'three']);
    expect(timings).toEqual({ dns: null, connect: expect.any(Number), tls: null, firstByte: expect.any(Number) });
    expect(server.received()).toBe('hello\r\n');
    await server.drained();
  });

  it('is closed when the gateway has read enough', async () => {
    const server = await started((socket) => socket.write('endless\r\n'.repeat(1000)));
    const { error } = await lines(server.port, { total: 100 });
    expect(error).toMatchObject({ code: 'gateway-limit', status: 502 });
    await server.drained();
  });

  it.runIf(hasIpv6)('reaches an IPv6 literal, which needs brackets', async () => {
    const server = await started((socket) => socket.end('six\r\n'), '::1');
    const target = { host: '[::1]', port: server.port, defaultPort: 70, tls: 'none' } as const;
    const report = await lines(server.port, { target, variables: { EGRESS_ALLOW: `[::1]:${server.port}` } });
    expect(report.lines).toEqual(['six']);
  });
});

const ENDLESS = 'x'.repeat(1000);

/** Servers that fail, and the error of the gateway. */
const faults: readonly (readonly [what: string, behave: Behaviour, code: string, status: number])[] = [
  ['is silent after the connection', () => {}, 'gateway-timeout', 504],
  ['stops in the middle of a line', (socket) => socket.write('half'), 'gateway-timeout', 504],
  ['resets at once', (socket) => socket.resetAndDestroy(), 'gateway-unreachable', 502],
  [
    'resets in the middle',
    (socket) => {
      socket.write('half\r\nha');
      setTimeout(() => socket.resetAndDestroy(), 50);
    },
    'gateway-unreachable',
    502,
  ],
  [
    'resets with its last octets',
    (socket) => {
      socket.write('half\r\nha');
      socket.resetAndDestroy();
    },
    'gateway-unreachable',
    502,
  ],
  ['never ends its line', (socket) => socket.write(ENDLESS.repeat(100)), 'gateway-protocol', 502],
  [
    'drips one octet at a time, for ever',
    (socket) => {
      const drip = setInterval(() => socket.write('x'), 100);
      socket.on('close', () => clearInterval(drip));
    },
    'gateway-timeout',
    504,
  ],
];

describe.concurrent('a server that fails', () => {
  it.each(faults)('%s', async (_, behave, code, status) => {
    const server = await started(behave);
    const report = await lines(server.port, { deadlines: deadlinesFor(code) });
    expect(report.error).toMatchObject({ code, status });
    expect(report.status).toBe(status);
    await server.drained();
  });

  it('refuses the connection', async () => {
    expect((await lines(await freePort())).error).toMatchObject({ code: 'gateway-unreachable', status: 502 });
  });

  it('never completes the connection', async () => {
    const deaf = await deafPort();
    running.push(deaf);
    const { error } = await lines(deaf.port, { deadlines: SHORT });
    expect(error).toMatchObject({ code: 'gateway-timeout', detail: expect.stringContaining('accept a connection') });
  });

  it('does not read the request', async () => {
    const server = await started((socket) => socket.pause());
    const { error } = await harness.perform({
      kind: 'write',
      octets: 32 * 1024 * 1024,
      variables: { EGRESS_ALLOW: `localhost:${server.port}` },
      deadlines: SHORT,
      target: { host: 'localhost', port: server.port, defaultPort: 70, tls: 'none' },
    });
    expect(error).toMatchObject({ code: 'gateway-timeout', status: 504 });
  });

  it('is abandoned at the total deadline, even while it sends', async () => {
    const server = await started((socket) => {
      const talk = setInterval(() => socket.write('line\r\n'), 50);
      socket.on('close', () => clearInterval(talk));
    });
    const { error } = await lines(server.port, { deadlines: 'idle=20s total=500ms' });
    expect(error).toMatchObject({ code: 'gateway-timeout', detail: expect.stringContaining('The whole answer') });
    await server.drained();
  });

  it('is closed when the client leaves', async () => {
    const server = await started(() => {});
    // Local runtimes do not notice a client that leaves before there is a body, so the harness aborts the signal
    // itself.
    const { error } = await lines(server.port, { deadlines: 'idle=10s', clientLeavesAfter: 200 });
    expect(error).toMatchObject({ code: 'client-closed' });
    await server.drained();
  });
});

describe('the line that is sent', () => {
  it.each(['a\r\nb', 'a\rb', 'a\nb', 'a\0b'])('never holds CR, LF or NUL: %j', async (send) => {
    const server = await started((socket) => socket.end());
    expect((await lines(server.port, { send })).error).toMatchObject({ code: 'bad-request', status: 400 });
    await server.drained();
    expect(server.received()).toBe('');
  });

  it('sends U+010A and U+560A as UTF-8, not as their low octet', async () => {
    const server = await started((socket) => socket.once('data', () => socket.end()));
    await lines(server.port, { send: '\u010a\u560a' });
    expect(server.received()).toBe('\xc4\x8a\xe5\x98\x8a\r\n');
  });
});

describe('the policy at the socket', () => {
  it.each([
    ['127.0.0.1', 'address'],
    ['169.254.169.254', 'address'],
    ['[::1]', 'address'],
    ['[::ffff:127.0.0.1]', 'address'],
    ['localhost', 'special-name'],
    ['waypost.example.net', 'own-host'],
    ['2130706433', 'host-syntax'],
  ])('%s is refused before any connection', async (host, rule) => {
    const server = await started((socket) => socket.end());
    const target = { host, port: server.port, defaultPort: 70, tls: 'none' } as const;
    const report = await lines(server.port, { target, variables: {} });
    expect(report.error).toMatchObject({ code: 'egress-denied', status: 403, rule });
    expect(server.accepted()).toBe(0);
  });

  it('hides messages of the runtime from the client', async () => {
    const { error } = await lines(await freePort());
    expect(error?.detail).toBe('The server does not accept a connection.');
  });
});

describe.concurrent('names', () => {
  const target = (port: number) =>
    ({ host: 'gopher.waypost.example.org', port, defaultPort: 70, tls: 'none' }) as const;

  /** The resolver's answers for both types, and the result. */
  const answers: readonly (readonly [what: string, a: Answer, aaaa: Answer, code: string | null, status: number])[] = [
    ['one listed address', { addresses: ['127.0.0.1'] }, { addresses: [] }, null, 200],
    ['an alias first', { addresses: ['127.0.0.1'], alias: 'a.b.example.net' }, { addresses: [] }, null, 200],
    ['an address, and an error for AAAA', { addresses: ['127.0.0.1'] }, { rcode: 2 }, null, 200],
    [
      'an address of another name',
      { addresses: ['127.0.0.1'], owner: 'b.example.net' },
      { addresses: [] },
      'gateway-unreachable',
      502,
    ],
    ['one public and one private', { addresses: ['127.0.0.1', '10.0.0.1'] }, { addresses: [] }, 'egress-denied', 403],
    ['a private IPv6 one', { addresses: ['127.0.0.1'] }, { addresses: ['fd00::1'] }, 'egress-denied', 403],
    ['a mapped loopback address', { addresses: [] }, { addresses: ['::ffff:127.0.0.2'] }, 'egress-denied', 403],
    ['no such name', { rcode: 3 }, { rcode: 3 }, 'gateway-unreachable', 502],
    ['no address', { addresses: [] }, { addresses: [] }, 'gateway-unreachable', 502],
    ['a failure', { rcode: 2 }, { rcode: 2 }, 'gateway-unreachable', 502],
    ['a failure for A, none for AAAA', { rcode: 2 }, { addresses: [] }, 'gateway-unreachable', 502],
    ['HTTP 500', { status: 500 }, { status: 500 }, 'gateway-unreachable', 502],
    ['an HTTP redirect', { status: 302 }, { status: 302 }, 'gateway-unreachable', 502],
    ['garbage', { octets: Buffer.from('garbage') }, { octets: new Uint8Array(0) }, 'gateway-unreachable', 502],
    ['too much', { octets: new Uint8Array(70_000) }, { addresses: [] }, 'gateway-unreachable', 502],
    ['nothing', 'silence', 'silence', 'gateway-timeout', 504],
  ];
  /** Answers that say nothing about the name. */
  const ofResolver: ReadonlySet<string> = new Set(['HTTP 500', 'an HTTP redirect', 'nothing']);

  it.each(answers)('with %s', async (what, a, aaaa, code, status) => {
    const server = await started((socket) => socket.end('hi\r\n'));
    const doh = await resolver(({ type }) => (type === 'A' ? a : aaaa));
    const report = await lines(server.port, {
      send: null,
      deadlines: deadlinesFor(code),
      target: target(server.port),
      variables: { DOH_URL: doh.url, EGRESS_ALLOW: `127.0.0.1:${server.port}` },
    });
    expect({ code: report.error?.code ?? null, status: report.status }).toEqual({ code, status });
    expect(report.error?.rule === 'resolver-failed').toBe(ofResolver.has(what));
    expect(server.accepted()).toBe(code === null ? 1 : 0);
    if (code === null) expect(report.timings?.dns).toEqual(expect.any(Number));
  });

  it.runIf(hasIpv6)('that change their address after the check have no effect: DNS rebinding', async () => {
    const inside = await started((socket) => socket.end('secret\r\n'));
    const outside = await started((socket) => socket.end('public\r\n'), '::1', inside.port);
    const variables = { EGRESS_ALLOW: `[::1]:${outside.port}` };
    const flips = await resolver(({ type, before }) => {
      const answered = before === 0 ? { type: 'AAAA', address: '::1' } : { type: 'A', address: '127.0.0.1' };
      return { addresses: type === answered.type ? [answered.address] : [] };
    });
    const ask = () =>
      lines(inside.port, { send: null, target: target(inside.port), variables: { ...variables, DOH_URL: flips.url } });
    expect((await ask()).lines).toEqual(['public']);
    expect(flips.questions.map(({ type }) => type).sort()).toEqual(['A', 'AAAA']);
    expect((await ask()).error).toMatchObject({ code: 'egress-denied', rule: 'address' });
    expect(inside.accepted()).toBe(0);
  });

  it.runIf(hasIpv6)('with two addresses use the second if the first refuses', async () => {
    const server = await started((socket) => socket.end('second\r\n'), '::1', await freePort());
    const doh = await resolver(({ type }) => ({ addresses: [type === 'A' ? '127.0.0.1' : '::1'] }));
    const variables = {
      DOH_URL: doh.url,
      EGRESS_ALLOW: `127.0.0.1:${server.port} [::1]:${server.port}`,
    };
    const report = await lines(server.port, { send: null, target: target(server.port), variables });
    expect(report.lines).toEqual(['second']);
  });

  it.runIf(hasIpv6)('with two addresses use the second if the first is silent', async () => {
    const deaf = await deafPort();
    running.push(deaf);
    const server = await started((socket) => socket.end('second\r\n'), '::1', deaf.port);
    const doh = await resolver(({ type }) => ({ addresses: [type === 'A' ? '127.0.0.1' : '::1'] }));
    const variables = { DOH_URL: doh.url, EGRESS_ALLOW: `127.0.0.1:${deaf.port} [::1]:${server.port}` };
    const request = { send: null, deadlines: `${PATIENT} connect=1500ms`, target: target(server.port), variables };
    const report = await lines(server.port, request);
    expect(report.lines).toEqual(['second']);
  });

  it('that EGRESS_ALLOW lists are resolved by the runtime', async () => {
    const server = await started((socket) => socket.end('hi\r\n'));
    const doh = await resolver(() => 'silence');
    const variables = { DOH_URL: doh.url, EGRESS_ALLOW: `localhost:${server.port}` };
    expect((await lines(server.port, { send: null, variables })).lines).toEqual(['hi']);
    expect(doh.questions).toEqual([]);
  });
});

describe('TLS', () => {
  const secured: Behaviour = (_, { secure }) => {
    const socket = secure();
    socket.once('data', (octets) => socket.end(`echo ${octets}`));
  };
  const named = async (host: string, server: TestServer, deadlines = PATIENT) => {
    const doh = await resolver(({ type }) => ({ addresses: type === 'A' ? ['127.0.0.1'] : [] }));
    return lines(server.port, {
      deadlines,
      target: { host, port: server.port, defaultPort: 70, tls: 'implicit' },
      variables: { DOH_URL: doh.url, EGRESS_ALLOW: `127.0.0.1:${server.port}` },
    });
  };

  it.each(['gopher.waypost.example.org', 'gopher.waypost.example.org.', '127.0.0.1'])(
    'to a pinned address, with a certificate for %s',
    async (host) => {
      const server = await started(secured);
      const report = await named(host, server);
      expect(report.lines).toEqual(['echo hello']);
      expect(report.timings?.tls).toEqual(expect.any(Number));
      await server.drained();
    },
  );

  it('refuses a certificate for another name', async () => {
    const server = await started(secured);
    expect((await named('other.waypost.example.org', server)).error).toMatchObject({
      code: 'gateway-tls',
      status: 502,
    });
    await server.drained();
  });

  it.each([
    ['plain text', (socket) => socket.end('220 hello\r\n'), 'gateway-tls'],
    ['a reset', (socket) => socket.once('data', () => socket.resetAndDestroy()), 'gateway-tls'],
    ['silence', () => {}, 'gateway-timeout'],
  ] satisfies [string, Behaviour, string][])('fails on %s', async (_, behave, code) => {
    const server = await started(behave);
    const { error } = await named('gopher.waypost.example.org', server, deadlinesFor(code));
    expect(error).toMatchObject({ code, detail: expect.stringContaining('TLS') });
    await server.drained();
  });

  const upgrade = (server: TestServer) =>
    harness.perform({
      kind: 'upgrade',
      variables: { EGRESS_ALLOW: `localhost:${server.port}` },
      deadlines: PATIENT,
      target: { host: 'localhost', port: server.port, defaultPort: 21, tls: 'starttls' },
    });

  it('begins after an agreement in the clear', async () => {
    const server = await started((socket, { secure }) => {
      socket.once('data', () => {
        socket.write('234 go\r\n');
        const inner = secure();
        inner.once('data', (octets) => inner.end(`echo ${octets}`));
      });
    });
    expect((await upgrade(server)).lines).toEqual(['234 go', 'echo hello']);
    await server.drained();
  });

  it('does not begin if the server sent more than its agreement (CVE-2011-0411)', async () => {
    const server = await started((socket) => socket.once('data', () => socket.write('234 go\r\n230 injected\r\n')));
    expect((await upgrade(server)).error).toMatchObject({ code: 'gateway-protocol', status: 502 });
    await server.drained();
  });
});

describe('a data connection', () => {
  const data = (control: TestServer, tls: 'none' | 'starttls' = 'none') =>
    harness.perform({
      kind: 'data',
      tls,
      variables: { EGRESS_ALLOW: `localhost:${control.port}` },
      deadlines: PATIENT,
      target: { host: 'localhost', port: control.port, defaultPort: 21, tls: 'none' },
    });

  it('goes to the address of the control connection, even if only EGRESS_ALLOW permits it', async () => {
    const store = await started((socket) => socket.end('file\r\n'));
    const control = await started((socket) => socket.write(`${store.port}\r\n`));
    expect((await data(control)).lines).toEqual(['file']);
    await Promise.all([control.drained(), store.drained()]);
  });

  it('can speak TLS', async () => {
    const store = await started((_, { secure }) => secure().end('file\r\n'));
    const control = await started((socket) => socket.write(`${store.port}\r\n`));
    expect((await data(control, 'starttls')).lines).toEqual(['file']);
    await Promise.all([control.drained(), store.drained()]);
  });

  it.each([0, 25, 70, 1023, 6379, 65536])('never goes to port %d', async (port) => {
    const control = await started((socket) => socket.write(`${port}\r\n`));
    expect((await data(control)).error).toMatchObject({ code: 'egress-denied', rule: 'port' });
    await control.drained();
  });

  it('that is refused closes the control connection', async () => {
    const port = await freePort();
    const control = await started((socket) => socket.write(`${port}\r\n`));
    expect((await data(control)).error).toMatchObject({ code: 'gateway-unreachable' });
    await control.drained();
  });
});

describe('rate limits by the binding', () => {
  it('refuse the third connection to a host with Retry-After', async () => {
    const admit = (host: string) => harness.perform({ kind: 'admit', host });
    const refused = await refusedIn(3, () => admit('192.0.2.9'));
    expect(refused.headers.get('retry-after')).toBe('60');
    expect((await admit('192.0.2.10')).status).toBe(200);
  });
});
