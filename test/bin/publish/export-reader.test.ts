/** Lines of exports, as `waypost publish` reads them. */
import { expect, test } from 'vitest';
import { ExportReader } from '../../../bin/publish/export-reader.ts';

const NOW = Date.parse('2026-01-31T12:00:00.000Z');
const claims = [{ owner: 'alice', expiresAt: null }];

/** What is read of a line that follows some blocks. */
function readAfter(blocks: readonly object[], line: object) {
  const reader = new ExportReader(NOW);
  for (const block of blocks) expect(reader.read(JSON.stringify({ block }))).toBe(null);
  return reader.read(JSON.stringify(line));
}

test.each([
  ['target', 'wais://h.example/db?find+me', 'wais://h.example/db?find%20me'],
  ['target', 'prospero://h.example/a%2Cb', 'prospero://h.example/a,b#c'],
  ['host', 'evil.example.net', 'mailto:a@www.evil.example.net'],
  ['owner', 'alice', 'gopher://h.example/'],
])('a block of the %s %s holds for %s, as in the service', (kind, value, url) => {
  const state = { kind: 'blocked', reason: 'spam' };
  expect(readAfter([{ kind, value, reason: 'spam' }], { slug: 'a', url, claims })).toMatchObject({ state });
});

test('a block of a kind of a later version blocks nothing', () => {
  const read = readAfter([{ kind: 'moon', value: 'h.example', reason: 'spam' }], { slug: 'a', url: 'go:x', claims });
  expect(read).toMatchObject({ state: { kind: 'live' } });
});

test('a block of a host that is none is named, and the links are read without it', () => {
  const reader = new ExportReader(NOW);
  const block = { kind: 'host', value: 'a b', reason: 'spam' };
  expect(reader.read(JSON.stringify({ block }))).toContain('"a b"');
  expect(reader.read(JSON.stringify({ block: { kind: 'host' } }))).toBe('a block of a host has no value');
  expect(reader.read(JSON.stringify({ slug: 'a', url: 'go:x', claims }))).toMatchObject({ state: { kind: 'live' } });
});

test('the end of an export of changes is no link, and no fault', () => {
  const reader = new ExportReader(NOW);
  expect(reader.read('{"next":{"changedSince":"2026-01-31T12:00:00.000Z"}}')).toBe(null);
  expect(reader.read('{"next":"x"}')).toContain('cannot be the name of a page');
});

test.each<readonly [object, string]>([
  [{ slug: 'a', purged: true }, 'gone'],
  [{ slug: 'a', url: 'go:x', claims: [] }, 'gone'],
  [{ slug: 'a', url: 'go:x', claims: [{ owner: 'alice', expiresAt: '2026-01-31T12:00:00.000Z' }] }, 'gone'],
  [{ slug: 'a', url: 'go:x', claims: [{ owner: 'alice', expiresAt: '2026-01-31T12:00:00.001Z' }] }, 'live'],
  [{ slug: 'a', url: 'go:x', claims, blocked: { at: '', reason: 'No.' } }, 'blocked'],
])('%j is %s', (line, kind) => {
  expect(readAfter([], line)).toMatchObject({ state: { kind } });
});

test.each([
  ['yadkkg582q', undefined, true],
  ['yadkkg582q', true, false],
  ['menu', undefined, false],
])('%s with the alias mark %s never changes: %s', (slug, alias, isPermanent) => {
  expect(readAfter([], { slug, url: 'go:x', claims, alias })).toMatchObject({ isPermanent });
});

test.each(['_redirects', 'index.html', '404.html', '..', 'a/b', 'x.svg', ''])('%j is no name of a page', (slug) => {
  expect(readAfter([], { slug, url: 'go:x', claims })).toContain('cannot be the name of a page');
});

test('a line that is not JSON, or has a target that is not a URL, is named', () => {
  expect(new ExportReader(NOW).read('x')).toBe('not a JSON object');
  expect(readAfter([], { slug: 'a', url: 'no URL', claims })).toContain('the target of "a" is not a URL');
});
