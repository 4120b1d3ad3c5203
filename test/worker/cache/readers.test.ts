/** Many readers of one thing: how often an old server is asked, and what they see when it does not answer. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGopher } from '../../servers/gopher.ts';
import type { RunningServer } from '../../servers/listener.ts';
import { commandsTo, startGateway, until } from '../gateway/worker.ts';
import type { RunningWorker } from '../harness.ts';
import { aSecond } from './a-second.ts';

const HTML = { headers: { Accept: 'text/html' } };
/** Wants a copy that stays fresh for longer than any does, so the server is asked. */
const NEWER = { headers: { Accept: 'text/html', 'Cache-Control': 'min-fresh=86400' } };
const VARS = { RATE_LIMITS: 'off' };

/** A server that answers when all readers have come. */
async function startSlow() {
  const requests: string[] = [];
  const source = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (request) => {
      requests.push(request.toString().trimEnd());
      setTimeout(() => socket.end('iThe menu\t\t\t\r\n.\r\n'), 400);
    });
  }).listen(0, '127.0.0.1');
  await once(source, 'listening');
  const { port } = source.address() as AddressInfo;
  const asked = (selector: string) => requests.filter((request) => request === selector).length;
  return { host: '127.0.0.1', port, asked, close: () => source.close() };
}

let slow: Awaited<ReturnType<typeof startSlow>>;
let server: RunningServer;
/** A server that a test switches off. */
let other: RunningServer;
let worker: RunningWorker;
/** A gateway that waits less than a second for the first octets of an answer. */
let hasty: RunningWorker;
beforeAll(async () => {
  [server, other, slow] = await Promise.all([startGopher(), startGopher(), startSlow()]);
  [worker, hasty] = await Promise.all([
    startGateway([server, other, slow], VARS, { platform: true }),
    startGateway([server], { ...VARS, DEADLINES: 'first=900ms' }, { platform: true }),
  ]);
});
afterAll(async () => {
  await Promise.all([worker?.close(), hasty?.close()]);
  await server?.close();
  slow?.close();
});

/** How often the server was asked for a selector. */
const asked = (selector: string) => commandsTo(server).filter((line) => line.startsWith(selector)).length;

/** More than a burst of a browser, fewer than need a second. */
const READERS = 60;

describe('many readers of one menu', () => {
  const path = () => `/gopher/localhost:${server.port}/1/about`;

  test('make one connection if they come at the same time, and get the same page', async () => {
    server.log.length = 0;
    const answers = await Promise.all(
      Array.from({ length: READERS }, async () => {
        const response = await worker.fetch(path(), HTML);
        return { status: response.status, page: await response.text() };
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ page }) => page)).size).toBe(1);
    expect(answers[0]?.page).toContain('<main');
    expect(asked('/about')).toBe(1);
  });

  test('make two connections at most, whatever their programs are', async () => {
    server.log.length = 0;
    const programs: readonly Readonly<Record<string, string>>[] = [
      { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'Sec-Fetch-Dest': 'document' },
      { Accept: 'text/html, text/plain, text/sgml, */*;q=0.01', 'User-Agent': 'Lynx/2.9' },
      { Accept: 'text/html, text/*;q=0.5, image/*', 'User-Agent': 'w3m/0.5' },
      { Accept: '*/*', 'User-Agent': 'curl/8.0' },
    ];
    const path = `/gopher/localhost:${server.port}/1/names`;
    await Promise.all(
      Array.from({ length: READERS }, async (_, reader) => {
        const response = await worker.fetch(path, { headers: programs[reader % programs.length] ?? {} });
        expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
        await response.text();
      }),
    );
    expect(asked('/names')).toBeLessThanOrEqual(2);
  });

  test('make no connection later, while the copy is fresh', async () => {
    server.log.length = 0;
    const response = await worker.fetch(path(), HTML);
    expect(response.headers.get('Cache-Status')).toBe('waypost; hit');
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=300');
    expect(await response.text()).toContain('<main');
    expect(server.log).toHaveLength(0);
  });

  test('get 304 from the copy if they have it', async () => {
    const response = await worker.fetch(path(), HTML);
    await response.text();
    const tag = response.headers.get('ETag') ?? '';
    expect(tag).toMatch(/^"/);
    const again = await worker.fetch(path(), { headers: { ...HTML.headers, 'If-None-Match': tag } });
    expect([again.status, again.headers.get('ETag')]).toEqual([304, tag]);
  });
});

