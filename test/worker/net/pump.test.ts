/** The pump in the real runtime: octets arrive as they were sent, or the client sees a broken transfer. */
import { createHash } from 'node:crypto';
import { get } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from './harness/operations.ts';
import { type Harness, startHarness } from './harness.ts';
import { type Behaviour, serve, type TestServer } from './servers.ts';

let harness: Harness;
const running: TestServer[] = [];

beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => {
  const rejections = await harness.rejections();
  await harness.close();
  expect(rejections).toEqual([]);
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
  await harness.outcomes();
});

type PumpOperation = Extract<Operation, { kind: 'pump' }>;

async function started(behave: Behaviour): Promise<TestServer> {
  const server = await serve(behave);
  running.push(server);
  return server;
}

/** Milliseconds for a wait that must time out. */
const SHORT = 'connect=300ms first=300ms idle=300ms total=3s';
/** Milliseconds for every other wait: a busy machine is slow, but not broken. */
const PATIENT = 'connect=20s first=20s idle=20s total=50s';

function pumpFrom(server: TestServer, more: Partial<PumpOperation> = {}): string {
  return harness.urlOf({
    kind: 'pump',
    send: null,
    variables: { EGRESS_ALLOW: `localhost:${server.port}` },
    deadlines: PATIENT,
    target: { host: 'localhost', port: server.port, defaultPort: 70, tls: 'none' },
    ...more,
  });
}

interface Transfer {
  readonly status: number;
  readonly length: string | undefined;
  readonly body: Buffer;
  /** Whether the client saw a proper end. */
  readonly whole: boolean;
}

/** Fetches with a client that distinguishes an end from a broken transfer. */
function transfer(url: string): Promise<Transfer> {
  return new Promise((resolve, reject) => {
    get(url, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', () => {});
      response.on('close', () =>
        resolve({
          status: response.statusCode ?? 0,
          length: response.headers['content-length'],
          body: Buffer.concat(parts),
          whole: response.complete,
        }),
      );
    }).on('error', reject);
  });
}

/** Octets that differ in every chunk, so that a lost, doubled or swapped chunk is noticed. */
function noise(length: number): Buffer {
  const octets = Buffer.alloc(length);
  let state = 1;
  for (let i = 0; i < length; i++) {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    octets[i] = state >> 16;
  }
  return octets;
}

const sha256 = (octets: Buffer) => createHash('sha256').update(octets).digest('hex');

describe('a transfer that works', () => {
  it.each([0, 1, 16_383, 16_384, 16_385, 65_536, 262_145, 3_000_000])('carries %d octets unchanged', async (length) => {
    const octets = noise(length);
    const server = await started((socket) => socket.end(octets));
    const result = await transfer(pumpFrom(server));
    expect(result).toMatchObject({ status: 200, whole: true });
    expect(sha256(result.body)).toBe(sha256(octets));
    expect(await harness.outcomes()).toEqual([{ octets: length, code: null, aborted: false }]);
    await server.drained();
  });

  it('announces a length that is known', async () => {
    const server = await started((socket) => socket.end(noise(100_000)));
    const result = await transfer(pumpFrom(server, { length: 100_000 }));
    expect(result).toMatchObject({ length: '100000', whole: true });
    expect(result.body.byteLength).toBe(100_000);
  });

  it('continues where a line reader stopped', async () => {
    const server = await started((socket) => socket.once('data', () => socket.end('+5\r\n\r\nhello')));
    expect((await transfer(pumpFrom(server, { send: '/x\t+', skip: 1 }))).body.toString()).toBe('\r\nhello');
  });

  it('stops at the length even if the server continues, and closes', async () => {
    const server = await started((socket) => socket.write(noise(5_000_000)));
    const result = await transfer(pumpFrom(server, { length: 100_001, stopAtLength: true }));
    expect(result.whole).toBe(true);
    expect(sha256(result.body)).toBe(sha256(noise(100_001)));
    await server.drained();
  });

  it('closes the connection before it asks for the verdict, because FTP servers over TLS wait for that', async () => {
    const server = await started((socket) => socket.end(noise(100_000)));
    expect(await transfer(pumpFrom(server, { verdict: 'fail-if-open' }))).toMatchObject({ whole: true });
  });

  it('removes a terminator', async () => {
    const server = await started((socket) => socket.end('text\r\n.\r\n'));
    expect((await transfer(pumpFrom(server, { terminator: true }))).body.toString()).toBe('text\r\n');
  });
});

const reset: Behaviour = (socket) => {
  socket.write(noise(100_000));
  setTimeout(() => socket.resetAndDestroy(), 100);
};
const stall: Behaviour = (socket) => socket.write(noise(100_000));
const beginning: Behaviour = (socket) => socket.end(noise(1000));
const whole: Behaviour = (socket) => socket.end(noise(100_000));
const endless: Behaviour = (socket) => {
  const part = noise(65_536);
  const more = () => {
    while (!socket.destroyed && socket.write(part));
  };
  socket.on('drain', more);
  more();
};

