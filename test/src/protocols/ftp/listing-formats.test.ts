/** Properties of the table of listing formats: each reads the names that its servers write, and none of another. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Listed } from '../../../../src/protocols/ftp/listing/entry.ts';
import { LISTING_FORMATS, type ListingFormat } from '../../../../src/protocols/ftp/listing/formats.ts';
import { type ListingCommand, listingParser } from '../../../../src/protocols/ftp/listing.ts';
import { runs, sampled } from '../../../fast-check.ts';
import { expectLinear } from '../../growth.ts';
import { namesOf, writers } from './listing-writers.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

/** What a listing of these lines names, and its unread lines as they are. */
function namesIn(command: ListingCommand, lines: readonly string[]): readonly (string | { unread: string })[] {
  const names: (string | { unread: string })[] = [];
  const parser = listingParser(command, NOW, (listed) => {
    names.push(listed.kind === 'unread' ? { unread: listed.line } : listed.name);
  });
  for (const line of lines) parser.take(line);
  parser.end();
  return names;
}

/** What a format reads in a line by itself. */
function readBy(format: ListingFormat, line: string, isBelow = false): readonly Listed[] {
  if ('parse' in format) return [format.parse(line, NOW, isBelow) ?? null];
  const reader = format.begin();
  return [...(reader.take(line) ?? []), ...reader.end()];
}

test('no two formats have one name', () => {
  expect(new Set(LISTING_FORMATS.map(({ name }) => name)).size).toBe(LISTING_FORMATS.length);
});

const written = LISTING_FORMATS.flatMap((format) => {
  const all = writers[format.name];
  if (all === undefined) throw new Error(`listing-writers.ts does not write “${format.name}”.`);
  return all.map((writer) => ({ format, writer, example: writer.lines('README').at(-1) ?? '' }));
});

describe.each(LISTING_FORMATS)('$name', (format) => {
  test('its example names something in each line but a heading', () => {
    const headings = format.example.filter((line) => 'heading' in format && format.heading?.test(line));
    const names = namesIn(format.command, format.example);
    expect(names).toHaveLength(format.example.length - headings.length);
    for (const name of names) expect(name).toEqual(expect.any(String));
  });

  const others = LISTING_FORMATS.filter(({ name, command }) => name !== format.name && command === format.command);
  test('no other format reads its example to another name', () => {
    const names = namesIn(format.command, format.example);
    for (const line of format.example) {
      for (const other of others) {
        for (const listed of readBy(other, line)) {
          if (listed !== null && listed.kind !== 'unread')
            expect([other.name, names]).toEqual([other.name, [listed.name]]);
        }
      }
    }
  });
});

test.each(written)('$format.name: the name that is written is read: $example', ({ format, writer }) => {
  fc.assert(
    fc.property(namesOf(writer.names), (name) => {
      expect(namesIn(format.command, writer.lines(name))).toEqual([writer.read?.(name) ?? name]);
    }),
    runs(),
  );
});

test.each([
  '-rw-r--r--   1 curator  museum         512 1995-02-03 04:05 Feb  3  1995 x',
  'drwxr-xr-x   1 curator  museum         512  2\xe6\x9c\x88  3  1995 Feb  3  1995 x',
  '-rw-r--r--   1 curator  museum         512 Feb  3  1995 Feb  3  1995 x',
  'drwxr-xr-x   1 Domain Users of the museum 512 Feb  3  1995 Feb  3  1995 x',
])('a name may begin with a date: %s', (line) => {
  expect(namesIn('LIST', [line])).toEqual(['Feb  3  1995 x']);
});

describe('a line is read in time that is proportional to its length', () => {
  const HOSTILE = [' ', '0', 'A', '1 ', 'A ', '04:05 ', '\xe4'];
  /** Lines with room for hostile columns at the beginning and the end of each column. */
  const gapsIn = (line: string) =>
    [0, ...[...line.matchAll(/(?<=\s)(?=\S)|(?<=\S)(?=\s)/g)].map(({ index }) => index), line.length].map(
      (cut) => [line.slice(0, cut), line.slice(cut)] as const,
    );
  const gapsOfAll = LISTING_FORMATS.flatMap(({ example }) => example.flatMap(gapsIn));

  test.each(LISTING_FORMATS)('$name', (format) => {
    for (const [before, after] of [...format.example.flatMap(gapsIn), ...sampled(gapsOfAll)]) {
      for (const repeated of HOSTILE) {
        expectLinear(100_000, (size) => {
          const line = before + repeated.repeat(size / repeated.length) + after;
          return () => void readBy(format, line, true);
        });
      }
    }
  });
});
