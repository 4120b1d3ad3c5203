/** Articles: by message-id and number, in every MIME type of the test server; their parts, views, links and caching. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { documents, octetsOf } from '../../../servers/content/documents.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import { startNntp } from '../../../servers/nntp.ts';
import { whole } from '../../../servers/source.ts';
import type { RunningWorker } from '../../harness.ts';
import { at, commandsTo, html, type Json, json, startGateway, wordsOf } from './worker.ts';

let server: RunningServer;
let worker: RunningWorker;

beforeAll(async () => {
  server = await startNntp({ many: 10 });
  worker = await startGateway([server], { NEWS_SERVER: `localhost:${server.port}` });
});

afterAll(async () => {
  await worker?.close();
  await server?.close();
});

beforeEach(() => {
  server.log.length = 0;
});

const textOf = ({ text }: Json): string => text.map((block: Json) => block.text).join('\n\n');

describe('one article', () => {
  test('by its message-id', async () => {
    const article = await json(worker, '/news/~/veronica.3@museum.test');
    expect(article).toMatchObject({
      kind: 'article',
      canonical: 'news:veronica.3@museum.test',
      open: `${worker.origin}/news/~/veronica.3@museum.test`,
      messageId: 'veronica.3@museum.test',
      number: null,
      subject: 'Re: Who remembers Veronica?',
      from: [{ name: 'Jürgen Weiß', address: 'jw@museum.test' }],
      date: '1993-11-16T08:12:00.000Z',
      newsgroups: [
        { name: 'museum.history', url: 'news:museum.history', open: `${worker.origin}/news/~/museum.history` },
      ],
      crossPosts: [{ group: 'museum.history', number: 6, url: 'nntp:museum.history/6' }],
      complete: true,
      noArchive: false,
    });
    expect(article.references.map(({ url }: Json) => url)).toEqual([
      'news:veronica.1@museum.test',
      'news:veronica.2@museum.test',
    ]);
  });

  test('by its number; and by either on a server that the link names', async () => {
    const byNumber = await json(worker, at(server, 'nntp', 'museum.history/6'));
    expect(byNumber).toMatchObject({ number: 6, messageId: 'veronica.3@museum.test' });
    expect([byNumber.previous.number, byNumber.next.number]).toEqual([5, 9]);
    expect(byNumber.canonical).toBe(`nntp://localhost:${server.port}/museum.history/6`);
    const byId = await json(worker, at(server, 'news', 'veronica.3@museum.test'));
    expect(textOf(byId)).toBe(textOf(byNumber));
    expect(byId.references[0].open).toBe(`${worker.origin}${at(server, 'news', 'veronica.1@museum.test')}`);
    // Without a server, as in links of 1994.
    expect(await json(worker, '/nntp/~/museum.history/6')).toMatchObject({
      ...{ canonical: 'nntp:museum.history/6', number: 6 },
    });
  });

  test('a mid link opens the same article (RFC 2392)', async () => {
    const article = await json(worker, `/open?url=${encodeURIComponent('mid:veronica.3@museum.test')}`);
    expect(article).toMatchObject({ canonical: 'mid:veronica.3@museum.test', subject: 'Re: Who remembers Veronica?' });
  });
});

describe('headers and texts', () => {
  test.each([
    [
      'encoded words (RFC 2047)',
      'words.1',
      {
        subject: 'Encoded words: €, äöü 日本語 and plain ones',
        from: [{ name: 'Åsa Öö', address: 'asa@museum.test' }],
      },
      'before “and” one that must.',
    ],
    [
      'raw ISO 8859-1, declared for the body',
      'raw-latin.1',
      { subject: 'Rohe Umlaute in den Köpfen (äöüß)', from: [{ name: 'Jürgen Weiß', address: 'jw@museum.test' }] },
      'üblich war es trotzdem.',
    ],
    [
      'raw UTF-8 without a declared charset',
      'raw-utf8.1',
      { subject: 'Raw UTF-8 in a header: größer als zuvor' },
      'größer, déjà, naïve.',
    ],
    [
      'dots at the beginning of lines',
      'dots.1',
      { subject: '. : .. ... dots' },
      '.a line with a dot in front\n..a line with two\n.\nthe line above is a dot and nothing else\n...\n.',
    ],
    ['only the required headers', 'bare.1', {}, ''],
  ])('%s', async (_, id, expected, words) => {
    const article = await json(worker, `/news/~/${id}@museum.test`);
    expect(article).toMatchObject(expected);
    expect(textOf(article)).toContain(words);
  });

  test('base64', async () => {
    const article = await json(worker, '/news/~/base64.1@museum.test');
    expect(textOf(article)).toContain(whole(documents.motto.source).toString('utf8').trim().split('\n')[0]);
  });

  test('a charset of the visitor’s choice', async () => {
    const article = await json(worker, '/news/~/raw-latin.1@museum.test?charset=iso-8859-5');
    expect(article.subject).toBe('Rohe Umlaute in den Kіpfen (фіќп)'.normalize());
  });

  test('a uuencoded file is decoded', async () => {
    const article = await json(worker, '/news/~/uuencoded.1@museum.test');
    const [{ open, ...file }, ...others] = article.encodedFiles;
    const size = octetsOf(documents.gif).length;
    expect([article.encoded, file, others]).toEqual([
      'uuencode',
      { encoding: 'uuencode', name: 'post.gif', size, complete: true },
      [],
    ]);
    for (const address of [open.slice(worker.origin.length), '/open?url=news:uuencoded.1@museum.test&part=encoded-1']) {
      const response = await worker.fetch(address);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/gif',
        'content-disposition': 'inline; filename="post.gif"',
        'content-security-policy': 'sandbox allow-downloads',
      });
      expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toBe(octetsOf(documents.gif));
    }
    expect((await worker.fetch('/news/~/uuencoded.1@museum.test/part/encoded-2')).status).toBe(404);
    const { text } = await html(worker, '/news/~/uuencoded.1@museum.test');
    expect(text).toContain('src="/news/~/uuencoded.1@museum.test/part/encoded-1"');
  });

  test('a message in a message', async () => {
    const { parts, text } = await json(worker, '/news/~/nested.1@museum.test');
    expect(text).toEqual([{ kind: 'text', depth: 0, text: 'See below.' }]);
    expect(parts).toMatchObject([
      { number: 1, type: 'text/plain', role: 'text' },
      { number: 2, type: 'message/rfc822', role: 'attachment' },
    ]);
    const part = await worker.fetch('/news/~/nested.1@museum.test/part/2');
    expect(part.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    expect(await part.text()).toContain('I am inside.');
  });

  test('markup in a header and in the text is text', async () => {
    const id = 'markup/%41&b@museum.test';
    const { response, text } = await html(worker, `/news/~/${encodeURIComponent(id)}`);
    expect(response.status).toBe(200);
    expect(text).not.toMatch(/<script|<img(?! class="share-code")/);
    expect(text).toContain('&lt;script>alert(2)&lt;/script>');
    expect(wordsOf(text)).toContain('<img src=x onerror=alert(1)> &amp; "quotes"');
    expect(text).not.toMatch(/href="javascript:/i);
    expect(commandsTo(server)).toContain(`ARTICLE <${id}>`);
  });
});

describe('parts', () => {
  test('an attachment: its octets, under its file name without directories', async () => {
    const { parts } = await json(worker, '/news/~/attachment.1@museum.test');
    expect(parts.map(({ number, type, name, role }: Json) => [number, type, name, role])).toEqual([
      [1, 'text/plain', null, 'text'],
      [2, 'application/pdf', 'leaflet.pdf', 'attachment'],
      [3, 'text/plain', '../../naïve "quoted".txt', 'attachment'],
    ]);
    expect(parts[1].open).toBe(`${worker.origin}/news/~/attachment.1@museum.test/part/2`);

    const pdf = await worker.fetch('/news/~/attachment.1@museum.test/part/2');
    expect(pdf.headers.get('Content-Type')).toBe('application/pdf');
    expect(pdf.headers.get('Content-Security-Policy')).toBe('sandbox allow-downloads');
    expect(Buffer.from(await pdf.arrayBuffer())).toEqual(whole(documents.pdf.source));

    const named = await worker.fetch('/news/~/attachment.1@museum.test/part/3');
    expect(named.headers.get('Content-Disposition')).toBe(
      `inline; filename="....na_ve quoted.txt"; filename*=UTF-8''....na%C3%AFve%20quoted.txt`,
    );
  });

  test('a part by its number in a group, as HEAD, as a parameter', async () => {
    const length = String(whole(documents.pdf.source).length);
    for (const path of [at(server, 'nntp', 'museum.curiosities/6/part/2'), '/news/~/attachment.1@museum.test?part=2']) {
      const head = await worker.fetch(path, { method: 'HEAD' });
      expect([head.status, head.headers.get('Content-Length')], path).toEqual([200, length]);
    }
  });

  test('an HTML part is sandboxed, loads nothing from other servers, and comes after the text', async () => {
    const { text } = await html(worker, '/news/~/alternative.1@museum.test');
    expect(wordsOf(text)).toContain('The plain part. It should be shown first.');
    expect(text).not.toMatch(/<iframe|tracker/);
    expect(text).toContain('href="/news/~/alternative.1@museum.test/part/2"');

    const framed = await worker.fetch('/news/~/alternative.1@museum.test/part/2?view=framed');
    expect(framed.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(framed.headers.get('Content-Security-Policy')).toBe(
      "sandbox allow-top-navigation-by-user-activation allow-downloads; default-src 'none'; style-src 'unsafe-inline'; " +
        `img-src data: ${worker.origin}/news/~/alternative.1@museum.test/part/; form-action 'none'; ` +
        "frame-ancestors 'self'",
    );
    const markup = await framed.text();
    expect(markup).toContain('The <b>HTML</b> part —');
    expect(markup).not.toMatch(/tracker|script|onclick/);

    const raw = await worker.fetch('/news/~/alternative.1@museum.test/part/2');
    expect(raw.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(raw.headers.get('Content-Security-Policy')).toBe(
      "sandbox allow-downloads; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    );
    expect(await raw.text()).toContain('<script>');
  });

  test('pictures of a page are parts of the same article (RFC 2392)', async () => {
    const { response, text } = await html(worker, '/news/~/inline.1@museum.test');
    expect(text).toMatch(/<iframe [^>]*\bsandbox\b[^>]* src="[^"]*\/part\/1\?view=framed"/);
    expect(response.headers.get('Content-Security-Policy')).toContain("frame-src 'self'");
    const page = await (await worker.fetch('/news/~/inline.1@museum.test/part/1?view=framed')).text();
    const [, source = ''] = /<img [^>]*src="([^"]+)"/.exec(page) ?? [];
    expect(source).toBe(`${worker.origin}/news/~/inline.1@museum.test/part/2?format=raw`);
    const gif = await worker.fetch(source.slice(worker.origin.length));
    expect(gif.headers.get('Content-Type')).toBe('image/gif');
    expect(gif.headers.get('Link')).toBe('<mid:inline.1@museum.test/post@inline.museum.test>; rel="canonical"');
    expect(Buffer.from(await gif.arrayBuffer())).toEqual(whole(documents.gif.source));
  });

  test('mid:<message-id>/<content-id> opens the part', async () => {
    const url = 'mid:inline.1@museum.test/post@inline.museum.test';
    const gif = await worker.fetch(`/open?url=${encodeURIComponent(url)}`);
    expect(gif.headers.get('Content-Type')).toBe('image/gif');
    expect(Buffer.from(await gif.arrayBuffer())).toEqual(whole(documents.gif.source));
  });
});

describe('views and caching', () => {
  test('raw: the octets of the server without dot-stuffing', async () => {
    const response = await worker.fetch('/news/~/dots.1@museum.test?format=raw');
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    const [, body] = (await response.text()).split('\r\n\r\n');
    expect(body).toBe(
      '.a line with a dot in front\r\n..a line with two\r\n.\r\nthe line above is a dot and nothing else\r\n...\r\n.\r\n',
    );
  });

  test('raw octets that are not UTF-8 stay unchanged', async () => {
    const response = await worker.fetch('/news/~/raw-latin.1@museum.test?format=raw');
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=windows-1252');
    expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toContain('Köpfen (äöüß)');
  });

  test('an article never changes: its tag is its message-id, and a repeated request needs no server', async () => {
    const path = '/news/~/words.1@museum.test?format=json';
    const first = await worker.fetch(path);
    const tag = first.headers.get('ETag') ?? '';
    expect(tag).toMatch(/^"words\.1@museum\.test\/\w+"$/);
    expect(first.headers.get('Cache-Control')).toBe('public, max-age=86400');
    await first.text();
    server.log.length = 0;
    const again = await worker.fetch(path, { headers: { 'If-None-Match': tag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(server.log).toEqual([]);
    const other = await worker.fetch('/news/~/words.1@museum.test?format=raw', { headers: { 'If-None-Match': tag } });
    expect(other.status).toBe(200);
    await other.text();
  });
});