describe('a reader who leaves', () => {
  test('does not cut the others, and nobody else asks the server', async () => {
    server.log.length = 0;
    await server.faults.set({ kind: 'drip', everyMs: 20 });
    const path = `/gopher/localhost:${server.port}/0/about/motto.txt`;
    const leaver = connect(Number(new URL(worker.origin).port), '127.0.0.1');
    leaver.on('error', () => {});
    leaver.write(`GET ${path} HTTP/1.1\r\nHost: ${new URL(worker.origin).host}\r\nAccept: text/html\r\n\r\n`);
    await until(() => asked('/about/motto.txt') === 1);
    const others = Array.from({ length: 3 }, () => worker.fetch(path, HTML));
    await new Promise((resolve) => setTimeout(resolve, 300));
    leaver.resetAndDestroy();
    const answers = await Promise.all(others);
    await server.faults.set(null);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const answer of answers) expect(await answer.text()).toContain('</html>');
    expect(asked('/about/motto.txt')).toBe(1);
  });
});

test('a reader who leaves a long file does not break it for readers who are as slow', async () => {
  // Longer than what is kept, the window, and what the system holds for a reader together.
  const length = 24 * 1024 * 1024;
  const source = createServer((socket) => {
    socket.on('error', () => {});
    // Without a length, and not at once: else every reader has a connection of its own.
    socket.once('data', () => setTimeout(() => socket.end(Buffer.alloc(length, 0x80)), 200));
  }).listen(0, '127.0.0.1');
  await once(source, 'listening');
  const { port } = source.address() as AddressInfo;
  const long = await startGateway([{ host: '127.0.0.1', port }], VARS, { platform: true });
  const { hostname, host, port: own } = new URL(long.origin);
  const readers = Array.from({ length: 3 }, () => {
    const socket = connect(Number(own), hostname);
    socket.on('error', () => {});
    socket.write(`GET /gopher/127.0.0.1:${port}/9/long HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    return { socket, read: 0 };
  });
  for (const reader of readers) {
    reader.socket.on('data', (octets) => {
      reader.read += octets.length;
      if (reader.read === octets.length) reader.socket.pause();
    });
  }
  await until(() => readers.every(({ read }) => read > 0));
  // All of them stand still now, and the source waits for them.
  await new Promise((resolve) => setTimeout(resolve, 500));
  // Not the first one, whose request reads the source.
  const [leaver] = readers.splice(1, 1);
  leaver?.socket.resetAndDestroy();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await Promise.all(
    readers.map(async ({ socket }) => {
      socket.resume();
      await once(socket, 'close');
    }),
  );
  for (const { read } of readers) expect(read).toBeGreaterThan(length);
  await long.close();
  source.close();
});

describe('what is for one reader', () => {
  const path = () => `/gopher/localhost:${server.port}/1/charsets`;
  const personal: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'a password': { Authorization: 'Basic YTpi' },
    'a range': { Range: 'bytes=0-1' },
    'no-cache': { 'Cache-Control': 'no-cache' },
    'no-store': { 'Cache-Control': 'no-store' },
    'Pragma of HTTP/1.0': { Pragma: 'no-cache' },
    'a robot': { 'User-Agent': 'Googlebot/2.1' },
  };
  test.each(Object.entries(personal))('%s neither reads nor leaves a copy', async (_, headers) => {
    const response = await worker.fetch(path(), { headers: { ...HTML.headers, ...headers } });
    await response.text();
    expect(response.headers.get('Cache-Status')).toBeNull();
  });

  test('has left no copy', async () => {
    const response = await worker.fetch(path(), HTML);
    await response.text();
    expect(response.headers.get('Cache-Status')).toBe('waypost; fwd=uri-miss; stored');
  });
});

test('a reader whom the server leaves waiting gets the last good copy, and asks with all others', async () => {
  const path = `/gopher/localhost:${server.port}/1/about`;
  expect((await hasty.fetch(path, HTML)).status).toBe(200);
  await aSecond();
  server.log.length = 0;
  await server.faults.set({ kind: 'silent' });
  const answers = await Promise.all(
    [NEWER, { headers: { Accept: 'text/html', 'Cache-Control': 'max-age=0' } }].map((init) => hasty.fetch(path, init)),
  );
  await server.faults.set(null);
  for (const response of answers) {
    await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Status')).toBe('waypost; fwd=request; detail=gateway-timeout');
    expect(response.headers.get('CF-Cache-Status')).toBeNull();
  }
  expect(asked('/about')).toBe(1);
});

describe('one connection a second for a page (docs/cache.md)', () => {
  interface Trick {
    readonly query?: string;
    readonly headers?: Readonly<Record<string, string>>;
    /** Spells an address in another way. */
    readonly spell?: (path: string) => string;
  }
  /** The characters of a selector, of which those are escaped that a number tells. */
  const escaped = (path: string, which: number): string => {
    const [, before = '', selector = ''] = /^(.*\/1)(.*)$/.exec(path) ?? [];
    const spelled = (character: string, index: number) =>
      (which >> index) % 2 === 1 ? `%${character.charCodeAt(0).toString(16)}` : character;
    return before + [...selector].map(spelled).join('');
  };
  /** What readers send to be asked for alone, each another one. */
  const tricks: Readonly<Record<string, (reader: number) => Trick>> = {
    'an unknown directive': (reader) => ({ headers: { 'Cache-Control': `max-age=0, x=${reader}` } }),
    'another age': (reader) => ({ headers: { 'Cache-Control': `max-age=${reader}` } }),
    'an age that is no number': (reader) => ({ headers: { 'Cache-Control': `max-age=${reader}x` } }),
    'an age that no copy has': (reader) => ({ headers: { 'Cache-Control': `max-age=-${reader}` } }),
    'a freshness that no copy has': (reader) => ({ headers: { 'Cache-Control': `min-fresh=${86_400 + reader}` } }),
    'other blanks': (reader) => ({ headers: { 'Cache-Control': `max-age=0${' '.repeat(reader)},` } }),
    'another program': (reader) => ({ headers: { 'User-Agent': `reader/${reader}`, Cookie: `a=${reader}` } }),
    'another language': (reader) => ({
      headers: { 'Accept-Language': `x-${reader}`, 'Accept-Encoding': `x${reader}` },
    }),
    'a tracking parameter': (reader) => ({ query: `utm_a=${reader}` }),
    'another name for tracking': (reader) => ({ query: `utm_x${reader}` }),
    'an escape in its name': (reader) => ({ query: `%75tm_a=${reader}&FBCLID=${reader}` }),
    'an escape in the path': (reader) => ({ spell: (path) => escaped(path, reader) }),
    'another spelling of the link': (reader) => ({
      spell: (path) => `/open?url=${encodeURIComponent(`GOPHER:/${escaped(path.slice('/gopher'.length), reader)}`)}`,
    }),
    'another base': (reader) => ({
      spell: (path) =>
        `/open?base=gopher://x.example/${reader}&url=${encodeURIComponent(`gopher:/${path.slice('/gopher'.length)}`)}`,
    }),
    'empty parameters': (reader) => ({ query: '&'.repeat(reader) }),
    'an order of parameters': (reader) => ({ query: reader % 2 === 0 ? 'page=1&format=html' : 'format=html&page=1' }),
  };

  test.concurrent.each(Object.entries(tricks))('although each reader sends %s', async (name, trick) => {
    const selector = name.replaceAll(' ', '-');
    const read = async (reader: number) => {
      const { query, headers, spell = (path) => path } = trick(reader);
      const path = spell(`/gopher/127.0.0.1:${slow.port}/1${selector}`) + (query === undefined ? '' : `?${query}`);
      const response = await worker.fetch(path, { headers: { Accept: 'text/html', ...headers } });
      await response.text();
      return response.status;
    };
    const readAll = () => Promise.all(Array.from({ length: 12 }, (_, reader) => read(reader)));
    expect(new Set(await readAll())).toEqual(new Set([200]));
    expect(slow.asked(selector)).toBe(1);
    await aSecond();
    const begun = Date.now();
    await readAll();
    // Readers of a busy machine come for longer than a second.
    const seconds = Math.ceil((Date.now() - begun) / 1000);
    expect(slow.asked(selector)).toBeLessThanOrEqual(1 + seconds);
  });
});

