/** Streams: the parts of a text say the same as the whole text, wherever its chunks are cut. */
import { expect, test } from 'vitest';
import type { LinkReader } from '../../../src/text/index.ts';
import { linksInPlainText } from '../../../src/text/plain.ts';
import { linksInStream, type StreamedFormat } from '../../../src/text/stream.ts';
import { linksInCsv, linksInTsv } from '../../../src/text/tables.ts';
import fc, { runs } from '../../fast-check.ts';

/** Everything that is found, at places of the whole text. */
async function streamed(text: string, size: number, format: StreamedFormat) {
  const found: unknown[] = [];
  let whole = '';
  for await (const part of linksInStream(chunksOf(text, size), format)) {
    expect([part.at, part.line]).toEqual([whole.length, whole.split('\n').length]);
    for (const { range, url, written } of [...part.links, ...part.proposals])
      found.push([range[0] + part.at, range[1] + part.at, url, written]);
    whole += part.text;
  }
  expect(whole).toBe(text);
  return found;
}

function* chunksOf(text: string, size: number): Generator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

function read(text: string, reader: LinkReader): unknown[] {
  const { links, proposals } = reader(text);
  return [...links, ...proposals].map(({ range, url, written }) => [...range, url, written]);
}

const sorted = (found: unknown[]) => found.map((entry) => JSON.stringify(entry)).toSorted();

const LINES = [
  ...['See <URL:ftp://h.example/pub/\n  a.txt> now.', '> quoted <http://h.example/\n> b>', 'www.h.example', ''],
  ...[
    'http://h.example/a-\nb',
    'a < b, <gopher:',
    'x'.repeat(500),
    'urn:isbn:1',
    `${'words '.repeat(40)}http://h.example/a`,
  ],
];
const ROWS = ['1,"gopher://h.example/0/a b",x', '"a\nhttp://h.example/ ""b"" c",2', ',,', 'http://h.example/a,"","x"'];

test.each<[format: StreamedFormat, reader: LinkReader, lines: readonly string[]]>([
  ['text', linksInPlainText, LINES],
  ['csv', linksInCsv, ROWS],
  ['tsv', linksInTsv, ROWS.map((row) => row.replaceAll(',', '\t'))],
])('%s: chunks may be cut anywhere', async (format, reader, lines) => {
  const texts = fc.array(fc.constantFrom(...lines), { minLength: 2, maxLength: 12 }).map((list) => {
    const block = `${list.join('\n')}\n`;
    return block.repeat(Math.ceil(150_000 / block.length));
  });
  await fc.assert(
    fc.asyncProperty(texts, fc.constantFrom(7, 1000, 65_535, 70_001), async (text, size) => {
      expect(sorted(await streamed(text, size, format))).toEqual(sorted(read(text, reader)));
    }),
    runs(0.03),
  );
});

test.each<[name: string, text: string]>([
  ['a line without an end', `http://h.example/ ${'words '.repeat(220_000)}ftp://h.example/`],
  ['a word without an end', `http://h.example/ ${'x'.repeat(1_320_000)} ftp://h.example/`],
])('%s is read in parts', async (_, text) => {
  const sizes: number[] = [];
  const urls: string[] = [];
  for await (const part of linksInStream(chunksOf(text, 65_536), 'text')) {
    sizes.push(part.text.length);
    urls.push(...part.links.map(({ url }) => url));
  }
  expect(Math.max(...sizes)).toBeLessThan(1_200_000);
  expect(urls).toEqual(['http://h.example/', 'ftp://h.example/']);
});

test('a quotation mark that nothing closes holds up a part only so long', async () => {
  const text = `a,http://h.example/\n"${'x\n'.repeat(660_000)}`;
  let length = 0;
  for await (const part of linksInStream(chunksOf(text, 65_536), 'csv')) length += part.text.length;
  expect(length).toBe(text.length);
});
