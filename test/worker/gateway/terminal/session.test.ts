/** Sessions: what a page's WebSocket and a server exchange, how a session ends, and what the page is told. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CREDIT } from '../../../../worker/pages/terminal/messages.ts';
import type { Conversation } from '../../../servers/conversation.ts';
import { listen, type RunningServer } from '../../../servers/listener.ts';
import { type RunningWorker, takeWholeLog } from '../../harness.ts';
import { startGateway, until } from '../worker.ts';
import { closeAll, PageClient } from './page-client.ts';

/** What the server does with its next visitors. */
let serve: (client: Conversation) => Promise<void> = async () => {};
let server: RunningServer;
let worker: RunningWorker;
/** A Worker whose sessions end soon when nobody says anything. */
let idle: RunningWorker;

beforeAll(async () => {
  server = await listen('telnet', {}, (client) => serve(client));
  worker = await startGateway([server]);
  idle = await startGateway([server], { DEADLINES: 'connect=60s, session=400ms, longest=60s' });
});
afterEach(closeAll);
afterAll(() => Promise.all([worker?.close(), idle?.close(), server?.close()]));

const path = () => `/telnet/localhost:${server.port}/`;
const open = (options = {}) => PageClient.open(worker.origin, path(), options);
/** The octets that the server received on its last connection. */
const received = () => server.log.at(-1)?.octets ?? Buffer.alloc(0);
/** Says nothing until the client leaves. */
const forever = async (client: Conversation) => {
  while ((await client.exactly(1)).length > 0);
};

describe('telnet', () => {
  test('octets go both ways, without negotiation and escapes', async () => {
    serve = async (client) => {
      await client.reply('\xff\xfb\x01\xff\xfb\x03login: ');
      const line = (await client.line())?.slice('\xff\xfd\x01\xff\xfd\x03'.length);
      await client.reply(`\r\0caf\xff\xff ${line}\r\n`);
    };
    const client = await open();
    await client.sees('login: ');
    client.type('guest\xff\r\n');
    await client.ends();
    expect(client.text).toBe('login: \rcaf\xff guest\xff\r\n');
    expect(received()).toEqual(Buffer.from('\xff\xfd\x01\xff\xfd\x03guest\xff\xff\r\n', 'latin1'));
    expect(client.messages.map(({ type }) => type)).toEqual(['opened', 'echo', 'ended']);
    expect(client.messages).toContainEqual({ type: 'echo', by: 'server' });
  });

  test('Enter is CR NUL, and the keys are commands (RFC 854)', async () => {
    serve = async (client) => {
      await client.reply('$ ');
      await forever(client);
    };
    const client = await open();
    await client.sees('$ ');
    client.type('ls\r');
    for (const key of ['break', 'interrupt', 'are-you-there'] as const) client.tell({ type: 'key', key });
    const expected = Buffer.from('ls\r\0\xff\xf3\xff\xf4\xff\xf6', 'latin1');
    await until(() => received().length >= expected.length);
    expect(received().subarray(0, expected.length)).toEqual(expected);
    await client.close();
  });

  test('the size and the type of the terminal are sent when the server asks (RFC 1073, RFC 1091)', async () => {
    serve = async (client) => {
      await client.reply('\xff\xfd\x18\xff\xfd\x1f\xff\xfa\x18\x01\xff\xf0');
      await forever(client);
    };
    const client = await open();
    client.tell({ type: 'size', columns: 100, rows: 30 });
    await until(() => received().includes(Buffer.from([0xff, 0xfa, 31, 0, 100, 0, 30, 0xff, 0xf0])));
    expect(received().includes('xterm-256color')).toBe(true);
    client.tell({ type: 'size', columns: 255, rows: 43 });
    await until(() => received().includes(Buffer.from([0xff, 0xfa, 31, 0, 255, 255, 0, 43, 0xff, 0xf0])));
    await client.close();
  });
});

