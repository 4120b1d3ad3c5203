/** The WAIS gateway: databases, searches, documents of every type, ranges, diagnostics, and what hostile servers do. */
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { listen, type RunningServer } from '../../../servers/listener.ts';
import { startWais } from '../../../servers/wais.ts';
import type { RunningWorker } from '../../harness.ts';
import { html, type Json, json, wordsOf } from '../news/worker.ts';
import { HASTY, startGateway } from '../worker.ts';

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

/** The path of the document whose headline begins with a text. */
async function documentAt(headline: string, type?: string): Promise<string> {
  const { hits } = await search('wais');
  const hit = hits.find((one: Json) => one.headline.startsWith(headline));
  return pathOf(hit.types.find((one: Json) => type === undefined || one.type === type).open);
}

describe('databases', () => {
  test('a form, and under it what the database says of itself', async () => {
    const { response, text } = await html(worker, at('history'));
    expect(response.status).toBe(200);
    expect(wordsOf(text)).toContain('The history of the Internet before the Web, in documents of every type.');
    expect(text).toContain(`<form class="search" method="get" action="${at('history')}">`);
    expect(wordsOf(text)).toContain('Every document that it has');
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

  test('a server lists its databases', async () => {
    const { hits } = await json(worker, at(''));
    expect(hits.map(({ headline }: Json) => headline)).toEqual([
      'Information on database: history',
      'Information on database: directory-of-servers',
    ]);
  });

  test('a server that lists none is not at fault', async () => {
    const silent = await listen('wais', {}, async (conversation) => {
      await conversation.exactly(25);
      await conversation.reply('0000000004z2wais        0\x00\x02\x15\x01');
      await conversation.exactly(25);
      await conversation.reply(`0000000018z2wais        0\x00\x0e\x17\x01${'\x00'.repeat(9)}\x1b\x01\x00\x63\x00`);
    });
    const other = await startGateway([silent]);
    const { response, text } = await html(other, `/wais/localhost:${silent.port}/`);
    expect([response.status, wordsOf(text)]).toEqual([200, expect.stringContaining('does not list its databases')]);
    await other.close();
    await silent.close();
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

  test('a document of the type URL is the link in its headline', async () => {
    const { text } = await html(worker, open('history?gopher'));
    expect(text).toContain('<a href="/gopher/localhost/1/wais" rel="');
  });

  test('the catalogue that stands for no hit is not a hit', async () => {
    const nothing = await search('nothing-like-this');
    expect(nothing.hits).toEqual([]);
    expect(nothing.catalogue.headline).toContain('Search produced no result');
    const { text } = await html(worker, open('history?nothing-like-this'));
    expect(wordsOf(text)).toContain('The search found nothing.');
    expect(wordsOf(text)).toContain('The catalogue of this database');
  });
});

describe('documents', () => {
  test('a text, with the words of the search marked and without the marks of the protocol', async () => {
    const { text } = await html(worker, await documentAt('wais.txt', 'TEXT'));
    expect(text).toContain('The <mark>WAIS</mark> protocol was created');
    expect(text).toContain('Jörg remembers');
    expect(text).not.toContain('\x1b');
    expect(wordsOf(text)).toContain('Read as Latin-1.');
  });

  test('HTML comes under the sandbox', async () => {
    const response = await worker.fetch(await documentAt('gopher.html'));
    expect(response.headers.get('Content-Type')).toBe('text/html');
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

  test('a message, with its sender', async () => {
    const { text } = await html(worker, await documentAt('A letter'));
    expect(wordsOf(text)).toContain('From Brewster');
    expect(wordsOf(text)).toContain('Hello.');
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
  test('a database that is not there is a 404, without the path that the server tells', async () => {
    const { response, text } = await html(worker, at('secret'));
    expect(response.status).toBe(404);
    expect(text).not.toContain('/museum/wais');
  });

  it.each([
    ['history%40elsewhere', 'a database by which the server connects elsewhere'],
    ['a%1Fb', 'two databases'],
    ['history/TEXT/none', 'an id that is not a list'],
  ])('%s: %s is never sent', async (path) => {
    server.log.length = 0;
    const response = await worker.fetch(at(path), { headers: { Accept: 'application/json' } });
    expect([response.status, server.log.length]).toEqual([400, 0]);
  });

  it.each([
    ['a length beyond the cap', '9999999999z2wais        0', 502],
    ['a negative length', '-000000001z2wais        0', 502],
    ['HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n', 502],
    ['an end in the middle', '0000000100z2wais        0\x00', 502],
  ])('%s from a server is a %s', async (_, octets, status) => {
    const hostile = await listen('wais', {}, async (conversation) => {
      await conversation.exactly(25);
      await conversation.reply(octets);
    });
    const other = await startGateway([hostile], HASTY);
    const response = await other.fetch(`/wais/localhost:${hostile.port}/db`, {
      headers: { Accept: 'application/json' },
    });
    expect([response.status, ((await response.json()) as Json).type]).toEqual([
      status,
      expect.stringContaining('gateway-protocol'),
    ]);
    await other.close();
    await hostile.close();
  });

  test('a silent server is a 504', async () => {
    await server.faults.set('silent');
    const other = await startGateway([server], HASTY);
    expect((await other.fetch(at('history'))).status).toBe(504);
    await other.close();
  });
});
