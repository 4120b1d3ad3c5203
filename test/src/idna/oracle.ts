/** tr46, the judge of our UTS 46: the same parameters, and the data of the same version of Unicode. */
import { createRequire } from 'node:module';
import { toASCII, toUnicode } from 'tr46';
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
