/** What `waypost get` writes of each shape: JSON with or without a line end, lines for people, octets. */
import { describe, expect, test } from 'vitest';
import { fewRows } from '../../../src/open/few-rows.ts';
import { KnownOctets, transferOfKnown } from '../../../src/open/known-octets.ts';
import { COLUMNS, type File, type Listing, type ReadableText, type Opened as Shape } from '../../../src/open/opened.ts';
import { asReadableText, LARGEST_TEXT } from '../../../src/open/text.ts';
import { ProtocolError } from '../../../src/protocols/protocol-error.ts';
import { written } from './written.ts';

const URL = 'x://h.example/a';
const octetsOf = (text: string) => new TextEncoder().encode(text);

const row = { kind: 'file', octets: null, size: null, modified: null, target: null, url: null } as const;

function listingOf(rows: Parameters<typeof fewRows>[0], more: Partial<Listing> = {}): Listing {
  return {
    ...{ shape: 'listing', noun: 'list', url: URL, title: '', path: null, isBase: false, form: null, order: null },
    ...{ facts: {}, words: [], readme: null, unread: [], cut: false, nothing: null, beside: [], others: [] },
    columns: COLUMNS,
    rows: fewRows(rows),
    ...more,
  };
}

describe('a listing', () => {
  const ROWS = [
    { ...row, name: 'b', size: 20, modified: '1995-02-03T04:05', url: `${URL}/b` },
    { ...row, name: 'a', kind: 'directory', url: `${URL}/a` },
  ] as const;

  const namesIn = async (listing: Listing): Promise<string[]> =>
    JSON.parse(await written(listing, 'json')).entries.map(({ name }: { name: string }) => name);

  test('keeps the order of its server, unless it has another', async () => {
    expect(await written(listingOf(ROWS), 'text')).toBe(
      `20  1995-02-03  b  <${URL}/b>\n                a/  <${URL}/a>`,
    );
    expect(await namesIn(listingOf(ROWS))).toEqual(['b', 'a']);
    const byName = listingOf(ROWS, { order: { column: 'name', direction: 'asc' } });
    expect((await written(byName, 'text')).split('\n').map((line) => line.trim()[0])).toEqual(['a', '2']);
    expect(await namesIn(byName)).toEqual(['a', 'b']);
  });

  test.each([
    ['neither sizes nor dates', { size: null, modified: null }, 'b'],
    ['no dates', { size: 20, modified: null }, '20  b'],
    ['no sizes', { size: null, modified: '1995-02-03' }, '1995-02-03  b'],
  ])('with %s has no column for them', async (_what, facts, line) => {
    const bare = listingOf([{ ...row, name: 'b', ...facts }], { isBase: true });
    expect(await written(bare, 'text')).toBe(line);
  });

  test('has no links where they are the names', async () => {
    expect(await written(listingOf(ROWS, { isBase: true }), 'text')).not.toContain('<');
  });

  test.each(['text', 'json'] as const)('that broke off is whole %s before its error', async (format) => {
    const broken = new ProtocolError('busy', 'The server says: 451 No more.');
    const error: unknown = await written(listingOf(ROWS, { broken }), format).catch((cause: unknown) => cause);
    expect(error).toBe(broken);
    expect(await written(listingOf(ROWS), 'json')).toContain('"broken":null');
  });

  test('has JSON with a line end, or JSON of its own with one, too', async () => {
    expect(await written(listingOf([]), 'json')).toMatch(/"entries":\[\].*\}\n$/);
    const own = listingOf([], { json: (order, { open }) => ({ order, open: open(URL) }) });
    expect(await written(own, 'json')).toBe(`{"order":null,"open":"open:${URL}"}\n`);
  });
});

describe('results', () => {
  const RESULTS: Extract<Shape, { shape: 'results' }> = {
    ...{ shape: 'results', noun: 'search', title: 'tea', form: null, isScored: true, catalogue: null, isCut: false },
    about: { text: 'All about tea.\n', facts: [['Server', 'h']] },
    found: [
      {
        ...{ title: 'Green', score: 1000, size: 3, date: null, isAbout: false, tag: null },
        forms: [{ type: 'TEXT', url: `${URL}/1`, opened: `${URL}/3/1` }],
      },
      { ...{ title: 'Black', score: 7, size: 3, date: null, isAbout: true, tag: null }, forms: [] },
    ],
    more: null,
    nothing: 'Nothing.',
    json: ({ open }) => ({ kind: 'search', open: open(URL) }),
  };

  test('are lines with scores and links, below what the collection says', async () => {
    expect(await written(RESULTS, 'text')).toBe(`All about tea.\n\n1000  Green  <${URL}/1>\n   7  Black`);
  });

  test('have JSON with a line end', async () => {
    expect(await written(RESULTS, 'json')).toBe(`{"kind":"search","open":"open:${URL}"}\n`);
  });
});

