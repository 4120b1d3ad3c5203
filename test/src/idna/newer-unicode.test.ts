/**
 * Hosts are judged by the version of Unicode that platforms have (docs/decisions.md, "UTS 46 of our own"). These tests
 * fail when a platform or a judge knows a later one: then the tables follow. test/worker/idna and test/browser ask
 * workerd and Chromium the same.
 */
import { createRequire } from 'node:module';
import { expect, it, test } from 'vitest';
import { UNICODE_VERSION } from '../../../src/idna/tables.ts';
import { safeCanonicalize } from '../../../src/index.ts';
import { oracleToAscii, referenceHost } from './oracle.ts';
import { FOLLOW, knownNewer, NEWER } from './read-hosts.ts';

const require = createRequire(import.meta.url);
const unicodeOf = (from: NodeJS.Require): string => from('tr46/package.json').unicodeVersion;

test('this Node knows no character of a later version', () => {
  expect(knownNewer(), FOLLOW).toEqual([]);
  expect(Number.parseFloat(process.versions.unicode ?? ''), FOLLOW).toBeLessThanOrEqual(
    Number.parseFloat(UNICODE_VERSION),
  );
});

test('the judges, tr46 and the one that whatwg-url brings, have our version', () => {
  const ofUrl = createRequire(require.resolve('whatwg-url'));
  expect([unicodeOf(require), unicodeOf(ofUrl)], FOLLOW).toEqual([UNICODE_VERSION, UNICODE_VERSION]);
});

it.each(NEWER)('U+%s is not valid in a host, as in the URL of Node and in the judges', (digits) => {
  const host = `a${String.fromCodePoint(Number.parseInt(digits, 16))}.example`;
  expect(safeCanonicalize(`http://${host}/`)).toMatchObject({ ok: false, error: { code: 'host-idna' } });
  expect(URL.canParse(`http://${host}/`), FOLLOW).toBe(false);
  expect([oracleToAscii(host), referenceHost(host)], FOLLOW).toEqual([null, null]);
});
