/**
 * `explain` makes no finding that it would omit: what a link of 64 KiB costs must not depend on how often it repeats a
 * change. `npm run bench -- long-links` measures the time; here the findings are counted.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { explain, MAX_LENGTH, safeExplain } from '../../src/index.ts';
import { DiagnosticList, MAX_DIAGNOSTICS } from '../../src/uri/diagnostic.ts';

/** One finding of every code may come after a full list. No URL has so many codes. */
const MOST_CODES = 30;
/** The steps before the pass, these again after a text was cleaned, the pass, and all of them together. */
const LISTS = 4;

const BEGINNINGS: readonly string[] = [
  ...['http://h/', 'http://h/?', 'http://h/#', 'http://u:', 'ftp://h/', 'gopher://h/0', 'gopher://h/0x%09%09!'],
  ...['news:', 'nntp://h/', 'telnet://u', 'wais://h/', 'wais://h/db?', 'prospero://h/x;', 'go:', 'go://h?'],
  ...['file:///', 'afs://c/', 'mailto:', 'mailto:a@b?', 'mid:', 'urn:x:', 'ws://h/', 'x-a:', '<http://h/'],
];
const UNITS: readonly string[] = [
  ...['a%41', '%7e', '%c3a', '%/', 'é/', ' a', 'a\t', '\na', '\\', '\ud800a'],
  ...['../', '%2e%2e/', ';A', '+a', '&A=b', '@'],
];

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a list of findings admits a hundred, and the first of every code', () => {
  it.each(BEGINNINGS)('%s', (beginning) => {
    const admits = vi.spyOn(DiagnosticList.prototype, 'admits');
    for (const unit of UNITS) {
      admits.mockClear();
      const end = beginning.startsWith('<') ? '>' : '';
      const result = safeExplain(beginning + unit.repeat(MAX_LENGTH / 8 / unit.length) + end);
      const made = admits.mock.results.filter(({ value }) => value === true).length;
      expect(made, unit).toBeLessThanOrEqual(LISTS * (MAX_DIAGNOSTICS + MOST_CODES));
      if (result.ok) expect(result.value.diagnostics.length, unit).toBeLessThanOrEqual(MAX_DIAGNOSTICS);
    }
  });
});

it('counts those that it does not make', () => {
  const { diagnostics, omittedDiagnostics = 0 } = explain(`http://h/${'a%41'.repeat(16_000)}`);
  expect(diagnostics.length + omittedDiagnostics).toBe(16_000);
});

it('merges neighbours whether they are listed or not', () => {
  const { diagnostics, omittedDiagnostics } = explain(`http://h/${'a%41%42'.repeat(150)}`, { complete: true });
  expect(diagnostics.at(-1)).toMatchObject({ before: '%41%42', after: 'AB' });
  expect([diagnostics.length, omittedDiagnostics]).toEqual([MAX_DIAGNOSTICS, 50]);
});

it('encodes of a long message only what it tells', () => {
  const encoded = vi.spyOn(globalThis, 'btoa');
  const { omitted } = explain(`wais://h/db?${'a'.repeat(60_000)}`);
  expect(encoded.mock.calls.every(([text]) => text.length <= 1536)).toBe(true);
  expect(omitted?.['request.octets']).toBeGreaterThan(70_000);
});
