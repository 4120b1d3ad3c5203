/** Words that must not become aliases. */
import { expect, test } from 'vitest';
import { schemes } from '../../../src/index.ts';
import { reservedWords } from '../../../worker/links/reserved-words.ts';

test('every scheme and the first segment of every route is reserved, and only pages have their address', () => {
  const words = reservedWords(['/', '/v1/resolve', '/health', '/openapi.json', '/check', '/{slug}', '/u/{url}']);
  for (const word of [...schemes.keys(), 'v1', 'health', 'openapi.json', 'u', 'admin', 'assets']) {
    expect(words.has(word)).toBe(true);
  }
  expect(words.get('health')).toBe('address');
  expect(words.get('openapi.json')).toBe('address');
  for (const word of [...schemes.keys(), 'v1', 'u', 'check']) expect(words.get(word)).toBe('beginning');
  expect(words.get('admin')).toBe('operator');
  expect(words.has('{slug}')).toBe(false);
  expect(words.has('')).toBe(false);
});

test('the words of operators, of which none is lost', () => {
  const words = [...reservedWords([])].filter(([, reservation]) => reservation === 'operator').map(([word]) => word);
  expect(words.filter((word) => /^[a-z]+$/.test(word))).toHaveLength(36);
});
