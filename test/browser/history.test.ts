/** The address of what was typed into a page. */
import { afterEach, expect, test, vi } from 'vitest';
import { entryFor } from '../../worker/pages/parts/browser/history.ts';

afterEach(() => vi.unstubAllGlobals());

test.each<[hash: string, query: string, address: string, state: string | null]>([
  ['', '', '/', null],
  ['', 'url=go%3Ax', '/#url=go%3Ax', null],
  ['#programs', '', '/#programs', null],
  ['#programs', 'url=go%3Ax', '/#url=go%3Ax', null],
  ['#url=go%3Ax', '', '/', null],
  ['#nowhere', '', '/', null],
  ['', 'x'.repeat(4000), `/#${'x'.repeat(4000)}`, null],
  ['', 'x'.repeat(4001), '/', 'x'.repeat(4001)],
])('at %j: %#', (hash, query, address, state) => {
  vi.stubGlobal('location', { hash });
  vi.stubGlobal('document', { getElementById: (id: string) => (id === 'programs' ? {} : null) });
  expect(entryFor('/', query)).toEqual([address, state]);
});
