/** Long texts on pages: those that have been read, those that arrive, and files, of every kind of links. */
import { describe, expect, test } from 'vitest';
import { transferOfKnown } from '../../../../src/open/known-octets.ts';
import type { Arriving, DownloadOffer, File, ReadableText } from '../../../../src/open/opened.ts';
import { openers } from '../../../../src/open/registry.ts';
import { asReadableText } from '../../../../src/open/text.ts';
import { MOST_TEXT_PAGES, TEXT_PAGE } from '../../../../src/open/text-pages.ts';
import { parametersOf } from '../../../../worker/gateway/shapes/parameters.ts';
import { checkPart, pageNumber } from '../../../../worker/gateway/shared/page-parts.tsx';
import { type Asked, shown } from '../opening.ts';

const FTP = 'ftp://h.example/a.txt';
const GOPHER = 'gopher://h.example/0/a.txt';
/** Two pages and a half, in lines of 64 octets that say where they begin. The first has a letter of Latin-1. */
const LINES = (2.5 * TEXT_PAGE) / 64;
const lineAt = (index: number) => `${String(index).padStart(8, '0')} ${'tea '.repeat(13)}..`;
const LONG = Buffer.from(
  Array.from(
    { length: LINES },
    (_, index) => `${index === 0 ? lineAt(0).replace('tea', 't\xe9a') : lineAt(index)}\n`,
  ).join(''),
  'latin1',
);

const text = (octets: Uint8Array, more: Partial<ReadableText> = {}): ReadableText => ({
  ...asReadableText({ noun: 'file', name: 'a.txt', octets, charset: null }),
  ...more,
});

function file(octets: Uint8Array, more: Partial<File> = {}): File {
  return {
    ...{ shape: 'file', freshFor: 60, noun: null, name: 'a.txt', mediaType: null, size: octets.length, isExact: true },
    ...{ exists: true, modified: null, isBase: true, isResumable: false, isRead: false, json: null },
    read: (octets, charset = null) => asReadableText({ noun: 'file', name: 'a.txt', octets, charset }),
    fetch: async () => transferOfKnown(octets),
    close() {},
    ...more,
  };
}

function arriving(octets: Uint8Array, more: Partial<Arriving> = {}): DownloadOffer {
  const body = transferOfKnown(octets);
  const offer: Arriving = {
    shape: 'arriving',
    head: () => ({ noun: 'file', name: 'a.txt', words: null, language: null, attributes: null, ways: [] }),
    ...{ name: 'a.txt', mediaType: 'text/plain', isSaved: false, size: null, body },
    page: { kind: 'text', noun: 'file', charset: 'windows-1252' },
    sentTo: () => ({ type: 'text/plain', length: null, filter: null }),
    whole: async () => null,
    ahead: async () => ({ octets, isAll: true }),
    ...more,
  };
  return { shape: 'download', freshFor: 60, json: null, begin: async () => offer };
}

/** What a page says of itself, and the first and last line of its text. */
async function page(url: string, shape: Parameters<typeof shown>[1], query = '', asked: Asked = {}) {
  const response = await shown(url, shape, { query, ...asked });
  const html = await response.text();
  const numbers = [...html.matchAll(/\d{8}(?= t)/g)].map(([number]) => Number(number));
  const navs = [...html.matchAll(/<nav class="pages" aria-label="([^"]*)">(.*?)<\/nav>/g)];
  return {
    status: response.status,
    link: response.headers.get('Link'),
    title: /<title>(.*?)<\/title>/.exec(html)?.[1],
    first: numbers[0],
    last: numbers.at(-1),
    navs: navs.map(([, label, nav = '']) => `${label}: ${nav.replace(/<[^>]*>/g, ' ').trim()}`),
    facts: /<p class="aside"><bdi>[^<]*<\/bdi>, ([^<]*)/.exec(html)?.[1],
    html,
  };
}

const PAGE_LINES = TEXT_PAGE / 64;

