/**
 * Hosts are read as the URL Standard reads them today. whatwg-url is its reference implementation, so a change of the
 * standard is seen here when that package moves. `npm run idna` tries 100,000 hosts.
 */
import { expect, test } from 'vitest';
import { explain, UrlError } from '../../../src/index.ts';
import fc, { PROPERTY_TIMEOUT, runs } from '../../fast-check.ts';
import { anyHost } from './hosts.ts';
import { referenceHost } from './oracle.ts';

interface HostReading {
  readonly host: string | null;
  readonly hostUnicode: string | null;
  readonly codes: readonly string[];
}

function ours(host: string): HostReading {
  try {
    const { components, diagnostics } = explain(`http://${host}/`);
    return { ...components, codes: diagnostics.map(({ code }) => code) };
  } catch (error) {
    if (!(error instanceof UrlError)) throw error;
    return { host: null, hostUnicode: null, codes: [error.code] };
  }
}

/** What the generated hosts must have, so that the comparison is about all of it. */
const kinds: Readonly<Record<string, (host: string, reading: HostReading) => boolean>> = {
  'ASCII, accepted': (host, reading) => /^[!-~]+$/.test(host) && reading.host !== null,
  'ASCII, refused': (host, reading) => /^[!-~]+$/.test(host) && reading.host === null,
  'an A-label that is shown in Unicode': (_, { host, hostUnicode }) =>
    host?.includes('xn--') === true && host !== hostUnicode,
  'an A-label that is not valid': (_, { codes }) => codes.includes('host-idna-label'),
  'Unicode, accepted': (host, reading) => /[^\0-\x7f]/.test(host) && reading.host !== null,
  'Unicode, refused': (_, { codes }) => codes.includes('host-idna'),
  'full-width, accepted': (host, reading) => /[\uff01-\uff5e]/.test(host) && reading.host !== null,
  'right to left, accepted': (host, reading) => /[\u0590-\u08ff]/.test(host) && reading.host !== null,
  'right to left, refused': (host, reading) => /[\u0590-\u08ff]/.test(host) && reading.host === null,
  'a joiner, accepted': (host, reading) => /[\u200c\u200d]/.test(host) && reading.host !== null,
  'a joiner, refused': (host, reading) => /[\u200c\u200d]/.test(host) && reading.host === null,
  'escapes, accepted': (host, reading) => host.includes('%') && reading.host !== null,
  'escapes, refused': (host, reading) => host.includes('%') && reading.host === null,
  'a trailing dot': (_, { codes }) => codes.includes('host-trailing-dot'),
  'an address in an unusual notation': (_, { codes }) => codes.includes('host-ipv4-obfuscated'),
  'a number that is not an address': (_, { codes }) => codes.includes('host-ipv4'),
};

test(
  'a generated host is read as by whatwg-url',
  () => {
    const counts = new Map(Object.keys(kinds).map((kind) => [kind, 0]));
    fc.assert(
      fc.property(anyHost, (host) => {
        const reading = ours(host);
        expect(reading.host).toBe(referenceHost(host));
        for (const [kind, has] of Object.entries(kinds))
          if (has(host, reading)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      }),
      runs(2),
    );
    const rare = [...counts].filter(([, count]) => count < runs(2).numRuns / 500);
    expect(rare).toEqual([]);
  },
  PROPERTY_TIMEOUT,
);
