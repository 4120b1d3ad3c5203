/**
 * Gateway paths: the address at which this Worker opens a link, and the link at such an address.
 *
 * ```
 *   gopher://h:7070/1/world   ⇄   /gopher/h:7070/1/world
 *   news:comp.lang.c          ⇄   /news/~/comp.lang.c            ~ = no server is named
 *   gopher://[::1]/           ⇄   /gopher/%5B::1%5D/             raw brackets are read too
 *   gopher://h/1a//b          ⇄   /open?url=gopher%3A%2F%2Fh%2F1a%2F%2Fb
 * ```
 * A gateway path looks like the link, so that relative references in the answer keep working. HTTP clients and
 * platforms remove dot segments, merge slashes and turn `\` into `/` before the Worker runs. A link whose path they
 * would change has no gateway path.
 */
import type { Canonical } from '../../../src/index.ts';
import { schemes } from '../../../src/index.ts';
import { definitions } from '../../../src/schemes/registry.ts';
import { withoutUserInfo } from '../../../src/uri/user-info.ts';

/** The schemes whose links have gateway paths. Other links need the query, which a gateway path has for parameters. */
export const gatewayPathSchemes: ReadonlySet<string> = new Set(
  definitions.filter(({ gatewayPath }) => gatewayPath).map(({ name }) => name),
);

/** The parts of a gateway path, as they were sent: nothing is decoded. */
export interface GatewayPath {
  readonly scheme: string;
  /** Not empty; `~` if the link names no server. */
  readonly authority: string;
  /** Begins with the slash after the authority; empty if the path ends with its authority. */
  readonly rest: string;
  /** The link that is opened, not yet canonical. */
  readonly link: string;
}

/** The placeholder for the authority of a link without one. */
const NO_SERVER = '~';

/** A path that clients would change: with a dot segment, an empty segment before the last, or a backslash. */
const FRAGILE = /\/(?:\.|%2e){1,2}(?=\/|$)|\/\/|\\|%5c/i;

/**
 * Parses the path of a request as it was sent; `null` if it is no gateway path.
 * `parseGatewayPath('/news/~/comp.lang.c')?.link` is `'news:comp.lang.c'`, and `parseGatewayPath('/health')` is `null`.
 */
export function parseGatewayPath(path: string): GatewayPath | null {
  const slash = path.indexOf('/', 1);
  if (slash === -1) return null;
  const scheme = path.slice(1, slash);
  if (!gatewayPathSchemes.has(scheme)) return null;
  const next = path.indexOf('/', slash + 1);
  const end = next === -1 ? path.length : next;
  const authority = withBrackets(path.slice(slash + 1, end));
  if (authority === '') return null;
  const rest = path.slice(end);
  const link = authority === NO_SERVER ? `${scheme}:${rest.slice(1)}` : `${scheme}://${authority}${rest}`;
  return { scheme, authority, rest, link };
}

/** An IPv6 address in brackets, which a path has to escape (RFC 3986 §3.3), and perhaps a port. */
const ESCAPED_BRACKETS = /^%5b([^%]*)%5d(?=:|$)/i;

function withBrackets(authority: string): string {
  return authority.startsWith('%') ? authority.replace(ESCAPED_BRACKETS, '[$1]') : authority;
}

function escapeBrackets(authority: string): string {
  return authority.startsWith('[') ? authority.replace('[', '%5B').replace(']', '%5D') : authority;
}

/**
 * Whether a gateway may ask for a password at this path: only at `/<scheme>/<authority>/…`, as at `/ftp/h.example/`. A
 * browser sends the password to the paths below that one only (RFC 7617 §2.2), so no other server receives it.
 *
 * @param schemes - those whose servers take passwords
 */
export function mayAskPassword(path: GatewayPath | null, schemes: readonly string[]): boolean {
  return path !== null && path.rest !== '' && schemes.includes(path.scheme);
}

/**
 * The path and query, perhaps with more parameters, at which this Worker opens a link. User info is left out; a
 * fragment stays a fragment. `openHref(canonicalize('gopher://h.example/1/world'))` is `'/gopher/h.example/1/world'`
 * and `openHref(canonicalize('go://?x'), { format: 'json' })` is `'/open?url=go%3A%2F%2F%3Fx&format=json'`.
 */
export function openHref(link: Canonical, query?: Readonly<Record<string, string>>): string {
  const mark = link.indexOf('#');
  const fragment = mark === -1 ? '' : link.slice(mark);
  const whole = mark === -1 ? link : link.slice(0, mark);
  const bare = whole.includes('@') ? withoutUserInfo(whole) : whole;
  const gatewayPath = gatewayPathOf(bare);
  // Menus have thousands of links, and hardly any has parameters.
  if (gatewayPath !== null && query === undefined) return gatewayPath + fragment;
  const parameters = Object.entries(gatewayPath === null ? { url: bare, ...query } : (query ?? {}));
  const search = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return `${gatewayPath ?? '/open'}${search === '' ? '' : `?${search}`}${fragment}`;
}

function pathWithServer(scheme: string, afterSlashes: string): string | null {
  const slash = afterSlashes.indexOf('/');
  const authority = slash === -1 ? afterSlashes : afterSlashes.slice(0, slash);
  // Neither would lead back to this link.
  if (authority === '' || authority === NO_SERVER) return null;
  return `/${scheme}/${escapeBrackets(authority)}${afterSlashes.slice(authority.length)}`;
}

/** The gateway path of a canonical link; `null` if it has none. The path leads back to exactly this link. */
function gatewayPathOf(link: string): string | null {
  const colon = link.indexOf(':');
  const scheme = link.slice(0, colon);
  if (!gatewayPathSchemes.has(scheme) || link.includes('?')) return null;
  const path = link.startsWith('//', colon + 1)
    ? pathWithServer(scheme, link.slice(colon + 3))
    : `/${scheme}/${NO_SERVER}/${link.slice(colon + 1)}`;
  return path === null || FRAGILE.test(path) ? null : path;
}

const RAW = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Restores a link to the form that it had before it was put into the path after `/u/`: links arrive there raw or
 * escaped as a whole, perhaps with one slash less, because HTTP clients and platforms may merge two slashes.
 * `repairSlashes('gopher:/h.example/1')` is `'gopher://h.example/1'` and
 * `repairSlashes('gopher%3A%2F%2Fh.example%2F0a%2520b')` is `'gopher://h.example/0a%20b'`.
 */
export function repairSlashes(path: string): string {
  const link = RAW.test(path) ? path : unescapeOnce(path);
  const colon = link.indexOf(':');
  const scheme = link.slice(0, colon).toLowerCase();
  return mayLackSlash(scheme) ? link.replace(/^([^:]+):\/(?!\/)/, '$1://') : link;
}

/** Whether links of a scheme name a server after two slashes. `file:/x` is complete. */
function mayLackSlash(scheme: string): boolean {
  const authority = schemes.get(scheme)?.syntax.authority;
  return scheme !== 'file' && authority !== undefined && authority !== 'none';
}

function unescapeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
