/** Which copies a block covers, and the address that stands for them. */
import { describe, expect, test } from 'vitest';
import { blockAt, type CopyBlock, coverOf, purgeAddress } from '../../../worker/cache/copy-block.ts';

describe('the address of a block', () => {
  test.each<CopyBlock>([
    { kind: 'host', value: '=h.example' },
    { kind: 'target', value: 'gopher://h.example/1/a?b&c=d%23' },
  ])('says what is blocked: $kind $value', (block) => {
    // A host that nobody has (RFC 6761 §6.4).
    expect(new URL(purgeAddress(block)).hostname).toMatch(/\.invalid$/);
    expect(blockAt(purgeAddress(block))).toEqual(block);
  });

  test.each([
    'https://w.example/abc?copy',
    // What follows it is as far from the beginning.
    'https://w.example/abcdefghijk?host=h',
    'https://waypost.invalid/purge?owner=alice',
    'https://waypost.invalid/purge?',
  ])('%s is not one', (address) => {
    expect(blockAt(address)).toBeNull();
  });
});

describe('a block covers', () => {
  test.each<[kind: CopyBlock['kind'], value: string, canonical: string, isCovered: boolean]>([
    ['target', 'gopher://h.example/1/a', 'gopher://h.example/1/a', true],
    ['target', 'gopher://h.example/1/a', 'gopher://h.example/1/ab', false],
    ['host', 'h.example', 'gopher://h.example/1', true],
    ['host', 'h.example', 'gopher://h.example:7070/1', true],
    ['host', 'h.example', 'ftp://www.h.example/', true],
    ['host', 'h.example', 'ftp://xh.example/', false],
    ['host', '=h.example', 'ftp://www.h.example/', false],
    ['host', '*.h.example', 'ftp://h.example/', false],
    ['host', '2001:db8::1', 'gopher://[2001:db8::1]:7070/1', true],
    ['host', '192.0.2.0/24', 'gopher://192.0.2.7/1', true],
    ['host', 'h.example', 'news:h.example', false],
  ])('%s %s: %s %s', (kind, value, canonical, isCovered) => {
    expect(coverOf({ kind, value })(`<${canonical}>; rel="canonical"`)).toBe(isCovered);
  });

  test('no copy that does not say what it is of', () => {
    expect([coverOf({ kind: 'host', value: 'h.example' })(null), coverOf({ kind: 'target', value: '' })(null)]).toEqual(
      [false, false],
    );
  });
});
