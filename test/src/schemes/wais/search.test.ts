/**
 * In the search of a wais link, `+` is a blank (draft-ietf-uri-url-03: `search = xalphas [ + search ]`), everywhere.
 */
import { describe, expect, test } from 'vitest';
import { sentenceOf, wireOctetsOf } from '../../../../src/definition-of.ts';
import { canonicalize, compare, equivalent, explain } from '../../../../src/index.ts';
import { latin1Of } from '../../../../src/octets/octets.ts';

const base = 'wais://h.example/db';

describe.each([
  ['find+me', 'find%20me', 'find me'],
  ['find%20me', 'find%20me', 'find me'],
  ['find me', 'find%20me', 'find me'],
  ['find%2Bme', 'find%2Bme', 'find+me'],
  ['find%2bme+now', 'find%2Bme%20now', 'find+me now'],
  ['+', '%20', ' '],
  ['', '', ''],
  ['a%2Cb%3F%2F%26', 'a,b?/&', 'a,b?/&'],
  ['%252B', '%252B', '%2B'],
])('%s', (written, canonical, words) => {
  const resolution = explain(`${base}?${written}`);

  test('has its canonical form', () => {
    expect(resolution.canonical).toBe(`${base}?${canonical}`);
    expect(canonicalize(resolution.canonical)).toBe(resolution.canonical);
  });

  test('says what it sends', () => {
    expect(resolution.details).toMatchObject({ form: 'search', database: 'db', search: words });
    expect(sentenceOf(resolution)).toBe(
      `A search of the WAIS database “db” on h.example${words === '' ? '' : ` for “${words}”`}.`,
    );
    const [octets = new Uint8Array()] = wireOctetsOf(resolution);
    expect(latin1Of(octets)).toContain(words);
  });
});

test('a blank is the same in both spellings, and a plus sign is not a blank', () => {
  expect(equivalent(`${base}?find+me`, `${base}?find%20me`)).toBe(true);
  expect(equivalent(`${base}?find+me`, `${base}?find%2Bme`)).toBe(false);
  expect(compare(`${base}?find+me`, `${base}?find%20me`).because).toBe('scheme-based');
  expect(compare(`${base}?find+me`, `${base}?find%2Bme`).request?.octets).toEqual([0x20, 0x2b]);
});

test('a plus sign of a database is one', () => {
  expect(explain('wais://h.example/a+b')).toMatchObject({
    canonical: 'wais://h.example/a+b',
    details: { database: 'a+b' },
  });
  expect(equivalent('wais://h.example/a+b', 'wais://h.example/a%2Bb')).toBe(true);
});

test.each([
  ['TEXT/1=a%2fb,c', 'TEXT/1=a%2Fb%2Cc;'],
  ['TEXT/010/01=a;002=b;', 'TEXT/10/1=a;2=b;'],
  ['TEXT/0=;00=', 'TEXT/0=;0=;'],
  ['TEXT/1=a=b;', 'TEXT/1=a%3Db;'],
  // Not lists of fields: opaque.
  ['TEXT/a,b%2Cc', 'TEXT/a,b%2Cc'],
  ['TEXT/1=a;;', 'TEXT/1=a;;'],
  ['TEXT/10%2F1=a', 'TEXT/10%2F1=a'],
  ['T%45XT/', 'TEXT/'],
])('the document %s is %s', (written, canonical) => {
  expect(canonicalize(`${base}/${written}`)).toBe(`${base}/${canonical}`);
  expect(canonicalize(`${base}/${canonical}`)).toBe(`${base}/${canonical}`);
});

test('a type without a document is in the details', () => {
  expect(explain(`${base}/TEXT`).details).toMatchObject({ form: 'database', wtype: 'TEXT', wpath: null });
});
