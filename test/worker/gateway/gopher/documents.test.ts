/** Texts, charsets, files and mail messages: their octets, media types, names and headers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Document, documents, octetsOf } from '../../../servers/content/documents.ts';
import { difficultNames } from '../../../servers/content/names.ts';
import { generated, whole } from '../../../servers/source.ts';
import { fetchAsIs } from '../as-is.ts';
import { type Fixture, latin1, startFixture } from './worker.ts';

type Name = 'rfc1436' | 'umn' | 'bare';

let fixture: Fixture<Name>;

beforeAll(async () => {
  fixture = await startFixture({ rfc1436: {}, umn: { dialect: 'umn' }, bare: { dialect: 'bare' } });
});

afterAll(() => fixture?.close());

const get = (path: string, init?: RequestInit, server: Name = 'rfc1436') =>
  fixture.worker.fetch(fixture.at(server, path), init);

/** Octets as a percent-encoded path. */
const escaped = (octets: string): string =>
  Array.from(octets, (octet) =>
    /[\w.~/-]/.test(octet) ? octet : `%${octet.charCodeAt(0).toString(16).padStart(2, '0')}`,
  ).join('');

describe('a text', () => {
  test.each(['rfc1436', 'umn', 'bare'] as const)('has the periods of the file, from a server like %s', async (name) => {
    const response = await get('/0/charsets/dots.txt?format=raw', {}, name);
    const text = latin1(await response.arrayBuffer()).replaceAll('\r\n', '\n');
    const file = octetsOf(documents.dots);
    // The file ends with a period alone. Without an added one, it looks like the end of the reply.
    expect(text).toBe(name === 'bare' ? file.replace(/\.\n$/, '') : file);
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('Content-Disposition')).toBe('inline; filename="dots.txt"');
  });

  test('that is too long for a page has several, and its octets are streamed', async () => {
    const raw = await get('/0/large/3MB.bin?format=raw');
    expect(raw.headers.get('Content-Type')).toMatch(/^text\/plain/);
    expect(latin1(await raw.arrayBuffer())).toBe(whole(generated(3_000_000)).toString('latin1'));
    const json = await get('/0/large/3MB.bin?format=json');
    expect(await json.json()).toMatchObject({
      kind: 'file',
      mediaType: 'text/plain',
      links: { raw: expect.stringMatching(/\/0\/large\/3MB\.bin\?format=raw$/) },
    });
  });
});

describe('the charset of a text', () => {
  const texts: readonly (readonly [document: Document, charset: string, label: string, word: string])[] = [
    [documents.languages, 'utf-8', 'utf-8', '日本語        扉は開いています。'],
    [documents.letter, 'windows-1252', 'windows-1252', 'Þetta er allt og sumt. ½ + ¼ = ¾, ±5 °C'],
    [documents.prices, 'windows-1252', 'windows-1252', 'one per day … subscription only'],
    [documents.poster, 'cp437', 'IBM437', '│ Größe: 3 MB  │'],
  ];

  test.each(texts.map(([document, ...rest]) => [document.name, document, ...rest] as const))(
    'of %s is recognised',
    async (name, document, charset, label, word) => {
      const json = await get(`/0/charsets/${name}?format=json`);
      expect(await json.json()).toMatchObject({ charset, text: expect.stringContaining(word) });
      const raw = await get(`/0/charsets/${name}?format=raw`);
      expect(raw.headers.get('Content-Type')).toBe(`text/plain; charset=${label}`);
      expect(latin1(await raw.arrayBuffer()).replaceAll('\r\n', '\n')).toBe(octetsOf(document));
    },
  );

  test('can be chosen', async () => {
    const response = await get('/0/charsets/letter.txt?charset=IBM437&format=json');
    expect(await response.json()).toMatchObject({ charset: 'cp437', text: expect.stringContaining('K÷ln') });
    const html = await (await get('/0/charsets/letter.txt?charset=cp437')).text();
    expect(html).toContain('Decoded as CP437 (PC)');
    expect(html).toContain('?charset=koi8-r');
  });
});