describe.each<[what: string, url: string, shape: () => Parameters<typeof shown>[1], size: string | null]>([
  ['a text that has been read', 'finger://h.example/tea', () => text(LONG), '2.5 MiB'],
  ['a text that arrives', GOPHER, () => arriving(LONG), null],
  ['a text that arrives with its length', GOPHER, () => arriving(LONG, { size: LONG.length }), '2.5 MiB'],
  ['a file', FTP, () => file(LONG), '2.5 MiB'],
  ['a file of unknown length', FTP, () => file(LONG, { size: null }), null],
  ['a file whose length is that of a link', FTP, () => file(LONG, { isExact: false, size: 9 }), null],
  ['a file that is read', FTP, () => file(LONG, { isRead: true }), '2.5 MiB'],
  ['a file without a known type', FTP, () => file(LONG, { name: 'mbox' }), '2.5 MiB'],
])('%s', (_, url, shape, size) => {
  const total = size === null ? 'at least 2' : 'about 3';
  const facts = (here: string) => [size, `${here} on this page`].filter((fact) => fact !== null).join(', ');

  test('begins on its first page', async () => {
    const shown = await page(url, shape());
    expect(shown).toMatchObject({ status: 200, first: 0, last: PAGE_LINES - 1, facts: facts('1.0 MiB') });
    expect(shown.navs).toEqual([
      `Pages of this text, above it: Page 1 of ${total}  Next`,
      `Pages of this text, below it: Page 1 of ${total}  Next`,
    ]);
    expect(shown.link).toMatch(/^<\/[^>]*\?page=2>; rel="next"$/);
    expect(shown.title).not.toContain('page');
  });

  test('goes on', async () => {
    const shown = await page(url, shape(), 'page=2');
    expect(shown).toMatchObject({ status: 200, first: PAGE_LINES, last: 2 * PAGE_LINES - 1 });
    expect(shown.navs[0]).toMatch(new RegExp(`: Previous  Page 2 of ${size === null ? 'at least 3' : total}  Next$`));
    expect(shown.link).toMatch(/^<(\/[^>?]*)>; rel="prev", <\1\?page=3>; rel="next"$/);
    expect(shown.title).toMatch(/^\w+(?:\.txt)?, page 2 · Waypost$/);
    // In the charset of the beginning: this page alone is ASCII.
    expect(shown.html.includes('class="charsets"')).toBe(false);
  });

  test('ends', async () => {
    const shown = await page(url, shape(), 'page=3');
    expect(shown).toMatchObject({ status: 200, first: 2 * PAGE_LINES, last: LINES - 1, facts: facts('512 KiB') });
    expect(shown.navs[0]).toMatch(/: Previous {2}Page 3 of 3$/);
    expect(shown.link).toMatch(/^<\/[^>]*\?page=2>; rel="prev"$/);
    expect(shown.html.includes('The text goes on')).toBe(false);
  });

  test('has no page behind its end', async () => {
    const error = await shown(url, shape(), { query: 'page=4' }).catch((error: unknown) => error);
    expect(error).toMatchObject({ code: 'not-found', message: 'The text ends before page 4.' });
    expect(error).toMatchObject({ links: [{ text: 'The first page', href: expect.not.stringContaining('page') }] });
  });

  test('is tagged, each page for itself', async () => {
    const tagOf = async (query: string) => (await shown(url, shape(), { query })).headers.get('ETag');
    if (url.startsWith('finger')) return expect(await tagOf('')).toBeNull();
    const tag = await tagOf('page=2');
    expect([tag === null, tag === (await tagOf('page=3'))]).toEqual([false, false]);
    const again = await shown(url, shape(), { query: 'page=2', headers: { 'If-None-Match': tag ?? '' } });
    expect(again.status).toBe(304);
  });
});

test.each([
  ['one octet less than that', TEXT_PAGE, 0],
  ['more', TEXT_PAGE + 1, 2],
])('a text of a page is whole on it: %s', async (_, length, navs) => {
  const octets = LONG.subarray(0, length);
  for (const shape of [text(octets), file(octets)]) expect((await page(FTP, shape)).navs).toHaveLength(navs);
  await expect(shown(FTP, text(LONG.subarray(0, TEXT_PAGE)), { query: 'page=2' })).rejects.toThrow('before page 2');
});

