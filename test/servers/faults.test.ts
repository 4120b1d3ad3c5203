/** The fault switch, tested with the gopher server: the effect of each fault, and that no connection stays open. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectPlain, createServer, type Socket } from 'node:net';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorityPath, type certificates } from './certificates.ts';
import { collect, exchange, type Limits, type Transfer, until } from './client.ts';
import { Conversation, Gone } from './conversation.ts';
import { type Fault, FaultSwitch, faultKinds } from './faults.ts';
import { startGopher } from './gopher.ts';
import type { RunningServer } from './listener.ts';

let gopher: RunningServer;

beforeAll(async () => {
  gopher = await startGopher();
});
afterAll(() => gopher.close());

interface Row {
  readonly fault: Fault | null;
  readonly request: string;
  readonly limits?: Limits;
  readonly end: Transfer['end'];
  readonly received: (transfer: Transfer) => boolean;
}

const rows: Row[] = [
  { fault: null, request: '/about/motto.txt', end: 'closed', received: ({ text }) => text.endsWith('.\r\n.\r\n') },
  { fault: { kind: 'refused' }, request: '', end: 'refused', received: ({ text }) => text === '' },
  {
    fault: { kind: 'silent' },
    request: '',
    limits: { patience: 100 },
    end: 'waiting',
    received: ({ text }) => text === '',
  },
  {
    fault: { kind: 'drip', everyMs: 100 },
    request: '/about/motto.txt',
    limits: { enough: 2 },
    end: 'waiting',
    received: ({ text }) => text !== '' && text.length <= 20 && 'Nothing here was ever'.startsWith(text),
  },
  {
    fault: { kind: 'reset', after: 5000 },
    request: '/large/3MB.bin',
    end: 'reset',
    received: ({ text }) => text.length <= 5000,
  },
  {
    fault: { kind: 'truncated' },
    request: '/large/3MB.bin',
    end: 'closed',
    received: ({ text }) => text.length === 1000,
  },
  { fault: { kind: 'truncated', after: 0 }, request: '', end: 'closed', received: ({ text }) => text === '' },
  {
    fault: { kind: 'endless' },
    request: '/about',
    limits: { enough: 1_000_000 },
    end: 'waiting',
    received: ({ text }) => text.startsWith('iShort') && !text.includes('\r\n.\r\n'),
  },
  {
    fault: { kind: 'endless-line' },
    request: '/about',
    limits: { enough: 1_000_000 },
    end: 'waiting',
    received: ({ text }) => text.startsWith('iShort') && !text.includes('\n'),
  },
  {
    fault: { kind: 'huge' },
    request: '/about',
    limits: { enough: 20_000_000 },
    end: 'waiting',
    received: ({ octets }) => octets.readUInt32BE(300 * 65_536) === 300,
  },
  {
    fault: { kind: 'huge', size: 70_000 },
    request: '/about',
    end: 'closed',
    received: ({ text }) => text.length === 70_000,
  },
  {
    fault: { kind: 'garbage' },
    request: '',
    end: 'closed',
    received: ({ text }) => text.length === 4096 && /[\x80-\xff]/.test(text),
  },
  {
    fault: { kind: 'wrong-length' },
    request: '/plus/length\t+',
    end: 'closed',
    received: ({ text }) => text.startsWith('+41\r\n'),
  },
  {
    fault: { kind: 'wrong-length', by: -5 },
    request: '/plus/length\t+',
    end: 'closed',
    received: ({ text }) => text.startsWith('+26\r\n') && text.endsWith('urgent.\r\n'),
  },
];

describe('a fault', () => {
  test.each(rows.map((row) => [JSON.stringify(row.fault), row] as const))('%s', async (_name, row) => {
    await gopher.faults.set(row.fault);
    const transfer = await exchange(gopher.port, `${row.request}\r\n`, row.limits);
    expect(transfer.end).toBe(row.end);
    expect(row.received(transfer), JSON.stringify(transfer.text.slice(0, 200))).toBe(true);
    expect(await until(() => gopher.connections === 0)).toBe(true);

    await gopher.faults.set(null);
    expect((await exchange(gopher.port, '/about/motto.txt\r\n')).text).toMatch(/^Nothing/);
  });

  test('is described', () => {
    for (const [kind, { does, protocols }] of Object.entries(faultKinds)) {
      expect(does, kind).not.toBe('');
      expect(protocols.length, kind).toBeGreaterThan(0);
    }
  });

  test('is refused if the protocol cannot have it', async () => {
    await expect(gopher.faults.set('no-226')).rejects.toThrow('gopher has no fault no-226');
    expect(gopher.faults.active).toBeNull();
  });

  test('can be turned on at the start', async () => {
    const broken = await startGopher({ fault: 'refused' });
    expect((await exchange(broken.port, '\r\n')).end).toBe('refused');
    await broken.close();
  });

  test('can be requested by a selector, for one request', async () => {
    const { text } = await exchange(gopher.port, '/mishaps/truncated\r\n');
    expect(text.length).toBe(100_000);
    expect((await exchange(gopher.port, '/about/motto.txt\r\n')).text).toMatch(/^Nothing/);
  });
});

test('close ends open connections', async () => {
  const other = await startGopher({ fault: 'silent' });
  const waiting = exchange(other.port, '\r\n');
  expect(await until(() => other.connections === 1)).toBe(true);
  await other.close();
  expect((await waiting).end).toMatch(/closed|reset/);
  expect(other.connections).toBe(0);
});

test('a client that reads slowly gets everything', async () => {
  const socket = connectPlain({ host: '127.0.0.1', port: gopher.port });
  socket.write('/large/3MB.bin\r\n');
  socket.pause();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect((await collect(socket)).octets.length).toBe(3_000_000);
});

describe('certificates, for a client that connects to localhost', () => {
  const ca = readFileSync(authorityPath, 'utf8');
  test.each<[keyof typeof certificates, string | null]>([
    ['trusted', null],
    ['wrong-name', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['expired', 'CERT_HAS_EXPIRED'],
  ])('%s: %s', async (certificate, code) => {
    const server = await startGopher({ tls: 'implicit', certificate });
    const verdict = await new Promise<string | null>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port: server.port, servername: 'localhost', ca }, () => {
        socket.destroy();
        resolve(null);
      });
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
    expect(verdict).toBe(code);
    expect(await until(() => server.connections === 0)).toBe(true);
    await server.close();
  });
});

test('an endless body stops when the connection breaks, even before the close is reported', async () => {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (typeof address !== 'object' || address === null) throw new Error('the listener has no port');
  const client = connectPlain(address.port, '127.0.0.1').on('error', () => {});
  const [socket]: Socket[] = await once(listener, 'connection');
  if (socket === undefined) throw new Error('nobody connected');
  const received = {
    connection: 1,
    channel: 'control',
    secure: false,
    octets: Buffer.alloc(0),
    closed: false,
  } as const;
  const conversation = new Conversation(socket, { ...received }, new FaultSwitch('gopher', async () => {}));
  conversation.destroy();
  await expect(conversation.body(endless())).rejects.toThrow(Gone);
  client.destroy();
  listener.close();
});

function* endless(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(4096);
}
