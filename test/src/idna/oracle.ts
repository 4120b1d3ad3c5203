/**
 * The judges: tr46 of our UTS 46, with the same parameters and the data of the same version of Unicode, and whatwg-url
 * of whole hosts, with its own tr46, which may be newer.
 */
import { createRequire } from 'node:module';
import { decode } from 'punycode/';
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

const newer = new Map<string, boolean>();

/** Whether whatwg-url accepts a character that Unicode did not have in the version of our tables. */
function isNewer(character: string): boolean {
  let known = newer.get(character);
  if (known === undefined) {
    // Behind a letter for marks, alone for letters that are written from right to left.
    known = [character, `a${character}`].some((name) => oracleToAscii(name) === null && referenceHost(name) !== null);
    newer.set(character, known);
  }
  return known;
}

/** Whether a host beyond ASCII needs a newer Unicode than that of our tables. `accepted` has its A-labels. */
export function needsNewerUnicode(host: string, accepted: string): boolean {
  const written = decodeURIComponent(host);
  // An ASCII host needs no tables. All A-labels of another are valid, so each can be decoded.
  if (/^[\0-\x7f]*$/.test(written)) return false;
  const labels = decodeURIComponent(accepted)
    .split('.')
    .filter((label) => label.startsWith('xn--'));
  return [written, ...labels.map((label) => decode(label.slice('xn--'.length)))].some((text) =>
    Array.from(text).some(isNewer),
  );
}
