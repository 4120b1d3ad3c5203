/**
 * Puts new parts into a URL (RFC 3986 §5.3). The new URL is read again: each part must still be the part that it was,
 * or there is no result.
 *
 * ```
 *   http://h.example/evil.example/x   without host   ──▶  http:/evil.example/x   read as the host evil.example
 *   ftp://h.example/a                 with a query   ──▶  ftp://h.example/a?b    read as the path /a?b
 * ```
 */
import { type Allowed, checkMembers, requireLibrary } from './uri/arguments.ts';
import type { Canonical, ParsedUrl } from './uri/canonical-parts.ts';
import { splitUrl } from './uri/components.ts';
import { UrlError } from './uri/error.ts';
import { genericErrors } from './uri/generic-errors.ts';
import { MAX_LENGTH } from './uri/prepare.ts';
import { type SchemeRules, unknownRules } from './uri/scheme-rules.ts';
import type { UrlInput } from './uri/url-object.ts';

/** The parts to replace. `null` removes a part; an absent part stays. Escapes of a part are kept. */
export interface ReplacedParts {
  /** Without the colon. */
  readonly scheme?: string | undefined;
  readonly user?: string | null | undefined;
  readonly password?: string | null | undefined;
  /** A name in any script, an IPv4 address, or an IPv6 address in brackets. `null` also removes user info and port. */
  readonly host?: string | null | undefined;
  readonly port?: number | null | undefined;
  /** Behind a host, a path begins with a slash; it is added if it is missing. */
  readonly path?: string | undefined;
  /** Without the question mark. */
  readonly query?: string | null | undefined;
  /** Without the number sign. */
  readonly fragment?: string | null | undefined;
}

/** A URL with some of its parts replaced. */
export type ReplaceParts = (url: UrlInput, parts: ReplacedParts) => Canonical;

/** What `replaceParts` needs of a library. */
interface ReadingFunctions {
  canonicalize(url: UrlInput): Canonical;
  parse(url: UrlInput): ParsedUrl;
  readonly schemes: ReadonlyMap<string, SchemeRules>;
}

type ReplacedPart = keyof ReplacedParts;

const OPTIONAL: Allowed = ['a string or null', null];

/** What each part may be, in the order of a URL. */
const ALLOWED: Readonly<Record<ReplacedPart, Allowed>> = {
  scheme: ['a string'],
  user: OPTIONAL,
  password: OPTIONAL,
  host: OPTIONAL,
  port: ['a number or null', null],
  path: ['a string'],
  query: OPTIONAL,
  fragment: OPTIONAL,
};

const PARTS = Object.keys(ALLOWED) as readonly ReplacedPart[];

/** The parts as they are written, without their delimiters. */
type WrittenParts = Pick<ParsedUrl, ReplacedPart>;

/** The parts with their delimiters. */
type DelimitedParts = Readonly<Record<ReplacedPart, string>>;

/**
 * Makes the function that replaces parts of URLs for the schemes of a library. It is no member of the library, so that
 * a program that does not use it does not ship it.
 *
 * @param library - what `createWaypost` returns
 * @example
 * ```ts
 * const replaceFileParts = replacePartsOf(createWaypost([ftp]));
 * replaceFileParts('ftp://h.example/a', { port: 2121 }); // 'ftp://h.example:2121/a'
 * ```
 */
export function replacePartsOf(library: ReadingFunctions): ReplaceParts {
  requireLibrary(library, 'canonicalize', 'parse', 'schemes');
  const { canonicalize, parse, schemes } = library;
  return (url, parts) => {
    checkMembers(parts, ALLOWED, 'part');
    for (const part of Object.values(parts)) {
      if (typeof part === 'string' && part.length > MAX_LENGTH) {
        throw new UrlError(genericErrors['too-long'], MAX_LENGTH, part);
      }
    }
    const parsed = parse(canonicalize(url));
    const { scheme = parsed.scheme } = parts;
    if (!/^[a-z][a-z\d+.-]*$/i.test(scheme)) throw new UrlError(genericErrors['scheme-invalid'], 0, scheme);
    const { dotSegments } = (schemes.get(scheme.toLowerCase()) ?? unknownRules).syntax;
    const asked = askedParts(parsed, parts, dotSegments);
    const pieces = delimitedParts(asked);
    const text = Object.values(pieces).join('');
    const found = parse(text);
    const misread = PARTS.filter((part) => found[part] !== asked[part]);
    // A part that the scheme does not have, or the last one, which the others took something from.
    const part = misread.find((name) => found[name] === null) ?? misread.at(-1);
    if (part !== undefined) throw errorAt(part, pieces, lacksHost(asked, found) ? 'host-missing' : 'part-misread');
    const result = canonicalize(text);
    // In mailto, an address in the query belongs to the path.
    const withoutQuery = asked.query === null ? null : canonicalize(textBefore('query', pieces));
    if (withoutQuery !== null && withoutQuery !== result.slice(0, splitUrl(result).pathTo)) {
      throw errorAt('query', pieces);
    }
    return result;
  };
}

