/** Which answers are shared with other readers, and what an answer loses that is not. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { explain } from '../../../../src/index.ts';
import { FOR_SHARED_CACHES } from '../../../../worker/cache/copies.ts';
import { sharedAnswer } from '../../../../worker/gateway/open/shared-answer.ts';
import { stubStreams } from '../bodies.ts';
import { type Asking, askContext } from '../context.ts';

/** What the cache of the test has, by its address. */
let copies = new Map<string, Response>();
beforeEach(() => {
  copies = new Map();
  const cache = {
    match: async (key: string | Request) => copies.get(typeof key === 'string' ? key : key.url)?.clone(),
    put: async (key: string | Request, response: Response) =>
      void copies.set(typeof key === 'string' ? key : key.url, response),
    delete: async () => false,
  };
  vi.stubGlobal('caches', { open: async () => cache });
  stubStreams();
});
afterEach(() => void vi.unstubAllGlobals());

/** How often the server is asked by two requests that are equal but for the spelling of the link. */
async function asks(link: string, asking: Asking = {}, again = link): Promise<number> {
  let asked = 0;
  const work: Promise<unknown>[] = [];
  const context = { ...askContext(asking), waitUntil: (more: Promise<unknown>) => void work.push(more) };
  for (const spelled of [link, again]) {
    const response = await sharedAnswer(explain(spelled), context, async () => {
      asked += 1;
      return new Response('text', { headers: { 'Cache-Control': 'public, max-age=60', 'Content-Type': 'text/plain' } });
    });
    expect(await response.text()).toBe('text');
    await Promise.all(work);
  }
  return asked;
}

describe('an answer is shared', () => {
  test.each<[what: string, link: string, asking: Asking, count: number]>([
    ['with every reader', 'gopher://h.example.org/1', {}, 1],
    [
      'not with a robot, for which the server has rules',
      'gopher://h.example.org/1',
      { headers: { 'User-Agent': 'GPTBot/1' } },
      2,
    ],
    ['not if it is about a part', 'gopher://h.example.org/1', { headers: { Range: 'bytes=0-1' } }, 2],
    ['not without a cache', 'gopher://h.example.org/1', { settings: { CACHE: 'off' } }, 2],
  ])('%s', async (_, link, asking, count) => {
    expect(await asks(link, asking)).toBe(count);
  });
});

describe('a news link with a second reading', () => {
  const LINK = 'news:NM%76%C3%A9@h.example';

  test.each<[what: string, again: string, accept: string, count: number]>([
    ['raw instead of escaped', 'news:NM%76é@h.example', 'text/html', 1],
    ['with another case of its scheme', 'NEWS:NM%76%c3%a9@h.example', 'text/html', 1],
    ['that has another second reading', 'news:NM%76%C3%A9@%68.example', 'text/html', 2],
    ['that has none', 'news:NMv%C3%A9@h.example', 'text/html', 2],
    // JSON has the link as it was written.
    ['raw instead of escaped, for JSON', 'news:NM%76é@h.example', 'application/json', 2],
  ])('%s', async (_, again, accept, count) => {
    expect(await asks(LINK, { headers: { Accept: accept } }, again)).toBe(count);
  });
});

test('an answer that is not shared says nothing to our own caches', async () => {
  const context = askContext({ settings: { CACHE: 'off' } });
  const response = await sharedAnswer(explain('gopher://h.example/'), context, async () => {
    return new Response('text', { headers: { [FOR_SHARED_CACHES]: 'max-age=9', Vary: 'Accept' } });
  });
  expect([response.headers.get(FOR_SHARED_CACHES), response.headers.get('Vary')]).toEqual([null, 'Accept']);
});
