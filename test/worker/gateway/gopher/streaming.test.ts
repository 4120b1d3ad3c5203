/** Menus that are shown while they arrive, and bodies that end before their connection does. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningWorker, startWorker, takeWholeLog } from '../../harness.ts';
import { fetchAsIs } from '../as-is.ts';
import { until } from '../worker.ts';
import { type FakeServer, startScriptedServer } from './worker.ts';

const PATIENT = 'connect=60s, first=60s, idle=60s, total=120s';
const item = (index: number | string): string => `0Item ${index}\t/item ${index}\th.example\t70\r\n`;
const menuOf = (count: number): string => Array.from({ length: count }, (_, index) => item(index + 1)).join('');

/** Lets a reply go on that waits. */
let goOn: () => void = () => {};

/** What the server sends for each selector. Unless it ends a reply, it keeps the connection open. */
const replies: Readonly<Record<string, (send: (text: string) => void, end: () => void) => void | Promise<void>>> = {
  waits: async (send, end) => {
    send(menuOf(10));
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
    send(item('eleven'));
    end();
  },
  breaks: async (send) => {
    send(menuOf(10));
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
    throw new Error('the server breaks');
  },
  drips: async (send) => {
    for (let row = 0; row < 10_000; row++) {
      send(item(row));
      await setTimeout(20);
    }
  },
  long: (send, end) => {
    send(`iThe long menu\tTITLE\tnull.host\t1\r\n${menuOf(2500)}`);
    end();
  },
  huge: (send, end) => {
    send(menuOf(50_000));
    end();
  },
  menu: (send) => send(`${menuOf(3)}.\r\n`),
  'menu without a period': (send, end) => {
    send(menuOf(3));
    end();
  },
  'two late errors': async (send, end) => {
    send('3Nothing here\t\terror.host\t1\r\n');
    await setTimeout(300);
    send('3Nothing at all\t\terror.host\t1\r\n');
    end();
  },
  text: (send) => send('Words.\r\n..and dots\r\n.\r\n'),
  'dot in the middle': async (send, end) => {
    send('One\r\n.\r\n');
    // A segment of its own, long before the wait for more is over.
    await setTimeout(20);
    send('Two\r\n');
    end();
  },
  'long text': (send) => send(`${'Words.\r\n'.repeat(300_000)}.\r\n`),
  mail: (send) => send('Subject: Words\r\n\r\nBody\r\n.\r\n'),
  'empty\t+': (send) => send('+0\r\n'),
  'short\t+': (send) => send('+5\r\nWordsMORE'),
  'period\t+': (send) => send('+-1\r\nWords\r\n.\r\n'),
};

let server: FakeServer;
let worker: RunningWorker;

beforeAll(async () => {
  server = await startScriptedServer(async (socket, selector) => {
    const send = (text: string) => void socket.write(text, 'latin1');
    try {
      await replies[selector]?.(send, () => socket.end());
    } catch {
      socket.resetAndDestroy();
    }
  });
  worker = await startWorker({ EGRESS_ALLOW: `localhost:${server.port}`, DEADLINES: PATIENT, LOG: 'on' });
});

afterAll(() => Promise.all([worker?.close(), server?.close()]));

const at = (type: string, selector: string, query = ''): string =>
  `/gopher/localhost:${server.port}/${type}${encodeURIComponent(selector).replace('%09', '%09%09')}${query}`;
/** Miniflare compresses pages, and its compressor waits for more than a few rows. */
const UNCOMPRESSED = { 'Accept-Encoding': 'identity' };
const get = (type: string, selector: string, query = '') =>
  worker.fetch(at(type, selector, query), { headers: UNCOMPRESSED });

