/** The WAIS gateway: databases, searches, documents of every type, ranges, diagnostics, and what hostile servers do. */
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import type { RunningServer } from '../../../servers/listener.ts';
import { startWais } from '../../../servers/wais.ts';
import type { RunningWorker } from '../../harness.ts';
import { html, type Json, json, wordsOf } from '../news/worker.ts';
import { startGateway } from '../worker.ts';

let server: RunningServer;
let worker: RunningWorker;

beforeAll(async () => {
  server = await startWais();
  worker = await startGateway([server]);
});

afterAll(async () => {
  await worker?.close();
  await server?.close();
});

afterEach(async () => {
  await server.faults.set(null);
});

const at = (path: string): string => `/wais/localhost:${server.port}/${path}`;
const open = (path: string): string => `/open?url=${encodeURIComponent(`wais://localhost:${server.port}/${path}`)}`;
const search = (words: string): Promise<Json> => json(worker, open(`history?${encodeURIComponent(words)}`));

/** The path and query of an address of the Worker. */
function pathOf(address: string): string {
  const { pathname, search: query } = new URL(address);
  return pathname + query;
}

/** The documents that a search finds; `null` = it was not asked yet. */
let hits: readonly Json[] | null = null;

/** The path of the document whose headline begins with a text. */
async function documentAt(headline: string, type?: string): Promise<string> {
  hits ??= (await search('wais')).hits as Json[];
  const hit = hits.find((one: Json) => one.headline.startsWith(headline));
  return pathOf(hit.types.find((one: Json) => type === undefined || one.type === type).open);
}

describe('databases', () => {
  test('a form, and under it what the database says of itself', async () => {
    const { response, text } = await html(worker, at('history'));
    expect(response.status).toBe(200);
    expect(wordsOf(text)).toContain('The history of the Internet before the Web, in documents of every type.');
    expect(text).toContain(`<form class="search" method="get" action="${at('history')}">`);
    expect(wordsOf(text)).toContain('All of its documents');
    // The description is not one of the documents.
    expect(wordsOf(text)).not.toContain('1 document');
    expect(text).not.toContain('<table class="hits">');
    expect(await json(worker, at('history'))).toMatchObject({
      kind: 'search',
      search: null,
      description: { host: 'localhost', port: server.port, database: 'history', maintainer: 'curator@museum.test' },
    });
  });

  test('a submitted form leads to the link of its search', async () => {
    const response = await worker.fetch(`${at('history')}?search=gopher+wais`, { redirect: 'manual' });
    expect([response.status, response.headers.get('Location')]).toEqual([303, open('history?gopher%20wais')]);
  });

  test.each(['gopher', 'gopher+wais', 'b%C3%BCcher'])(
    '?%s, as ISINDEX sends it, leads to the search',
    async (words) => {
      const response = await worker.fetch(`${at('history')}?${words}`, { redirect: 'manual' });
      expect([response.status, response.headers.get('Location')]).toEqual([
        301,
        `${at('history')}?search=${encodeURIComponent(decodeURIComponent(words.replace('+', ' ')))}`,
      ]);
    },
  );

  test('a server lists its databases', async () => {
    const { hits } = await json(worker, at(''));
    expect(hits.map(({ headline }: Json) => headline)).toEqual([
      'Information on database: history',
      'Information on database: directory-of-servers',
      'Information on database: diagnostics',
    ]);
  });
});

describe('searches', () => {
  test('hits with score, size, date and types, each with the id of the server', async () => {
    const { hits, catalogue } = await search('wais');
    expect(catalogue).toBeNull();
    expect(hits[0]).toMatchObject({ headline: 'wais.txt: The history of WAIS', score: 1000, date: '1994-11-16' });
    expect(hits[0].types.map(({ type }: Json) => type)).toEqual(['TEXT', 'PS']);
    expect(hits[0].types[0].url).toMatch(/^wais:\/\/localhost:\d+\/history\/TEXT\/1=museum%3A210;2=.*;7=%00;$/);
  });

  test('a plus sign in a link is a blank, and an escaped one is not', async () => {
    const headlines = async (words: string): Promise<string[]> =>
      (await json(worker, open(`history?${words}`))).hits.map(({ headline }: Json) => headline);
    const both = await headlines('gopher%20wais');
    expect(both).not.toEqual([]);
    expect(await headlines('gopher+wais')).toEqual(both);
    expect((await json(worker, open('history?gopher%2Bwais'))).search).toBe('gopher+wais');
  });

  test('a document of the type URL is the link in its headline', async () => {
    const { text } = await html(worker, open('history?servers'));
    const [, href = ''] = /<a href="([^"]*directory-of-servers)" rel="/.exec(text) ?? [];
    const opened = await html(worker, href);
    expect([opened.response.status, wordsOf(opened.text)]).toEqual([200, expect.stringContaining('other servers')]);
  });
});

