/** Phone books: items of type 2 as forms, entries, JSON and text. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCso } from '../../../servers/cso.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import { type Fixture, startFixture } from './worker.ts';

let book: RunningServer;
let fixture: Fixture<'main'>;

beforeAll(async () => {
  book = await startCso();
  fixture = await startFixture({ main: {} }, {}, [book.port]);
});

afterAll(async () => {
  await fixture?.close();
  await book?.close();
});

const JSON_ONLY = { headers: { Accept: 'application/json' } };
const get = (query = '', init: RequestInit = {}, path = '/2') =>
  fixture.worker.fetch(`/gopher/localhost:${book.port}${path}${query}`, init);

/** The lines that the server received since the last call. */
function takeLines(): string[] {
  return book.log.splice(0).flatMap(({ octets }) => octets.toString('latin1').split('\r\n').slice(0, -1));
}

async function page(query = ''): Promise<string> {
  const response = await get(query, { headers: { Accept: 'text/html' } });
  expect(response.status).toBe(200);
  return response.text();
}

/** What the tests read of the JSON of a phone book. */
interface Book {
  readonly form: { readonly action: string; readonly fields: readonly object[] };
  readonly query: object | null;
  readonly entries: readonly object[] | null;
  readonly links: { readonly self: string };
}

async function json(query = ''): Promise<Book> {
  const response = await get(query, JSON_ONLY);
  expect(response.status).toBe(200);
  return response.json();
}

describe('the form', () => {
  test('is JSON for programs', async () => {
    const form = await json();
    expect(form).toMatchObject({ kind: 'phone-book', query: null, entries: null, form: { method: 'GET' } });
    expect(form.form.action).toBe(`${fixture.worker.origin}/gopher/localhost:${book.port}/2`);
    expect(form.form.fields).toHaveLength(6);
    expect(form.form.fields[1]).toMatchObject({
      searchable: true,
      parameter: 'field.name',
      name: 'name',
      longest: 64,
      indexed: true,
    });
    expect(form.form.fields[4]).toMatchObject({ searchable: false, parameter: null, name: 'address', lookup: false });
  });
});

describe('a query', () => {
  test('has entries', async () => {
    takeLines();
    const html = await page('?field.name=Doe&field.email=');
    expect(html).toContain('1 entry');
    expect(html).toContain('jdoe@museum.test');
    expect(takeLines()).toEqual(['fields', 'query name="Doe"', 'quit']);
  });

  test('is JSON for programs', async () => {
    const answer = await json('?field.name=m%C3%BCller&return=alias,name');
    expect(answer.query).toEqual({ terms: [{ field: 'name', words: 'müller' }], fields: ['alias', 'name'] });
    expect(answer.entries).toEqual([
      {
        number: 1,
        fields: [
          { name: 'alias', value: 'jmuller', status: 200 },
          { name: 'name', value: 'Müller Jürgen', status: 200 },
        ],
      },
    ]);
    expect(answer.links.self).toContain('field.name=m%C3%BCller');
  });

  test('is the text of the server with format=raw', async () => {
    const response = await get('?field.alias=jdoe&return=name&format=raw');
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/);
    expect(await response.text()).toBe(
      '102:There was 1 match to your request.\r\n-200:1:      name: Doe Jane\r\n200:Ok.\r\n',
    );
  });

  test.each([
    ['?field.name=keeper', 400, '502 Too many entries'],
    ['?field.email=jdoe*', 400, '515'],
    ['?field.shoe=44', 400, 'has no field “shoe”'],
    ['?field.name=Doe&return=name,shoe', 400, 'has no field “shoe”'],
    ['?field.=Doe', 400, 'has no field “”'],
    ['?shoe=44', 400, 'shoe'],
  ])('%s is refused with its reason', async (query, status, detail) => {
    const response = await get(query, JSON_ONLY);
    const text = await response.text();
    expect([response.status, text]).toEqual([status, expect.stringContaining(detail)]);
  });

  test('is escaped on its page', async () => {
    const html = await page('?field.alias=script');
    expect(html).toContain('&lt;img src=x onerror=alert(1)>');
    expect(html).not.toContain('<img src=x');
    expect(html).not.toContain('<script>alert');
    const filled = await page(`?field.name=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(filled).not.toContain('<script>alert');
  });
});

describe('attacks', () => {
  const octets = ['%0d%0aquit', '%0D', '%0a', '%00', '%09', '%0d%0achange%20name=x'];

  test.each(octets)('%s in the words sends no query', async (attack) => {
    takeLines();
    const response = await get(`?field.name=a${attack}`, JSON_ONLY);
    expect(response.status).toBe(400);
    await fixture.worker.fetch('/health');
    expect(takeLines().filter((line) => line !== 'fields' && line !== 'quit')).toEqual([]);
  });

  test.each(octets)('%s in the name of a field sends no query', async (attack) => {
    takeLines();
    expect((await get(`?field.name${attack}=a`, JSON_ONLY)).status).toBe(400);
    expect(takeLines().filter((line) => line !== 'fields' && line !== 'quit')).toEqual([]);
  });

  test.each([
    ['%250d%250a', 'query name="%0d%0a"'],
    ['%C4%8A%E5%98%8A', Buffer.from('query name="\u010a\u560a"').toString('latin1')],
    ['%22%20return%20%22all', 'query name="\\" return \\"all"'],
  ])('%s arrives as text', async (words, line) => {
    takeLines();
    await get(`?field.name=${words}`, JSON_ONLY);
    expect(takeLines()).toContain(line);
  });

  test('the selector of a link is not sent', async () => {
    takeLines();
    expect((await get('', JSON_ONLY, '/2login%20x')).status).toBe(200);
    expect(takeLines()).toEqual(['fields', 'quit']);
  });

  test.each(['endless', 'endless-line', 'huge', 'garbage', 'truncated'] as const)('%s ends', async (fault) => {
    await book.faults.set(fault === 'truncated' ? { kind: fault, after: 20 } : fault);
    const response = await get('', JSON_ONLY);
    await book.faults.set(null);
    expect(response.status).toBe(502);
  });

  test('a robot stays away', async () => {
    takeLines();
    const response = await get('', { headers: { 'User-Agent': 'Googlebot/2.1', Accept: 'application/json' } });
    expect(response.status).toBe(403);
    expect(takeLines()).toEqual([]);
  });
});
