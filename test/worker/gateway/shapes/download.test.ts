/** Files as they arrive, over HTTP: what is sent, what is said of it, and what is asked of the server. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Arriving, DownloadOffer, ItemHead } from '../../../../src/open/opened.ts';
import { respondWithDownload } from '../../../../worker/gateway/shapes/download.tsx';
import { respondWithOctets } from '../../../../worker/gateway/shapes/octets.ts';
import { stubStreams, TestBody } from '../bodies.ts';
import { type Asking, contextOf } from '../context.ts';

beforeAll(stubStreams);
afterAll(() => void vi.unstubAllGlobals());

const LINK = 'gopher://h.example/9/a.bin';
const WINDOW = { Accept: 'text/html', 'Sec-Fetch-Dest': 'document' };

const HEAD: ItemHead = {
  ...{ noun: 'file', name: 'a.bin', words: null, language: null },
  ...{ attributes: null, ways: [] },
};

interface Told extends Partial<Omit<Arriving, 'shape' | 'body'>> {
  readonly json?: DownloadOffer['json'];
  readonly length?: number | null;
  /** Whether all has come in time. */
  readonly isAll?: boolean;
}

async function answer(asking: Asking = {}, { json = null, length = null, isAll = true, ...told }: Told = {}) {
  const body = new TestBody('01234', '56789');
  const caps: unknown[] = [];
  const octets = new TextEncoder().encode('0123456789');
  const arriving: Arriving = {
    ...{ shape: 'arriving', name: 'a.bin', mediaType: 'application/x-a', isSaved: false, page: null, size: null },
    ...{ body, head: () => HEAD, sentTo: (reader) => ({ type: `application/x-${reader}`, length, filter: null }) },
    whole: async (cap) => {
      caps.push(cap);
      return octets;
    },
    ahead: async (cap, patience) => {
      caps.push([cap, patience]);
      return { octets, isAll };
    },
    ...told,
  };
  let begun = 0;
  const download: DownloadOffer = {
    ...{ shape: 'download', json, ...(told.freshFor !== undefined && { freshFor: told.freshFor }) },
    begin: async () => {
      begun += 1;
      return arriving;
    },
  };
  const response = await respondWithDownload(contextOf({ link: LINK, ...asking }), download);
  if (!(response instanceof Response)) throw new Error('it is something else');
  const headers = Object.fromEntries(response.headers);
  return { status: response.status, headers, text: await response.text(), body, begun, caps };
}

describe('a file that arrives', () => {
  test('is sent with its type and its name, and without ranges', async () => {
    const { status, headers, text, body } = await answer();
    expect([status, text, body.closed]).toEqual([200, '0123456789', true]);
    expect(headers).toEqual({
      'accept-ranges': 'none',
      'content-disposition': 'attachment; filename="a.bin"',
      'content-encoding': 'identity',
      'content-type': 'application/x-browser',
    });
  });

  test('has no octets for HEAD, and a length if there is one', async () => {
    const method = 'HEAD';
    const { headers, text, body } = await answer({ method }, { length: 10 });
    expect([headers['content-length'], text, body.closed]).toEqual(['10', '', true]);
    expect((await answer({ method })).headers).not.toHaveProperty('content-length');
    const page = { kind: 'media' } as const;
    expect((await answer({ method }, { page, mediaType: 'audio/mpeg' })).caps).toEqual([]);
  });

  test.each([
    ['image/gif', 'Accept, Sec-Fetch-Dest'],
    ['text/html', 'Accept, Sec-Fetch-Dest'],
    ['text/plain', undefined],
    ['audio/mpeg', undefined],
    ['x/image/gif', undefined],
  ])('%s varies with: %s', async (mediaType, vary) => {
    expect((await answer({}, { mediaType })).headers.vary).toBe(vary);
  });

  test.each([
    ['text/plain', true, 'attachment'],
    ['text/html', true, 'attachment'],
    ['application/xml', true, 'attachment'],
    ['text/plain', false, 'inline'],
    ['application/xml', false, 'inline'],
    ['image/gif', true, 'inline'],
    ['application/xmlx', true, 'attachment'],
    ['audio/x-text/', true, 'inline'],
  ])('%s, saved: %s, has the disposition %s', async (mediaType, isSaved, disposition) => {
    expect((await answer({}, { mediaType, isSaved })).headers['content-disposition']).toBe(
      `${disposition}; filename="a.bin"`,
    );
  });

  test('may be kept, and is never transformed', async () => {
    expect((await answer({}, { freshFor: 9 })).headers['cache-control']).toBe('public, max-age=9, no-transform');
    expect((await answer()).headers).not.toHaveProperty('cache-control');
  });
});