describe('names', () => {
  test.each(difficultNames.map(({ name, difficulty }) => [difficulty, name] as const))(
    '%s',
    async (difficulty, name) => {
      fixture.takeRequests('rfc1436');
      const fetched = await fetchAsIs(
        fixture.worker.origin + fixture.at('rfc1436', `/0/names/${escaped(name)}?format=raw`),
      );
      const result = fetched.status === 200 ? fetched : await opened(`/0/names/${escaped(name)}`);
      expect([result.end, result.status, result.body.toString()]).toEqual(['whole', 200, `${difficulty}\r\n`]);
      expect(fixture.takeRequests('rfc1436').at(-1)).toBe(`/names/${name}\r\n`);
    },
  );

  // Clients and proxies would change these paths, so the links go into a parameter.
  test.each(['/0/names/a/../b', '/0//names//doubled', '/00/names/type'])('%s opens at /open', async (path) => {
    const { status, body } = await opened(path);
    expect([status, body.toString()]).toEqual([200, expect.stringContaining('The selector is')]);
  });

  function opened(path: string) {
    const link = `gopher://localhost:${fixture.servers.rfc1436.port}${path}`;
    return fetchAsIs(`${fixture.worker.origin}/open?format=raw&url=${encodeURIComponent(link)}`);
  }

  test('of files are safe in a header', async () => {
    const names = {
      'na%C3%AFve%20caf%C3%A9.txt': `inline; filename="na_ve caf_.txt"; filename*=UTF-8''na%C3%AFve%20caf%C3%A9.txt`,
      '%22%3E%3Cscript%3Ealert(1)%3C': expect.not.stringMatching(/"[^;]*"[^;]*"/),
    };
    for (const [name, disposition] of Object.entries(names)) {
      const link = `gopher://localhost:${fixture.servers.rfc1436.port}/0/names/${name}`;
      const response = await fixture.worker.fetch(`/open?format=raw&url=${encodeURIComponent(link)}`);
      expect([response.status, response.headers.get('Content-Disposition')]).toEqual([200, disposition]);
    }
  });
});

describe('files', () => {
  const SANDBOX = 'sandbox allow-downloads';
  const ACTIVE = "sandbox allow-downloads; default-src 'none'; style-src 'unsafe-inline'; img-src data:";
  const files: readonly (readonly [path: string, document: Document, type: string, way: string, policy?: string])[] = [
    ['/g/gallery/post.gif', documents.gif, 'image/gif', 'inline'],
    ['/I/gallery/lamp.gif', documents.blinking, 'image/gif', 'inline'],
    ['/p/gallery/post.png', documents.png, 'image/png', 'inline'],
    ['/:/gallery/post.xbm', documents.bitmap, 'image/x-xbitmap', 'attachment'],
    ['/s/gallery/telephone.wav', documents.wav, 'audio/wav', 'inline'],
    ['/%3C/gallery/telephone.au', documents.au, 'audio/basic', 'inline'],
    ['/;/gallery/radar.avi', documents.film, 'video/x-msvideo', 'inline'],
    ['/4/gallery/welcome.hqx', documents.binHex, 'application/mac-binhex40', 'attachment'],
    ['/5/gallery/museum.zip', documents.zip, 'application/zip', 'attachment'],
    ['/6/gallery/post.uue?format=raw', documents.uuencode, 'text/x-uuencode', 'attachment'],
    ['/6/gallery/post.uue', { ...documents.gif, name: 'post.gif' }, 'image/gif', 'inline'],
    ['/;/gallery/radar.webm', documents.movie, 'video/webm', 'inline'],
    ['/P/gallery/leaflet.pdf', documents.pdf, 'application/pdf', 'inline'],
    ['/d/gallery/leaflet.pdf', documents.pdf, 'application/pdf', 'inline'],
    ['/r/gallery/note.rtf', documents.rtf, 'application/rtf', 'attachment'],
    ['/c/gallery/opening.ics', documents.calendar, 'text/calendar', 'attachment'],
    ['/h/gallery/page.html', documents.html, 'text/html; charset=utf-8', 'inline', ACTIVE],
    ['/h/horrors/trap.html', documents.trap, 'text/html; charset=utf-8', 'inline', ACTIVE],
    ['/9/large/3MB.bin', documents.heavy, 'application/octet-stream', 'attachment'],
  ];

  test.each(files.map((file) => [file[0], file] as const))(
    '%s',
    async (path, [, document, type, way, policy = SANDBOX]) => {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': type,
        'content-disposition': `${way}; filename="${document.name}"`,
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'accept-ranges': /^(?:audio|video)\//.test(type) ? 'bytes' : 'none',
        'cache-control': 'public, max-age=3600, no-transform',
      });
      expect(latin1(await response.arrayBuffer())).toBe(octetsOf(document));
    },
  );
});

describe('other texts', () => {
  test('the URLs of a text are links', async () => {
    const html = await (await get('/0/about/links.txt')).text();
    const [, text = ''] = /<pre class="text"(.*?)<\/pre>/s.exec(html) ?? [];
    expect(text.match(/<a /g)).toHaveLength(7);
  });
});
