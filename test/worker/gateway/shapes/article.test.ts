/** Articles over HTTP: entity tags, caching and octets, and when the server is asked. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { canonicalize } from '../../../../src/index.ts';
import type { Article, ArticleContent, OpenedArticle } from '../../../../src/open/articles.ts';
import { findPart } from '../../../../src/open/message-parts.ts';
import { respondWithArticle } from '../../../../worker/gateway/shapes/article.ts';
import { stubStreams, TestBody } from '../bodies.ts';
import { type Asking, contextOf } from '../context.ts';

beforeAll(stubStreams);
afterAll(() => void vi.unstubAllGlobals());

const ID = 'a"b@h.example';
const URL_OF = canonicalize('news:a%22b@h.example');
const OCTETS = 'Subject: x\r\n\r\ntext\r\n';

interface Told extends Partial<Pick<Article, 'messageId' | 'part'>>, Partial<Pick<OpenedArticle, 'url' | 'isOtherId'>> {
  readonly content?: Partial<ArticleContent>;
  /** The message-id that the server tells. */
  readonly foundId?: string | null;
}

async function answer(asking: Asking = {}, { content, foundId = ID, messageId = ID, part = null, ...told }: Told = {}) {
  const done: string[] = [];
  const octets = new TestBody('Subject: x\r\n', '\r\ntext\r\n');
  const found = { kind: 'octets', name: null, mediaType: 'message/rfc822', body: octets, noArchive: false, ...content };
  const article: Article = {
    ...{ shape: 'article', messageId, part },
    async fetch() {
      done.push('fetch');
      return {
        ...{ url: URL_OF, isOtherId: false, messageId: foundId, ...told },
        content: async () => found as ArticleContent,
        close: () => void done.push('close'),
      };
    },
  };
  const context = contextOf({ link: URL_OF, query: '?format=raw', ...asking });
  const response = await respondWithArticle(context, article);
  const text = await response.text();
  return { status: response.status, headers: Object.fromEntries(response.headers), text, done, octets };
}

describe('an article as its server sends it', () => {
  test('has an entity tag and may be kept for a day', async () => {
    const { status, headers, text, done } = await answer();
    expect([status, text, done]).toEqual([200, OCTETS, ['fetch', 'close']]);
    expect(headers).toEqual({
      'cache-control': 'public, max-age=86400',
      'content-encoding': 'identity',
      'content-type': 'message/rfc822',
      etag: expect.stringMatching(/^"a%22b@h\.example\/[\w-]+"$/),
      vary: 'Accept',
    });
  });

  test('is not asked for again by who has it', async () => {
    const { headers } = await answer();
    const again = await answer({ headers: { 'If-None-Match': headers.etag ?? '' } });
    expect(again).toMatchObject({ status: 304, text: '', done: [] });
    expect(again.headers).toEqual({ etag: headers.etag, 'cache-control': 'public, max-age=86400', vary: 'Accept' });
    expect(await answer({ headers: { 'If-None-Match': '"x"' } })).toMatchObject({ status: 200 });
  });

  test('is asked for its id if the link has none', async () => {
    const { headers } = await answer({}, { messageId: null });
    expect(headers.etag).toMatch(/^"a%22b@h/);
    const again = await answer({ headers: { 'If-None-Match': headers.etag ?? '' } }, { messageId: null });
    expect(again).toMatchObject({ status: 304, done: ['fetch', 'close'] });
    const nameless = await answer({}, { messageId: null, foundId: null });
    expect([nameless.status, 'etag' in nameless.headers]).toEqual([200, false]);
  });

  test('that the server knows by another id has its links there', async () => {
    const other = { isOtherId: true, url: canonicalize('news:other@h.example') };
    const window = { headers: { Accept: 'text/html', 'Sec-Fetch-Dest': 'document' }, query: '' };
    const file: Told = {
      part: 'encoded-1',
      content: { kind: 'octets', name: 'a.mp3', mediaType: 'audio/mpeg' } as never,
    };
    expect((await answer(window, { ...file, ...other })).text).toContain('/news/~/other@h.example/part/encoded-1');
    expect((await answer(window, file)).text).not.toContain('other@h.example');
  });

  test('has another tag in another view', async () => {
    const tags = await Promise.all([
      answer(),
      answer({}, { part: '1', content: { kind: 'octets', name: 'a.bin' } as never }),
      answer({}, { part: '2', content: { kind: 'octets', name: 'a.bin' } as never }),
      answer({ query: '?format=raw&charset=cp437' }),
      answer({ query: '?format=raw&view=framed' }),
      answer({ query: '?format=raw&images=show' }),
      answer({ settings: { CONTACT: 'curator@museum.example' } }),
    ]);
    const values = tags.map(({ headers }) => headers.etag);
    expect(new Set(values).size).toBe(values.length);
  });

  test('of an author who wants no archive is kept by nobody', async () => {
    const { headers } = await answer({}, { content: { noArchive: true } });
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, noarchive',
      vary: 'Accept',
    });
    expect(headers).not.toHaveProperty('etag');
  });

  test('has no octets for HEAD', async () => {
    const { text, octets, headers } = await answer({ method: 'HEAD' });
    expect([text, octets.closed, headers['content-type']]).toEqual(['', true, 'message/rfc822']);
  });
});

describe('a file in the text of an article', () => {
  const file = (name: string, mediaType: string): Told => ({
    ...{ part: 'encoded-1', content: { kind: 'octets', name, mediaType } as never },
  });
  const WINDOW = { headers: { Accept: 'text/html', 'Sec-Fetch-Dest': 'document' }, query: '' };

  test('has its name', async () => {
    const { headers, text } = await answer({}, file('a.zip', 'application/zip'));
    expect(text).toBe(OCTETS);
    expect(headers).toMatchObject({
      ...{ 'content-type': 'application/zip', 'content-disposition': 'attachment; filename="a.zip"' },
      ...{ vary: 'Accept, Sec-Fetch-Dest', 'content-encoding': 'identity' },
    });
  });

  test('has a player in a window, if it is a picture, a sound or a film', async () => {
    const played = await answer(WINDOW, file('a.mp3', 'audio/mpeg'));
    expect(played.headers['content-type']).toMatch(/^text\/html/);
    expect(played.headers.vary).toBe('Accept, Sec-Fetch-Dest');
    expect(played.octets.closed).toBe(true);
    expect((await answer(WINDOW, file('a.zip', 'application/zip'))).text).toBe(OCTETS);
    expect((await answer({}, file('a.mp3', 'audio/mpeg'))).text).toBe(OCTETS);
  });
});

test('a part is served with the headers of its article', async () => {
  const message = Buffer.from('Content-Type: text/plain\r\n\r\ntext\r\n');
  const content = { kind: 'part', url: canonicalize('mid:a%22b@h.example/p@h'), found: findPart(message, true, '1') };
  const { headers, text } = await answer({}, { part: '1', content: content as never });
  expect(text).toBe('text\r\n');
  expect(headers).toMatchObject({
    ...{ link: '<mid:a%22b@h.example/p@h>; rel="canonical"', 'cache-control': 'public, max-age=86400' },
  });
});
