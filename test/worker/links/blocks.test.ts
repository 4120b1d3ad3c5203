/** Blocks of targets hold for every spelling of the target, also if an older version stored another canonical form. */
import { expect, test } from 'vitest';
import { explain } from '../../../src/index.ts';
import { Blocks } from '../../../worker/links/blocks.ts';

const block = (value: string) => ({ kind: 'target', value, reason: 'spam', at: '2026-01-01T00:00:00Z' }) as const;

test.each([
  ['wais://h.example/db?find+me', 'wais://h.example/db?find%20me', 'spam'],
  ['mailto:?to=a@x.example', 'mailto:a@x.example', 'spam'],
  ['prospero://h.example/a%2Cb', 'prospero://h.example/a,b#c', 'spam'],
  ['gopher://h.example/0a', 'gopher://h.example/0b', null],
  ['no URL', 'gopher://h.example/0b', null],
])('a block of %s, and %s: %s', (blocked, url, reason) => {
  expect(new Blocks([block(blocked)]).reasonForTarget(explain(url))).toBe(reason);
});