test('JSON has the link as each reader spelled it', async () => {
  const link = `gopher://127.0.0.1:${slow.port}/1`;
  for (const selector of ['%73aid', 'said']) {
    const response = await worker.fetch(`/gopher/127.0.0.1:${slow.port}/1${selector}?format=json`);
    expect(await response.json()).toMatchObject({ input: link + selector, canonical: `${link}said` });
  }
});

describe('a server that is switched off', () => {
  const path = (item: string) => `/gopher/localhost:${other.port}${item}`;

  test('still shows its menu, with its age and a way to try again', async () => {
    const before = await (await worker.fetch(path('/1/about'), HTML)).text();
    await (await worker.fetch(path('/1/about?format=json'))).text();
    await other.close();
    await aSecond();
    const response = await worker.fetch(path('/1/about'), NEWER);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Status')).toBe('waypost; fwd=request; detail=gateway-unreachable');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('Age')).toMatch(/^\d+$/);
    expect(page).toMatch(/The server did not answer\. This is a copy from \d+ (?:second|minute)s? ago\./);
    expect(page).toContain(`href="${path('/1/about')}"`);
    expect(page).toContain('Try again');
    // Every line of the page that the server gave is there.
    const rows = (text: string) => text.slice(text.indexOf('</div>'), text.indexOf('</main>'));
    expect(page).toContain(rows(before).slice(-500));
  });

  test('still has its menu as JSON, whose headers say that it is a copy', async () => {
    const response = await worker.fetch(path('/1/about?format=json'), { headers: NEWER.headers });
    expect(response.headers.get('Cache-Status')).toBe('waypost; fwd=request; detail=gateway-unreachable');
    expect(await response.json()).toMatchObject({ kind: 'menu' });
  });

  test('has no copy of what nobody has read', async () => {
    const response = await worker.fetch(path('/1/charsets'), HTML);
    expect(response.status).toBe(502);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    await response.text();
  });
});
