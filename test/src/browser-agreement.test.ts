/**
 * Agreement with the platform's own `URL` (WHATWG) for http and https: what one refuses the other refuses, and
 * host, port and path are the same, so that a link leads where the browser goes that follows it.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explain, resolve, UrlError } from '../../src/index.ts';
import { runs, webBase, webReference, webUrl } from './generators.ts';

/** WHATWG's spelling of a component in that of RFC 3986: escapes of §6.2.2, and nothing raw that must not be. */
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

/** Browsers escape an apostrophe in a query, where RFC 3986 lets it stand. */
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

function browsers(url: string, base?: string): Target | null {
  if (!URL.canParse(url, base)) return null;
  const { protocol, hostname, port, pathname, search } = new URL(url, base);
  return {
    scheme: protocol.slice(0, -1),
    host: hostname,
    port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
    path: respell(pathname),
    query: quoted(respell(search)),
  };
}

function ours(url: string): Target | null {
  try {
    const { scheme, components } = explain(url);
    const { host, port, path, query } = components;
    return { scheme, host: host ?? '', port: port ?? 0, path, query: quoted(query ? `?${query}` : '') };
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}

/** Hosts that a browser takes and the library refuses: decoded, they would be read as another host. */
const refusedHere = /%/;

describe('an http URL', () => {
  it('has the host, port, path and query that browsers see, or is an error for both', () => {
    fc.assert(
      fc.property(webUrl, (url) => {
        const theirs = browsers(url);
        const mine = ours(url);
        if (mine === null && theirs !== null && refusedHere.test(url)) return;
        expect(mine).toEqual(theirs);
      }),
      runs(5),
    );
  });
});

describe('a reference against an http base', () => {
  it('leads where a browser goes, lax in the one point where browsers are', () => {
    fc.assert(
      fc.property(webReference, webBase, (reference, base) => {
        const theirs = browsers(reference, base);
        let mine: Target | null;
        try {
          mine = ours(resolve(reference, base, { lax: true }));
        } catch (error) {
          if (!(error instanceof UrlError)) throw error;
          mine = null;
        }
        if (mine === null && theirs !== null && refusedHere.test(reference)) return;
        expect(mine).toEqual(theirs);
      }),
      runs(5),
    );
  });
});