/** Whether the path is read as a host, although it does not begin as one. */
function lacksHost(asked: WrittenParts, found: WrittenParts): boolean {
  if (found.host === null || found.host === '') return false;
  return asked.host === '' || (asked.host === null && !asked.path.startsWith('//'));
}

function errorAt(
  part: ReplacedPart,
  pieces: DelimitedParts,
  code: 'host-missing' | 'part-misread' = 'part-misread',
): UrlError {
  const index = textBefore(part, pieces).length;
  return new UrlError(genericErrors[code], index, Object.values(pieces).join(''), { end: index + pieces[part].length });
}

function textBefore(part: ReplacedPart, pieces: DelimitedParts): string {
  return PARTS.slice(0, PARTS.indexOf(part))
    .map((name) => pieces[name])
    .join('');
}

/** The parts of the new URL. */
function askedParts(parsed: ParsedUrl, parts: ReplacedParts, dotSegments: boolean): WrittenParts {
  const { scheme = parsed.scheme, query = parsed.query, fragment = parsed.fragment } = parts;
  const old = parts.host === null ? NO_AUTHORITY : parsed;
  const { user = old.user, password = old.password, host = old.host, port = old.port } = parts;
  const orphan = user ?? password ?? port;
  if (host === null && orphan !== null) throw new UrlError(genericErrors['host-missing'], 0, String(orphan));
  if (host !== null) checkHost(host);
  return {
    scheme: scheme.toLowerCase(),
    // There is no password without a user name, but the name may be empty.
    user: encodedPart('user', password === null ? user : (user ?? '')),
    password: encodedPart('password', password),
    host,
    port: port === null ? null : String(port),
    path: askedPath(parsed, parts, host, dotSegments),
    query: encodedPart('query', query),
    fragment: encodedPart('fragment', fragment),
  };
}

const NO_AUTHORITY = { user: null, password: null, host: null, port: null } as const;

/** A path behind a host begins with a slash. Without a host, it is not read as one (RFC 3986 §3.3). */
function askedPath(parsed: ParsedUrl, parts: ReplacedParts, host: string | null, dotSegments: boolean): string {
  const path = parts.path === undefined ? parsed.path : parts.path.replace(DELIMITERS.path, escapedCharacter);
  if (host !== null) return path === '' || path.startsWith('/') ? path : `/${path}`;
  if (dotSegments) return path.startsWith('//') ? `/.${path}` : path;
  // `news://h/comp.x` without its host is `news:comp.x`: a slash would be part of the name.
  return parts.path === undefined && parsed.host !== null ? path.replace('/', '') : path;
}

/** Each part with the delimiter before it; the scheme with those behind it. In the order of a URL. */
function delimitedParts(parts: WrittenParts): DelimitedParts {
  const { scheme, user, password, host, port, path, query, fragment } = parts;
  return {
    scheme: host === null ? `${scheme}:` : `${scheme}://`,
    user: user ?? '',
    password: password === null ? '' : `:${password}`,
    host: user === null ? (host ?? '') : `@${host}`,
    port: port === null ? '' : `:${port}`,
    path,
    query: query === null ? '' : `?${query}`,
    fragment: fragment === null ? '' : `#${fragment}`,
  };
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

function encodedPart(part: keyof typeof DELIMITERS, text: string | null): string | null {
  return text === null ? null : text.replace(DELIMITERS[part], escapedCharacter);
}

function escapedCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** What does not end a host. A colon may stand in brackets only. */
const HOST = new RegExp(`^(?:\\[[^${NEVER}/?#@\\]]*)?[^${NEVER}/?#@:]*`);

/** @throws {@link UrlError} if the host has a delimiter */
function checkHost(host: string): void {
  const to = HOST.exec(host)?.[0].length ?? 0;
  if (to < host.length) throw new UrlError(genericErrors['host-forbidden-character'], to, host);
}