describe('documents', () => {
  test('a text, with the words of the search marked and without the marks of the protocol', async () => {
    const { text } = await html(worker, await documentAt('wais.txt', 'TEXT'));
    expect(text).toContain('The <mark>WAIS</mark> protocol was created');
    expect(text).toContain('Jörg</mark> remembers');
    expect(text).not.toContain('\x1b');
    expect(wordsOf(text)).toContain('Decoded as Latin-1.');
  });

  test('HTML comes under the sandbox', async () => {
    const response = await worker.fetch(await documentAt('gopher.html'));
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('Content-Security-Policy')).toMatch(/^sandbox/);
    expect(await response.text()).toContain('<script>');
  });

  it.each([
    ['A picture', 'image/gif', /^inline/],
    ['wais.txt', 'application/postscript', /^attachment/],
  ])('%s is a file of the type %s', async (headline, type, disposition) => {
    const link = await documentAt(headline, type.includes('postscript') ? 'PS' : undefined);
    const response = await worker.fetch(link);
    expect(response.headers.get('Content-Type')).toBe(type);
    expect(response.headers.get('Content-Disposition')).toMatch(disposition);
    await response.arrayBuffer();
  });

  test('HTML in its frame is whole, also for a range', async () => {
    const path = `${await documentAt('gopher.html')}?view=framed`;
    const ofRange = await worker.fetch(path, { headers: { Range: 'bytes=5-' } });
    expect([ofRange.status, await ofRange.text()]).toEqual([200, await (await worker.fetch(path)).text()]);
  });

  test('the length of a document is in the address that opens it, so that it has ranges', async () => {
    const { hits } = await search('picture wais');
    const { types } = hits.find((hit: Json) => hit.headline === 'A picture of WAIS');
    const path = pathOf(types[0].open);
    expect(types[0].url).toContain('/GIF/1=');
    expect(path).toMatch(/\/GIF\/\d+\/1=/);
    const whole = new Uint8Array(await (await worker.fetch(path)).arrayBuffer());
    const part = await worker.fetch(path, { headers: { Range: 'bytes=6-' } });
    expect([part.status, part.headers.get('Content-Range')]).toEqual([
      206,
      `bytes 6-${whole.length - 1}/${whole.length}`,
    ]);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(whole.subarray(6));
  });

  test('a short document takes one request, and a long one no part twice', async () => {
    const requestsFor = async (headline: string): Promise<string[]> => {
      const path = await documentAt(headline);
      server.log.length = 0;
      await (await worker.fetch(`${path}${path.includes('?') ? '&' : '?'}format=raw`)).arrayBuffer();
      const sent = server.log.map(({ octets }) => octets.toString('latin1')).join('');
      return [...sent.matchAll(/wb ro ig ig ig ig-[\s\S](\d+)/g)].map(([, from = '']) => from);
    };
    expect(await requestsFor('wais.txt')).toEqual(['0']);
    expect((await requestsFor('long.txt')).slice(0, 4)).toEqual(['0', '95904', '191808', '287712']);
  });

  test('an empty document is empty, and not missing', async () => {
    const { response, text } = await html(worker, await documentAt('empty.txt'));
    expect([response.status, wordsOf(text)]).toEqual([200, expect.stringContaining('The document is empty.')]);
  });

  test('the octets of a text that is too long for a page come whole, and from one session', async () => {
    const path = await documentAt('huge.txt');
    server.log.length = 0;
    const response = await worker.fetch(`${path}${path.includes('?') ? '&' : '?'}format=raw`);
    const connections = server.log.length;
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe('At length, WAIS.\n'.repeat(150_000));
    expect(connections).toBe(1);
  });

  test('the charset that the visitor chooses holds for pages, JSON, texts and HTML', async () => {
    const link = await documentAt('wais.txt');
    const chosen = (path: string, format: string): string =>
      `${path}${path.includes('?') ? '&' : '?'}charset=koi8-r${format}`;
    const { text } = await html(worker, chosen(link, ''));
    expect(text).toContain('JЖrg');
    for (const format of ['json', 'raw']) expect(text).toContain(`charset=koi8-r&amp;format=${format}`);
    expect(await json(worker, chosen(link, '&format=json'))).toMatchObject({ charset: 'koi8-r' });
    const types = [chosen(link, '&format=raw'), chosen(await documentAt('gopher.html'), '')];
    for (const path of types)
      expect((await worker.fetch(path)).headers.get('Content-Type')).toMatch(/^text\/(plain|html); charset=koi8-r$/);
  });

  test('a description is a list of databases', async () => {
    const { hits } = await json(worker, open('directory-of-servers?list'));
    const { text } = await html(worker, pathOf(hits[0].types[0].open));
    expect(text).toContain(`<a href="${at('history')}">history at localhost</a>`);
  });

  test.each([100_000, 6000, 4097])('a long document is whole with records of %i octets', async (largestRecord) => {
    const small = await startWais({ largestRecord });
    const other = await startGateway([small]);
    const { hits } = await json(
      other,
      `/open?url=${encodeURIComponent(`wais://localhost:${small.port}/history?long`)}`,
    );
    const url = new URL(hits[0].types[0].open);
    url.searchParams.set('format', 'raw');
    const text = await (await other.fetch(url.pathname + url.search)).text();
    expect(text).toBe('All about WAIS.\n'.repeat(20_000));
    await other.close();
    await small.close();
  });

  test('a link with the length of Lynx has ranges', async () => {
    const { hits } = await search('long');
    const url: string = hits[0].types[0].url;
    const [, wpath = ''] = url.split('/TEXT/');
    const link = `${at('history')}/TEXT/320000/${wpath}?format=raw`;
    const part = await worker.fetch(link, { headers: { Range: 'bytes=16-31' } });
    expect([part.status, part.headers.get('Content-Range'), await part.text()]).toEqual([
      206,
      'bytes 16-31/320000',
      'All about WAIS.\n',
    ]);
    expect((await worker.fetch(link, { headers: { Range: 'bytes=320000-' } })).status).toBe(416);
    const whole = await worker.fetch(`${at('history')}/TEXT/${wpath}?format=raw`, { headers: { Range: 'bytes=0-3' } });
    expect([whole.status, (await whole.arrayBuffer()).byteLength]).toEqual([200, 320_000]);
  });
});