/** Reads a body until it has a text. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, found: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  while (!text.includes(found)) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`the body ends without ${found}`);
    text += decoder.decode(value, { stream: true });
  }
  return text;
}

describe('a menu whose server waits after ten lines', () => {
  test.each(['html', 'json', 'raw'])('%s: the ten lines come before the eleventh is sent', async (format) => {
    const response = await get('1', 'waits', `?format=${format}`);
    const reader = response.body?.getReader() ?? new ReadableStream<Uint8Array>().getReader();
    const first = await readUntil(reader, 'Item 10');
    expect(first).not.toContain('eleven');
    goOn();
    await readUntil(reader, 'Item eleven');
    while (!(await reader.read()).done);
    expect(response.headers.get('ETag')).toBeNull();
  });

  test.each(['html', 'json', 'raw'])('%s: a reset breaks the body, and the log says so', async (format) => {
    await takeWholeLog(worker);
    const response = await get('1', 'breaks', `?format=${format}`);
    const reader = response.body?.getReader() ?? new ReadableStream<Uint8Array>().getReader();
    await readUntil(reader, 'Item 10');
    goOn();
    await expect(readUntil(reader, 'the end')).rejects.toThrow('terminated');
    if (format !== 'raw') expect((await takeWholeLog(worker)).at(-1)).toMatchObject({ status: 200, aborted: true });
  });

  test.each(['html', 'json'])('%s: a client that leaves ends the connection to a server that drips', async (format) => {
    await takeWholeLog(worker);
    const leaving = new AbortController();
    const url = worker.origin + at('1', 'drips', `?format=${format}`);
    const response = await fetch(url, { signal: leaving.signal, headers: UNCOMPRESSED });
    const reader = response.body?.getReader() ?? new ReadableStream<Uint8Array>().getReader();
    await readUntil(reader, 'Item 5');
    expect(server.connections).toBe(1);
    leaving.abort();
    await until(() => server.connections === 0, 10_000);
    expect((await takeWholeLog(worker)).at(-1)).toMatchObject({ status: 200, aborted: true });
  });

  test('HEAD does not wait for the end, and is not an aborted answer', async () => {
    await takeWholeLog(worker);
    const response = await worker.fetch(at('1', 'waits'), { method: 'HEAD' });
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
    await until(() => server.connections === 0);
    expect((await takeWholeLog(worker)).at(-1)).toMatchObject({ method: 'HEAD', aborted: false });
  });
});

describe('a menu of 2,500 lines', () => {
  const itemsOf = (html: string) => [...html.matchAll(/>Item (\d+)</g)].map(([, number]) => Number(number));

  test.each([
    ['', 1, 1000, [], ['next']],
    ['?page=1', 1, 1000, [], ['next']],
    ['?page=2', 1001, 2000, ['prev'], ['next']],
    ['?page=3', 2001, 2500, ['prev'], []],
  ])('%s: has items %i to %i', async (query, first, last, previous, next) => {
    const html = await (await get('1', 'long', query)).text();
    const items = itemsOf(html);
    expect([items.at(0), items.at(-1), items.length]).toEqual([first, last, last - first + 1]);
    expect([...html.matchAll(/rel="(prev|next)"/g)].map(([, rel]) => rel)).toEqual([...previous, ...next]);
    expect(html).toContain('<h1 dir="auto">The long menu</h1>');
    expect(html.match(/The long menu/g)).toHaveLength(2);
  });

  test.each(['?page=4', '?page=999999'])(
    '%s: says that the menu ends before, and links to the last page',
    async (query) => {
      const html = await (await get('1', 'long', query)).text();
      expect(itemsOf(html)).toEqual([]);
      expect(html).toContain('The menu ends before this page.');
      expect(html).toMatch(/<a href="[^"]*page=3" rel="prev">/);
    },
  );

  test('JSON has all lines', async () => {
    const { title, lines, truncated } = await (await get('1', 'long', '?format=json')).json<{
      title: string;
      lines: unknown[];
      truncated: boolean;
    }>();
    expect([title, lines.length, truncated]).toEqual(['The long menu', 2501, false]);
  });
});

test('a page of a menu of 50,000 lines ends the connection after its own lines', async () => {
  const html = await (await get('1', 'huge')).text();
  expect(html).toContain('Item 1000<');
  expect(html).not.toContain('Item 1001<');
  await until(() => server.connections === 0);
});

test('a menu that arrives as a whole has an entity tag, and each page its own', async () => {
  const tagOf = async (query: string) => {
    const response = await get('1', 'menu without a period', query);
    await response.text();
    return response.headers.get('ETag') ?? '';
  };
  const tags = [await tagOf(''), await tagOf('?page=2'), await tagOf('?format=json')];
  expect(new Set(tags).size).toBe(3);
  expect(tags.every((tag) => /^"[\da-z]+"$/.test(tag))).toBe(true);
  const again = await worker.fetch(at('1', 'menu without a period'), { headers: { 'If-None-Match': tags[0] ?? '' } });
  expect(again.status).toBe(304);
});

describe.concurrent('a server that keeps its connection open', () => {
  test.each([
    ['a menu', '1', 'menu', '?format=html', 'Item 3'],
    ['a menu as JSON', '1', 'menu', '?format=json', '"Item 3"'],
    ['the octets of a menu', '1', 'menu', '?format=raw', 'Item 3'],
    ['a text', '0', 'text', '?format=html', '.and dots'],
    ['a text as JSON', '0', 'text', '?format=json', '.and dots'],
    ['the octets of a text', '0', 'text', '?format=raw', '.and dots'],
    ['a page of a long text', '0', 'long text', '', 'Words.\n'],
    ['the octets of a long text', '0', 'long text', '?format=raw', 'Words.\r\n'],
    ['a message', 'M', 'mail', '', 'Body'],
    ['the octets of a message', 'M', 'mail', '?format=raw', 'Body'],
    ['Gopher+, five octets', '0', 'short\t+', '?format=raw', 'Words'],
    ['Gopher+, a file of five octets', '9', 'short\t+', '', 'Words'],
    ['Gopher+, a period', '0', 'period\t+', '?format=raw', 'Words'],
    ['Gopher+, a file with a period', '9', 'period\t+', '', 'Words'],
    ['Gopher+, no octets', '0', 'empty\t+', '?format=raw', ''],
    ['Gopher+, a file without octets', '9', 'empty\t+', '', ''],
    ['Gopher+, an empty menu', '1', 'empty\t+', '?format=html', 'The menu is empty.'],
  ])('%s ends without it', async (_, type, selector, query, expected) => {
    const { end, status, body } = await fetchAsIs(worker.origin + at(type, selector, query));
    expect([end, status]).toEqual(['whole', 200]);
    expect(body.toString()).toContain(expected);
    expect(body.toString()).not.toContain('MORE');
    if (query === '?format=raw' && type === '0') expect(body.toString()).not.toMatch(/^\.\r\n/m);
  });

  test('a period in the middle of a text does not end it', async () => {
    const { text } = await (await get('0', 'dot in the middle', '?format=json')).json<{ text: string }>();
    expect(text).toBe('One\r\n.\r\nTwo\r\n');
  });
});

test('a menu of errors alone is an error, however late they come', async () => {
  const response = await worker.fetch(at('1', 'two late errors'), { headers: { Accept: 'application/json' } });
  expect(response.status).toBe(404);
});