describe('JSON in its place', () => {
  const LINK = 'gopher://h.example/9/a.bin';
  const json = () => ({ a: 1 });

  test('asks no server', async () => {
    const { headers, text, begun } = await answer({ query: '?format=json' }, { json, freshFor: 9 });
    expect([text, begun]).toEqual([`{"input":"${LINK}","canonical":"${LINK}","a":1}\n`, 0]);
    expect(headers).toMatchObject({ vary: 'Accept', 'cache-control': 'public, max-age=9, no-transform' });
  });

  test('is for programs, if there is some', async () => {
    expect((await answer({}, { json })).text).toBe('0123456789');
    expect((await answer({ query: '?format=json' })).text).toBe('0123456789');
  });
});

describe('a sound', () => {
  const page = { kind: 'media' } as const;
  const sound: Told = { mediaType: 'audio/mpeg', name: 'a.mp3', page };

  test('that comes in time may be asked for in ranges', async () => {
    const whole = await answer({}, { ...sound, freshFor: 9 });
    expect(whole.caps).toEqual([[expect.any(Number), 3000]]);
    expect(whole.headers).toMatchObject({
      ...{ 'accept-ranges': 'bytes', 'content-length': '10', 'content-type': 'audio/mpeg' },
      ...{ etag: expect.stringMatching(/^"[\w-]+"$/), vary: 'Accept, Sec-Fetch-Dest' },
      'cache-control': 'public, max-age=9, no-transform',
    });
    const etag = whole.headers.etag ?? '';
    const part = await answer({ headers: { Range: 'bytes=2-4', 'If-Range': etag } }, sound);
    expect([part.status, part.text, part.headers.etag]).toEqual([206, '234', etag]);
  });

  test('that does not is sent as it arrives', async () => {
    const { headers, text } = await answer({}, { ...sound, isAll: false });
    expect([headers['accept-ranges'], text]).toEqual(['none', '0123456789']);
  });

  test('has a player in a window', async () => {
    const { headers, text, body } = await answer({ headers: WINDOW }, sound);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(headers.vary).toBe('Accept, Sec-Fetch-Dest');
    expect(text).toContain('<audio');
    expect(body.closed).toBe(true);
  });

  test('whose type is no medium is sent as it arrives', async () => {
    expect((await answer({}, { page })).caps).toEqual([]);
  });
});

describe('a picture', () => {
  const page = { kind: 'media' } as const;

  test('is not waited for, except in a window', async () => {
    const picture = { mediaType: 'image/gif', page };
    const sent = await answer({}, picture);
    expect([sent.caps, sent.text]).toEqual([[], '0123456789']);
    expect((await answer({ headers: WINDOW }, picture)).text).toContain('<img');
  });
});

describe('a document', () => {
  const page = { kind: 'html', resolve: () => LINK } as never;
  const document: Told = { mediaType: 'text/html', name: 'a.html', page };

  test('is sent as it arrives, except in a window and in its frame', async () => {
    const sent = await answer({}, document);
    expect([sent.caps, sent.text]).toEqual([[], '0123456789']);
    const shown = await answer({ headers: WINDOW }, { ...document, freshFor: 9 });
    expect(shown.headers).toMatchObject({
      ...{ 'cache-control': 'public, max-age=9, no-transform', vary: 'Accept, Sec-Fetch-Dest' },
      'content-security-policy': expect.stringContaining('frame-src'),
    });
    expect(shown.text).toContain('<iframe');
    const framed = await answer({ query: '?view=framed' }, document);
    expect(framed.headers['content-security-policy']).toMatch(/^sandbox allow-top-navigation/);
    expect(framed.text).toContain('0123456789');
  });

  test('that is too long is sent as it arrives', async () => {
    const long = { ...document, whole: async () => null };
    expect((await answer({ headers: WINDOW }, long)).text).toBe('0123456789');
  });
});

describe('a reply as the server writes it', () => {
  const reply = (asking: Asking, octets: object) =>
    respondWithOctets(contextOf(asking), {
      shape: 'octets',
      name: 'a',
      body: new TestBody('a text\n'),
      ...octets,
    } as never);

  test('has the type that its name and its first octets say, or its own', async () => {
    const response = await reply({}, {});
    expect(await response.text()).toBe('a text\n');
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/);
    expect(response.headers.get('Vary')).toBe('Accept');
    expect((await reply({}, { mediaType: 'a/b' })).headers.get('Content-Type')).toBe('a/b');
  });

  test('is closed for HEAD, and may have no octets', async () => {
    const body = new TestBody('a text\n');
    expect(await (await reply({ method: 'HEAD' }, { body })).text()).toBe('');
    expect(body.closed).toBe(true);
    const empty = await reply({}, { body: null, freshFor: 9 });
    expect([await empty.text(), empty.headers.get('Cache-Control')]).toEqual(['', 'public, max-age=9']);
  });

  test('may be kept, after which it is checked where a login may change it', async () => {
    const { headers } = await reply({ link: 'ftp://h.example/' }, { freshFor: 9 });
    expect([headers.get('Cache-Control'), headers.get('CDN-Cache-Control')]).toEqual(['no-cache', 'public, max-age=9']);
    expect(headers.get('Vary')).toBe('Accept, Authorization');
  });
});