/** Transfers that break, with the announced length, and the outcome in the log. */
const breaks: readonly (readonly [what: string, behave: Behaviour, more: Partial<PumpOperation>, code: string])[] = [
  ['a reset', reset, {}, 'gateway-unreachable'],
  ['a reset before the announced length', reset, { length: 200_000 }, 'gateway-unreachable'],
  // The status arrives, although all octets and the break arrive at once.
  ['an end in the first octets', beginning, { length: 2000 }, 'gateway-protocol'],
  ['an end before the first octet', (socket) => socket.end(), { length: 2000 }, 'gateway-protocol'],
  ['a verdict that is an error, after a few octets', beginning, { verdict: 'fail' }, 'gateway-protocol'],
  ['a stall', stall, { deadlines: SHORT }, 'gateway-timeout'],
  ['a stall before the announced length', stall, { deadlines: SHORT, length: 200_000 }, 'gateway-timeout'],
  ['an end before the announced length', whole, { length: 100_001 }, 'gateway-protocol'],
  ['more than the announced length', whole, { length: 99_999 }, 'gateway-protocol'],
  ['an end before the length of a part', whole, { length: 100_001, stopAtLength: true }, 'gateway-protocol'],
  ['a verdict that is an error', whole, { verdict: 'fail' }, 'gateway-protocol'],
  ['more than the cap', endless, { cap: 1_000_000 }, 'gateway-limit'],
];

describe('a transfer that breaks', () => {
  it.each(breaks)('by %s is broken for the client', async (_, behave, more, code) => {
    const server = await started(behave);
    const result = await transfer(pumpFrom(server, more));
    expect(result).toMatchObject({ status: 200, whole: false });
    await server.drained();
    expect(await harness.outcomes()).toMatchObject([{ code, aborted: true }]);
  });

  it('is refused before it begins if the length is beyond the cap', async () => {
    const server = await started(stall);
    const result = await transfer(pumpFrom(server, { length: 100_000, cap: 99_999 }));
    expect(result.status).toBe(502);
    expect(JSON.parse(result.body.toString())).toMatchObject({ error: { code: 'gateway-limit' } });
    await server.drained();
  });
});

describe('a client', () => {
  it('that leaves during a transfer closes the connection to the server, long before the idle deadline', async () => {
    const server = await started(endless);
    await new Promise<void>((resolve) => {
      get(pumpFrom(server), (response) => {
        response.on('error', () => {});
        response.once('data', () => {
          response.destroy();
          resolve();
        });
      });
    });
    await server.drained();
    expect(await harness.outcomes()).toMatchObject([{ code: 'client-closed', aborted: true }]);
  });
});

// These take seconds. They run at the same time, so each closes its server itself.
describe.concurrent('a slow transfer', () => {
  async function own(behave: Behaviour): Promise<TestServer & AsyncDisposable> {
    const server = await serve(behave);
    return Object.assign(server, { [Symbol.asyncDispose]: async () => void (await server.close()) });
  }

  it('is limited by the idle deadline, not by the total one', async () => {
    await using server = await own((socket) => {
      let left = 12;
      const drip = setInterval(() => (left-- > 0 ? socket.write('x') : socket.end()), 100);
      socket.on('close', () => clearInterval(drip));
    });
    const result = await transfer(pumpFrom(server, { deadlines: 'idle=20s total=1s' }));
    expect(result).toMatchObject({ whole: true });
    expect(result.body.toString()).toBe('x'.repeat(12));
  });

  it('to a client that pauses slows down the server and loses nothing', async () => {
    // The period is a prime number, so parts that are lost or swapped are noticed.
    const octets = Buffer.alloc(64_000_000, noise(1_000_003));
    let unsent = () => 0;
    await using server = await own((socket) => {
      socket.end(octets);
      unsent = () => socket.writableLength;
    });
    const { length, unsentInPause } = await new Promise<{ length: number; unsentInPause: number }>((resolve) => {
      get(pumpFrom(server, { length: octets.byteLength, deadlines: 'idle=1s total=1s' }), (response) => {
        let length = 0;
        let unsentInPause = 0;
        response.on('data', (part: Buffer) => {
          expect(part.equals(octets.subarray(length, length + part.byteLength))).toBe(true);
          length += part.byteLength;
        });
        response.on('end', () => resolve({ length, unsentInPause }));
        response.pause();
        // Longer than every deadline of this operation: they apply to the server, not to the client.
        setTimeout(() => {
          unsentInPause = unsent();
          response.resume();
        }, 1200);
      });
    });
    expect(length).toBe(octets.byteLength);
    expect(unsentInPause).toBeGreaterThan(0);
  });
});

it('a hundred streams at once each get their own octets', async () => {
  const server = await started((socket) => {
    socket.once('data', (line) => {
      const name = line.toString('latin1').trim();
      let left = 10;
      const drip = setInterval(() => (left-- > 0 ? socket.write(`${name} `.repeat(250)) : socket.end()), 20);
      socket.on('close', () => clearInterval(drip));
    });
  });
  const names = Array.from({ length: 100 }, (_, index) => `stream-${index}`);
  const results = await Promise.all(names.map((send) => transfer(pumpFrom(server, { send }))));
  expect(results.map(({ body }) => body.toString('latin1'))).toEqual(names.map((name) => `${name} `.repeat(2500)));
  await server.drained();
});
