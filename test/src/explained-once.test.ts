/**
 * `explain` decodes a link once, and makes no more entries of a list than it answers: what a link of 64 KiB takes must
 * stay near the time of `canonicalize`. `npm run bench -- long-links` measures it; here the work is counted.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { explain, MAX_LENGTH } from '../../src/index.ts';
import { MOST_ENTRIES } from '../../src/told.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const filled = (beginning: string, unit: string): string =>
  beginning + unit.repeat(Math.floor((MAX_LENGTH - beginning.length) / unit.length));

describe('the texts that are decoded are together as long as the link', () => {
  it.each([
    ['a selector', filled('gopher://h/0', '%20a')],
    ['a search', filled('gopher://h/7x%09', '%20')],
    ['names of attributes', filled('gopher://h/0x%09%09!', 'a%20')],
    ['a Gopher+ string of no kind', filled('gopher://h/0x%09%09*', '%20')],
    ['a name', filled('ftp://h/', '%20a')],
    ['directories', filled('ftp://h/', '%20/')],
    ['words', filled('wais://h/db?', 'a%20')],
    ['a database', filled('wais://h/', '%20')],
    ['a message-id', filled('mid:a@', '%3C')],
  ])('%s', (_, url) => {
    const decode = vi.spyOn(globalThis, 'decodeURIComponent');
    explain(url);
    const decoded = decode.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
    expect(decoded).toBeGreaterThan(0);
    expect(decoded).toBeLessThanOrEqual(url.length);
  });
});

describe('of a list, only the entries of the answer are decoded', () => {
  it.each([
    ['directories', filled('ftp://h/', '%20/')],
    ['fields of a document', filled('wais://h/db/T/', '1=%20;')],
    ['fields of an object', filled('prospero://h/x', ';a=%20')],
    ['answers of a form', `gopher://h/0x%09%09+%091%0D%0A+-1%0D%0A${'%20%0D%0A'.repeat(7000)}.%0D%0A`],
  ])('%s', (_, url) => {
    const decode = vi.spyOn(globalThis, 'decodeURIComponent');
    explain(url);
    // Beside the list: the parts of the URL that stand before it.
    expect(decode.mock.calls.length).toBeLessThanOrEqual(MOST_ENTRIES + 5);
  });
});
