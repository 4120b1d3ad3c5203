/**
 * The library agrees with the reference implementation of the URL Standard on http and https: both refuse the same
 * inputs, and give the same host, port and path. So Waypost and a browser follow a link to the same place. The `URL` of
 * Node is older: it refuses hosts that the standard of June 2026 accepts, and leaves dot segments in some paths.
 */

import { describe, expect, it } from 'vitest';
import { URL as ReferenceUrl } from 'whatwg-url';
import { explain, UrlError } from '../../src/index.ts';
import fc, { runs } from '../fast-check.ts';
import { webBase, webReference, webUrl } from './generators.ts';

/** Turns WHATWG's spelling of a component into RFC 3986's: the escapes of §6.2.2, and no illegal raw character. */
function respell(component: string): string {
  return component.replace(/%[0-9A-Fa-f]{2}|./gsu, (piece) => {
    if (/^%./.test(piece)) {
      const octet = Number.parseInt(piece.slice(1), 16);
      const character = String.fromCharCode(octet);
      return /[A-Za-z0-9\-._~]/.test(character) ? character : piece.toUpperCase();
    }
    return /[A-Za-z0-9\-._~!$&'()*+,;=:@/?]/.test(piece) ? piece : encodeURIComponent(piece.toWellFormed());
  });
}

/** Browsers escape an apostrophe in a query; RFC 3986 does not. */
function quoted(query: string): string {
  return query.replaceAll("'", '%27');
}

interface Target {
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly query: string;
}

/** What the standard reads; `null` if it refuses, or if the URL has another scheme. */
function browsers(url: string, base?: string): Target | null {
  const parsed = ReferenceUrl.parse(url, base);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return null;
  const { protocol, hostname, port, pathname, search } = parsed;
  return {
    scheme: protocol.slice(0, -1),
    // The remaining characters that browsers allow raw in a host, but RFC 3986 does not.
    host: hostname.replace(/["`{}]/g, encodeURIComponent),
    port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
    path: respell(pathname),
    query: quoted(respell(search)),
  };
}

/** The same from the library; `null` if it refuses, or if the URL has another scheme. */
function ours(url: string, base?: string): Target | null {
  try {
    const { kind, scheme, components } = explain(url, { base });
    if (kind !== 'http') return null;
    const { host, port, path, query } = components;
    return { scheme, host: host ?? '', port: port ?? 0, path, query: quoted(query ? `?${query}` : '') };
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}

describe('an http URL', () => {
  it('has the host, port, path and query that browsers see, or is an error for both', () => {
    fc.assert(
      fc.property(webUrl, (url) => {
        expect(ours(url)).toEqual(browsers(url));
      }),
      runs(3),
    );
  });
});

describe('a reference against an http base', () => {
  it('has the same target as in browsers, also if it repeats the scheme', () => {
    fc.assert(
      fc.property(webReference, webBase, (reference, base) => {
        expect(ours(reference, base)).toEqual(browsers(reference, base));
      }),
      runs(3),
    );
  });
});
