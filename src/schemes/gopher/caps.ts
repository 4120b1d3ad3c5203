/**
 * `caps.txt`, the capabilities file that servers keep by common usage: `CAPS`, then lines of `Key=Value`.
 */
import { textOf } from '../../uri/octets.ts';

export interface Capabilities {
  /** The charset of texts that do not say theirs; `null` = not told. */
  readonly defaultEncoding: string | null;
  /** Where the same server speaks TLS; `null` = nowhere that it tells. */
  readonly tlsPort: number | null;
  /** For how long these facts hold, in seconds. */
  readonly expiresAfter: number;
  /** Every key as the file writes it, in its order. */
  readonly entries: readonly (readonly [key: string, value: string])[];
}

/** The selectors under which servers keep the file. */
export const CAPS_SELECTORS: ReadonlySet<string> = new Set(['caps.txt', '/caps.txt']);

/** An hour, where a file does not say for how long it holds; a day at most. */
const DEFAULT_SECONDS = 3600;
const LONGEST_SECONDS = 86_400;

/**
 * Reads a capabilities file; `null` where the text is none.
 *
 * @example
 * ```ts
 * parseCaps(octetsOf('CAPS\nServerTLSPort=7443\n'))?.tlsPort; // 7443
 * ```
 */
export function parseCaps(octets: Uint8Array): Capabilities | null {
  const [first = '', ...lines] = textOf(octets).split(/\r?\n/);
  if (!/^\uFEFF?CAPS\s*$/.test(first)) return null;
  const entries = lines.flatMap((line): (readonly [string, string])[] => {
    const [, key, value] = /^\s*([A-Za-z][\w-]*)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    return key === undefined || value === undefined || value === '' ? [] : [[key, value]];
  });
  const values = new Map(entries);
  const seconds = numberOf(values.get('ExpireCapsAfter'));
  const port = numberOf(values.get('ServerTLSPort'));
  return {
    defaultEncoding: values.get('ServerDefaultEncoding') ?? null,
    tlsPort: port !== null && port >= 1 && port <= 65_535 ? port : null,
    expiresAfter: Math.min(seconds ?? DEFAULT_SECONDS, LONGEST_SECONDS),
    entries,
  };
}

function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