describe('refusals', () => {
  it.each(['%0D%0A', '%0D', '%0A', '%00'])('words with %s are never sent', async (octets) => {
    server.log.length = 0;
    const response = await worker.fetch(open(`history?tea${octets}cake`), { headers: { Accept: 'application/json' } });
    expect([response.status, server.log.length]).toEqual([400, 0]);
  });

  it.each([
    ['history%2540elsewhere', 'history%40elsewhere'],
    ['a%250d%250ab', 'a%0d%0ab'],
    ['%C4%8A%E5%98%8A', '\xc4\x8a\xe5\x98\x8a'],
  ])('the database %s is sent as it is written', async (path, octets) => {
    server.log.length = 0;
    expect((await worker.fetch(open(path))).status).toBe(404);
    expect(server.log[0]?.octets.toString('latin1')).toContain(octets);
  });

  test('a document id has any octets, each behind its length', async () => {
    server.log.length = 0;
    await worker.fetch(open('history/TEXT/1=%0D%0A%00;'));
    expect(server.log[0]?.octets.includes(Buffer.from('01030d0a00', 'hex'))).toBe(true);
  });

  test('a database that is not there is a 404, without the path that the server tells', async () => {
    const { response, text } = await html(worker, at('secret'));
    expect(response.status).toBe(404);
    expect(text).not.toContain('/museum/wais');
  });

  it.each([
    ['history%40elsewhere', 'a database by which the server connects elsewhere'],
    ['a%1Fb', 'two databases'],
    ['history/TEXT/none', 'an id that is not a list'],
    ...['%0D%0A', '%0D', '%0A', '%00', '%09', '%7F'].flatMap((octets) => [
      [`hist${octets}ory`, `a database with ${octets}`],
      [`history/TE${octets}XT/1=a;`, `a type with ${octets}`],
    ]),
  ])('%s: %s is never sent', async (path) => {
    server.log.length = 0;
    const response = await worker.fetch(at(path), { headers: { Accept: 'application/json' } });
    expect([response.status, server.log.length]).toEqual([400, 0]);
  });
});
