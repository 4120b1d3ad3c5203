/**
 * The judges, both with the data of the version of Unicode that our tables have: tr46 of our UTS 46, with the same
 * parameters, and whatwg-url of whole hosts.
 */
import { createRequire } from 'node:module';
import { toASCII, toUnicode } from 'tr46';
import { URL as ReferenceUrl } from 'whatwg-url';
import { UNICODE_VERSION } from '../../../src/idna/tables.ts';

const { unicodeVersion }: { unicodeVersion: string } = createRequire(import.meta.url)('tr46/package.json');
if (unicodeVersion !== UNICODE_VERSION) throw new Error(`tr46 has the data of Unicode ${unicodeVersion}: npm ci`);

const PARAMETERS = { checkBidi: true, checkJoiners: true } as const;

/** Domain to ASCII; `null` on an error, which an empty result is as well (WHATWG URL §3.3). */
export function oracleToAscii(domain: string): string | null {
  return toASCII(domain, PARAMETERS) || null;
}

/** Domain to Unicode; `null` on an error. */
export function oracleToUnicode(domain: string): string | null {
  const { domain: unicode, error } = toUnicode(domain, PARAMETERS);
  return error ? null : unicode;
}

/** The host of an http URL in the standard's reference implementation, in characters of RFC 3986; `null` on errors. */
export function referenceHost(host: string): string | null {
  return ReferenceUrl.parse(`http://${host}/`)?.hostname.replace(/["`{}]/g, encodeURIComponent) ?? null;
}