const textOf = (octets: Uint8Array): ReadableText => asReadableText({ noun: 'text', name: 'a', octets, charset: null });

describe('a text', () => {
  test.each([
    ['text', 'tea\n\n', 'tea\n'],
    ['text', 'tea\r\n', 'tea'],
    ['json', 'tea\n', `{"kind":"text","charset":"utf-8","text":"tea\\n"}\n`],
    ['raw', 'tea\n', 'text/plain; charset=utf-8: tea\n'],
  ] as const)('as %s: %j', async (format, text, expected) => {
    expect(await written(textOf(octetsOf(text)), format)).toBe(expected);
    expect(await written({ ...textOf(octetsOf(text)), shape: 'message' }, format)).toBe(expected);
  });
});

describe('octets', () => {
  test.each([
    ['text/plain; charset=koi8-r', 'tea', 'text/plain; charset=koi8-r: tea'],
    [undefined, 'tea', 'text/plain; charset=utf-8: tea'],
    [undefined, null, 'text/plain; charset=utf-8: '],
  ])('of the type %s: %s', async (mediaType, text, expected) => {
    const body = text === null ? null : new KnownOctets(octetsOf(text));
    const shape = { shape: 'octets', name: 'a.txt', body, ...(mediaType !== undefined && { mediaType }) } as const;
    expect(await written(shape, 'raw')).toBe(expected);
  });
});

/** A file with this text, and what happens to it. */
function fileOf(text: string, more: Partial<File> = {}) {
  const events: string[] = [];
  const file: File = {
    ...{ shape: 'file', noun: null, name: 'a.html', mediaType: null, size: null, isExact: false, exists: false },
    ...{ modified: null, isBase: false, isResumable: false, isRead: false },
    read: (octets) => textOf(octets),
    json: ({ self }) => ({ kind: 'file', raw: self({ format: 'raw' }) }),
    async fetch() {
      events.push('fetch');
      return { ...transferOfKnown(octetsOf(text)), close: () => void events.push('close') };
    },
    close: () => void events.push('close'),
    ...more,
  };
  return { file, events };
}

describe('a file', () => {
  test.each([
    ['text', { isRead: true }, 'tea', ['fetch', 'close']],
    ['json', { isRead: true }, `{"kind":"text","charset":"utf-8","text":"tea"}\n`, ['fetch', 'close']],
    ['raw', { isRead: true }, 'text/html; charset=utf-8: tea', ['fetch', 'close']],
    ['text', {}, 'text/html; charset=utf-8: tea', ['fetch', 'close']],
    // Nothing is transferred for what is known.
    ['json', {}, '{"kind":"file","raw":"self:"}\n', ['close']],
    ['json', { json: null }, 'text/html; charset=utf-8: tea', ['fetch', 'close']],
    ['json', { json: null, isRead: true }, `{"kind":"text","charset":"utf-8","text":"tea"}\n`, ['fetch', 'close']],
    ['text', { mediaType: 'application/postscript' }, 'application/postscript: tea', ['fetch', 'close']],
  ] as const)('as %s, with %j', async (format, more, expected, happened) => {
    const { file, events } = fileOf('tea', more);
    expect(await written(file, format)).toBe(expected);
    expect(events).toEqual(happened);
  });

  test.each([
    ['text', 0, 'x'],
    ['text', 1, 'text/html; charset=utf-8: x'],
    ['json', 0, '{"kind":"text"'],
    ['json', 1, '{"kind":"file","raw":"self:"}'],
  ] as const)('as %s, %i octets beyond what is read', async (format, more, beginning) => {
    const { file, events } = fileOf('x'.repeat(LARGEST_TEXT + more), { isRead: true });
    expect((await written(file, format)).slice(0, beginning.length)).toBe(beginning);
    expect(events).toEqual(['fetch', 'close']);
  });

  test('that turns out to be a directory is followed', async () => {
    const { file } = fileOf('', { fetch: async () => ({ shape: 'moved', url: `${URL}/` }) });
    expect(await written(file, 'text')).toBe(`moved to ${URL}/`);
  });
});