describe('an interrupt of a flood', () => {
  const FLOOD = 'flood\n'.repeat(1_000_000);

  /** A flood until the question about the timing mark, its answer, and a prompt. */
  async function interrupted(client: Conversation): Promise<void> {
    await client.reply('$ ');
    await client.line();
    const flood = client.reply(FLOOD);
    await until(() => client.received.octets.includes(Buffer.from('\x03\xff\xfd\x06', 'latin1')));
    await flood;
    await client.reply('\xff\xfb\x06^C\n$ ');
    await forever(client);
  }

  test('leaves out what the page has not taken, up to the answer, without credit', async () => {
    serve = interrupted;
    const client = await open();
    await client.sees('$ ');
    client.type('yes flood\r\n');
    // This client grants no more credit.
    await until(() => client.octets.length >= CREDIT);
    client.type('\x03');
    await until(() => client.messages.some(({ type }) => type === 'left-out'));
    client.tell({ type: 'credit', octets: CREDIT });
    await client.sees(/\^C\n\$ $/);
    expect(client.octets.length).toBeLessThan(FLOOD.length / 2);
    await client.close();
  });
});

describe('typed text', () => {
  test('is refused when the server does not take it', async () => {
    let release: () => void = () => {};
    serve = async (client) => {
      await client.reply('$ ');
      client.stopReading();
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      client.destroy();
    };
    const client = await open();
    await client.sees('$ ');
    // More than the buffers of the operating system and of the session together.
    for (let piece = 0; piece < 400 && client.end === null; piece += 1) {
      client.type(Buffer.alloc(60_000, 'x'));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(await client.ends()).toMatchObject({ code: 'too-much-input' });
    await until(() => client.closed !== null);
    expect(client.closed).toEqual({ code: 1009, reason: 'too-much-input' });
    release();
  });
});

describe('without credit', () => {
  test('the page gets nothing; with credit, no more than that and one read', async () => {
    serve = async (client) => {
      await client.body('x'.repeat(1_500_000));
    };
    const client = await open({ credit: 0 });
    await until(() => client.messages.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(client.octets.length).toBe(0);
    client.tell({ type: 'credit', octets: 100_000 });
    await until(() => client.octets.length >= 100_000);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(client.octets.length).toBeLessThan(100_000 + 512 * 1024);
    const timer = setInterval(() => client.tell({ type: 'credit', octets: 400_000 }), 10);
    await until(() => client.octets.length === 1_500_000);
    clearInterval(timer);
    await client.close();
  });
});

describe('the end is told in words', () => {
  test('when the server closes', async () => {
    serve = async (client) => client.reply('bye\r\n');
    const client = await open();
    expect(await client.ends()).toEqual({
      type: 'ended',
      code: 'closed',
      rule: null,
      message: 'The server ended the session. Press Reconnect to begin another session.',
      advice: null,
    });
    expect(client.text).toBe('bye\r\n');
    await until(() => client.closed !== null);
    expect(client.closed).toEqual({ code: 1000, reason: 'closed' });
  });

  test('when the connection breaks', async () => {
    serve = async (client) => {
      await client.reply('$ ');
      client.reset();
    };
    const client = await open();
    expect(['gateway-unreachable', 'closed']).toContain((await client.ends()).code);
  });

  test('when nobody says anything for too long', async () => {
    serve = forever;
    const client = await PageClient.open(idle.origin, path());
    expect(await client.ends()).toMatchObject({
      code: 'session-idle',
      message: expect.stringMatching(/nothing is sent for 0\.4 seconds/),
    });
    await until(() => server.connections === 0);
  });
});

test('the server is left when the page goes, and the log line comes then, without anything of the session', async () => {
  serve = async (client) => {
    await client.reply('secret of the server');
    await forever(client);
  };
  await takeWholeLog(worker);
  const client = await open();
  await client.sees('secret');
  client.type('secret of the visitor');
  await until(() => received().includes('visitor'));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await takeWholeLog(worker)).toEqual([]);
  await client.close();
  await until(() => server.connections === 0);
  const lines: Record<string, unknown>[] = [];
  await until(() => {
    lines.push(...worker.takeLog());
    return lines.length > 0;
  });
  expect(lines).toEqual([
    expect.objectContaining({ method: 'GET', route: '/{scheme}/{authority}/{path}', scheme: 'telnet', status: 101 }),
  ]);
  expect(Number(lines[0]?.ms)).toBeGreaterThan(50);
  expect(JSON.stringify(lines)).not.toMatch(/secret|localhost/);
});
