/**
 * Puts new parts into a canonical URL. A part cannot end early: its delimiters are percent-encoded, so that a path
 * cannot become a query, or a user name a host.
 */
import type { Canonical } from './uri/canonical-parts.ts';
import { splitAuthority, splitUrl } from './uri/components.ts';
import { UrlError } from './uri/error.ts';
import { generic } from './uri/generic-diagnostics.ts';

/** The parts to replace. `null` removes a part; an absent part stays. Escapes of a part are kept. */
export interface ReplacedParts {
  /** Without the colon. */
  readonly scheme?: string;
  readonly user?: string | null;
  readonly password?: string | null;
  /** A name in any script, an IPv4 address, or an IPv6 address in brackets. `null` also removes user info and port. */
  readonly host?: string | null;
  readonly port?: number | null;
  readonly path?: string;
  /** Without the question mark. */
  readonly query?: string | null;
  /** Without the number sign. */
  readonly fragment?: string | null;
}

/** What every part encodes: characters that the library would trim, drop, or read as a wrapper. */
const NEVER = '\\x00-\\x20\\x7f<>"\\\\';

/** What a part encodes, so that it does not end before its end. */
const DELIMITERS = {
  user: encoder(':@/?#\\[\\]'),
  password: encoder('@/?#\\[\\]'),
  path: encoder('?#'),
  query: encoder('#'),
  fragment: encoder('#'),
} as const;

function encoder(characters: string): RegExp {
  return new RegExp(`[${NEVER}${characters}]`, 'g');
}

function encoded(part: keyof typeof DELIMITERS, text: string): string {
  return text.replace(DELIMITERS[part], (character) => {
    const octet = character.charCodeAt(0).toString(16).toUpperCase();
    return `%${octet.padStart(2, '0')}`;
  });
}

/**
 * A canonical URL with some of its parts replaced. The result still has to be canonicalized.
 *
 * @param canonical - the URL
 * @param parts - the new parts, percent-encoded or raw
 * @throws {@link UrlError} if the scheme or the host has a delimiter, or if there is no host for user info or a port
 * @example
 * ```ts
 * withParts(canonicalize('gopher://h.example/1/a?b'), { port: 7070, path: '/0/what?' }); // 'gopher://h.example:7070/0/what%3F'
 * ```
 */
export function withParts(canonical: Canonical, parts: ReplacedParts): string {
  const { schemeTo, hasAuthority, pathFrom, pathTo, queryTo } = splitUrl(canonical);
  const { scheme = canonical.slice(0, schemeTo) } = parts;
  if (!/^[a-z][a-z\d+.-]*$/i.test(scheme)) throw new UrlError(generic['scheme-invalid'], 0, scheme);
  const authority = authorityWith(
    hasAuthority ? canonical.slice(schemeTo + '://'.length, pathFrom) : '',
    hasAuthority,
    parts,
  );
  const {
    query = pathTo < queryTo ? canonical.slice(pathTo + 1, queryTo) : null,
    fragment = queryTo < canonical.length ? canonical.slice(queryTo + 1) : null,
  } = parts;
  const path = parts.path === undefined ? canonical.slice(pathFrom, pathTo) : encoded('path', parts.path);
  return [
    `${scheme}:`,
    authority === null ? '' : `//${authority}`,
    pathBehind(authority, path),
    query === null ? '' : `?${encoded('query', query)}`,
    fragment === null ? '' : `#${encoded('fragment', fragment)}`,
  ].join('');
}

/** A path that is neither part of the authority nor read as one (RFC 3986 §3.3). */
function pathBehind(authority: string | null, path: string): string {
  if (authority === null) return path.startsWith('//') ? `/.${path}` : path;
  return path === '' || path.startsWith('/') ? path : `/${path}`;
}

function authorityWith(written: string, isThere: boolean, parts: ReplacedParts): string | null {
  const old = isThere && parts.host !== null ? splitAuthority(written) : NO_AUTHORITY;
  const { user = old.user, password = old.password, host = old.host, port = old.port } = parts;
  if (host === null) {
    const orphan = user ?? password ?? port;
    if (orphan !== null) throw new UrlError(generic['host-missing'], 0, String(orphan));
    return null;
  }
  const wrong = HOST_DELIMITER.exec(host);
  if (wrong !== null) throw new UrlError(generic['host-forbidden-character'], wrong.index, host);
  const secret = password === null ? '' : `:${encoded('password', password)}`;
  const userInfo = user === null && password === null ? '' : `${encoded('user', user ?? '')}${secret}@`;
  return `${userInfo}${host}${port === null ? '' : `:${port}`}`;
}

const NO_AUTHORITY = { user: null, password: null, host: null, port: null } as const;

/** What would end a host. A colon may stand in brackets only. */
const HOST_DELIMITER = /[\x00-\x20\x7f/?#@\\<>"]|(?<!^\[[^\]]*):/;
