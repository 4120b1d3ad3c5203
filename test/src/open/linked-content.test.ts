/** The content of a link in each shape that has octets, and that its connections are closed. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { explain } from '../../../src/index.ts';
import { SocketConnection } from '../../../src/net/connection.ts';
import type { CheckRun } from '../../../src/open/check-link.ts';
import type { OpenContext } from '../../../src/open/contract.ts';
import { dict } from '../../../src/open/dict/dict.ts';
import { withContent } from '../../../src/open/linked-content.ts';
import { connecting, dialerWith, FakeSocket } from '../net/fake-socket.ts';
import { contextOf } from './context.ts';

afterEach(() => void vi.restoreAllMocks());

const WORD = 'dict://h.example/d:sun';

/** What is read of a link whose opener opens this, and how often its connection was closed. */
async function read(opened: object, cap: number, url = WORD) {
  const contexts: OpenContext[] = [];
  const socket = new FakeSocket({ reply: 'x' });
  const { settings, signal, userAgent, robots, askProspero } = contextOf({});
  const dial: CheckRun['dial'] = async ({ host }) =>
    new SocketConnection({ socket, host }, host, dialerWith({ connect: connecting().connect }));
  vi.spyOn(dict, 'open').mockImplementation(async (_link, context) => {
    contexts.push(context);
    await context.connect();
    return Object.assign(opened);
  });
  const run = { settings, signal, userAgent, robots, askProspero, dial };
  const found = await withContent(explain(url, { complete: true }), run, 'octets', async (content) => {
    if (content === null) return null;
    const { octets, complete } = await content.octets(cap);
    return [content.size, content.modified, Buffer.from(octets).toString(), complete];
  });
  return { found, closes: socket.closes, wants: contexts[0]?.wants };
}

const body = (text: string) => {
  const parts = [Buffer.from(text), null];
  return { read: async () => parts.shift() ?? null, unread() {}, close() {} };
};
const transfer = (text: string) => ({ ...body(text), shape: 'transfer' });
const DAY = new Date(0);
const file = { shape: 'file', size: 3, isExact: true, modified: DAY, fetch: async () => transfer('abc') };

describe('the content of', () => {
  test.each<[what: string, opened: object, found: readonly unknown[] | null]>([
    ['a file', file, [3, DAY, 'abc', true]],
    ['a file whose size is that of a link', { ...file, isExact: false }, [null, DAY, 'abc', true]],
    ['a file that is longer', { ...file, fetch: async () => transfer('abcd') }, [3, DAY, 'abc', false]],
    ['a name that is a directory', { ...file, fetch: async () => ({ shape: 'moved' }) }, [3, DAY, '', false]],
    ['a text', { shape: 'text', octets: Buffer.from('abc') }, [null, null, 'abc', true]],
    ['a text that is longer', { shape: 'text', octets: Buffer.from('abcd') }, [null, null, 'abc', false]],
    ['a message', { shape: 'message', octets: Buffer.from('ab') }, [null, null, 'ab', true]],
    [
      'a download',
      { shape: 'download', begin: async () => ({ shape: 'arriving', size: 9, body: body('ab') }) },
      [9, null, 'ab', true],
    ],
    ['a download that is elsewhere', { shape: 'download', begin: async () => ({ shape: 'moved' }) }, null],
    ['octets', { shape: 'octets', body: body('ab') }, [null, null, 'ab', true]],
    ['no octets', { shape: 'octets', body: null }, null],
    ['a menu', { shape: 'menu' }, null],
  ])('%s', async (_what, opened, found) => {
    expect(await read(opened, 3)).toEqual({ found, closes: 1, wants: 'octets' });
  });

  test('a link that nothing opens is none', async () => {
    expect(await read(file, 3, 'urn:isbn:1')).toEqual({ found: null, closes: 0, wants: undefined });
  });

  test('a link whose opener fails closes its connection', async () => {
    const failing = { shape: 'download', begin: () => Promise.reject(new TypeError('a bug')) };
    await expect(read(failing, 3)).rejects.toThrow('a bug');
  });
});