test('the charset is that of the beginning, on each page', async () => {
  const octets = Buffer.concat([LONG, Buffer.from('00000099 t\xe9\n', 'latin1')]);
  for (const shape of [text(octets), arriving(octets), file(octets), file(octets, { isRead: true })]) {
    const { html } = await page(FTP, shape, 'page=3');
    expect(html.includes('00000099 té')).toBe(true);
    // Other charsets stay on the page.
    expect(html).toMatch(/href="[^"]*\?page=3&amp;charset=utf-8"/);
  }
  const chosen = await page(FTP, file(octets), 'page=3&charset=koi8-r');
  expect(chosen.html.includes('00000099 tИ')).toBe(true);
  expect(chosen.link).toMatch(/\?charset=koi8-r&page=2>; rel="prev"/);
});

describe('the last page that is shown', () => {
  const octets = Buffer.concat(Array.from({ length: 7 }, () => LONG));

  test('says that the text goes on, and leads to the file', async () => {
    const { html, navs, link } = await page(FTP, file(octets), `page=${MOST_TEXT_PAGES}`);
    expect(navs[0]).toMatch(/: Previous {2}Page 16 of about 18$/);
    expect(html).toMatch(/the first 16 MiB of a text\. <a href="\/ftp\/h\.example\/a\.txt\?format=raw">/);
    expect(link).not.toContain('next');
    expect((await page(FTP, file(octets), 'page=15')).link).toContain('page=16>; rel="next"');
  });

  test.each([
    ['3MiB', 3],
    ['1', 1],
  ])('is the last within DOWNLOAD_CAP=%s', async (DOWNLOAD_CAP, last) => {
    const asked = { vars: { DOWNLOAD_CAP } };
    expect((await page(FTP, file(octets), `page=${last}`, asked)).html.includes('The text goes on')).toBe(true);
    const refused = shown(FTP, file(octets), { query: `page=${last + 1}`, ...asked });
    await expect(refused).rejects.toMatchObject({
      faults: [{ parameter: 'page', message: `\`page\` must be a whole number from 1 to ${last}.` }],
    });
  });
});

const viewOf = (query: Readonly<Record<string, string>>) =>
  ({ query: new URLSearchParams(query), format: 'html', feed: false }) as const;

test.each(['0', '-1', 'x', '2x', 'x2', '1.5', '', '01', '1234567'])('?page=%s is no page of anything', (number) => {
  const faults = [expect.objectContaining({ code: 'parameter-invalid', parameter: 'page' })];
  const refusal = expect.objectContaining({ problem: 'invalid-parameter', faults });
  expect(() => pageNumber(viewOf({ page: number }))).toThrow(refusal);
});

test('a number of a page is one up to a limit', () => {
  const asked = (page: string, most?: number) => pageNumber(viewOf({ page }), most);
  expect([asked('1'), asked('999999'), asked('2', 2), pageNumber(viewOf({}))]).toEqual([1, 999_999, 2, 1]);
  expect(() => asked('3', 2)).toThrow();
});

test.each([
  ['json', false],
  ['raw', false],
  ['html', true],
] as const)('%s (feed: %s) has no pages', (format, feed) => {
  const fault = { parameter: 'page', message: expect.stringMatching(/^Only HTML has pages\./) };
  const refusal = expect.objectContaining({ faults: [expect.objectContaining(fault)] });
  for (const page of ['1', '2', 'x']) expect(() => checkPart({ ...viewOf({ page }), format, feed })).toThrow(refusal);
  expect(() => checkPart({ ...viewOf({}), format, feed })).not.toThrow();
});

test('a text that replies to a form has no pages: only the form leads to it', async () => {
  const octets = LONG.subarray(0, TEXT_PAGE + 1);
  const context = { around: (page: unknown) => page } as NonNullable<Asked['more']>;
  expect((await page(FTP, text(octets), '', { more: context })).navs).toEqual([]);
  const request = new Request('https://waypost.example/', { method: 'HEAD' });
  const whole = await shown(GOPHER, arriving(LONG), { more: { ...context, request } });
  expect(whole.headers.get('Content-Type')).toBe('text/plain');
});

test('every kind of links with texts or files takes the number of a page', () => {
  const withTexts = openers.filter(({ shapes }) => shapes.some((one) => ['text', 'file', 'download'].includes(one)));
  expect(withTexts.length).toBeGreaterThan(5);
  expect(withTexts.filter((opener) => !parametersOf(opener).includes('page'))).toEqual([]);
});
