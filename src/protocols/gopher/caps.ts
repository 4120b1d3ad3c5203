/**
 * `caps.txt`, the capabilities file of a gopher server (a convention, not a standard): a line `CAPS`, then lines
 * `Key=Value`. Other files in which a server describes itself, such as `robots.txt`, are fetched in the same way.
 */
import { utf8OrLatin1Of } from '../../octets/octets.ts';
import type { Connection } from '../connection.ts';
import { protocolLimits } from '../limits.ts';
import { plainText } from './period.ts';
import { ask, collectBody, type GopherServer } from './reply.ts';

export interface GopherCapabilities {
  /** The charset of the server's texts; `null` = the file does not say. */
  readonly defaultEncoding: string | null;
  /** The port for TLS; `null` = the file does not name one. */
  readonly tlsPort: number | null;
  /** How long the file is valid, in seconds. */
  readonly expiresAfter: number;
  /** Every key with its value, as written and in the order of the file. */
  readonly entries: readonly (readonly [key: string, value: string])[];
}

/** The selectors under which servers keep the file. */
export const CAPS_SELECTORS: ReadonlySet<string> = new Set(['caps.txt', '/caps.txt']);

/** One hour: the validity of a file that does not set one. */
const DEFAULT_SECONDS = 3600;
/** One day: a longer validity is cut to this. */
const LONGEST_SECONDS = 86_400;

/**
 * Reads a capabilities file; `null` for any other page, which servers without the file may send.
 * `parseCaps(octetsOf('CAPS\nServerTLSPort=7443\n'))?.tlsPort` is `7443`.
 */
export function parseCaps(octets: Uint8Array): GopherCapabilities | null {
  const [first = '', ...lines] = utf8OrLatin1Of(octets).split(/\r?\n/);
  if (!/^\uFEFF?CAPS\s*$/.test(first)) return null;
  const entries = lines.flatMap((line): (readonly [string, string])[] => {
    const [, key, value] = /^\s*([A-Za-z][\w-]*)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    return key === undefined || value === undefined || value === '' ? [] : [[key, value]];
  });
  const values = new Map(entries);
  const numberOf = (key: string) => Number(/^\d{1,9}$/.exec(values.get(key) ?? '')?.[0] ?? Number.NaN);
  const seconds = numberOf('ExpireCapsAfter');
  const port = numberOf('ServerTLSPort');
  return {
    defaultEncoding: values.get('ServerDefaultEncoding') ?? null,
    tlsPort: port >= 1 && port <= 65_535 ? port : null,
    expiresAfter: Math.min(Number.isNaN(seconds) ? DEFAULT_SECONDS : seconds, LONGEST_SECONDS),
    entries,
  };
}

/**
 * Fetches a file about the server itself. A server without it sends an error as text, or nothing.
 *
 * @throws ProtocolError if the server cannot be reached or stops in the middle
 */
export async function fetchServerFile(server: GopherServer, selector: string): Promise<Uint8Array> {
  const reply = await ask(server, { type: '0', selector, search: null, plus: null });
  reply.body.expectPeriod();
  const { octets } = await collectBody(reply, protocolLimits.siteFile);
  reply.body.close();
  return plainText(octets);
}

/** How long to wait for `caps.txt`, in milliseconds: it only helps to guess a charset. */
const CAPS_MS = 1000;

/**
 * Fetches the capabilities of a server; `null` if it has none, cannot be reached, or does not answer within a second.
 */
export async function fetchCapabilities(server: GopherServer): Promise<GopherCapabilities | null> {
  const octets = await fetchCapsFile(server);
  return octets === null ? null : parseCaps(octets);
}

/** What a server has as its `caps.txt`; `null` if it cannot be reached, or does not answer within a second. */
export async function fetchCapsFile(server: GopherServer): Promise<Uint8Array | null> {
  const opening: Promise<Connection>[] = [];
  const connect: GopherServer['connect'] = (tls) => {
    const connection = server.connect(tls);
    opening.push(connection);
    return connection;
  };
  const file = fetchServerFile({ ...server, connect }, 'caps.txt').catch(() => null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, CAPS_MS, null);
  });
  const octets = await Promise.race([file, late]);
  clearTimeout(timer);
  for (const connection of opening)
    connection.then(
      (opened) => opened.close(),
      () => {},
    );
  return octets;
}
