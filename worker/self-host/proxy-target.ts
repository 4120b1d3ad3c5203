/**
 * What a request to the proxy is for: the target of a request in absolute form (RFC 9112 §3.2.2), as an address of the
 * Worker. It passes the old schemes and nothing else, so it is no proxy for the Web, and no tunnel.
 */
import type { Resolution } from '../../src/index.ts';
import { base64Of, concatOctets } from '../../src/octets/octets.ts';
import { safeExplain } from '../../src/safe.ts';
import { definitions } from '../../src/schemes/registry.ts';
import { decodeOctets } from '../../src/uri/decode.ts';
import { HTML32, ORIGINAL } from '../gateway/contract/contract.ts';
import { openHref } from '../gateway/contract/gateway-path.ts';
import { MARK } from '../old-browsers/links.ts';

/** The schemes that pass, whether a gateway opens them or a page explains them. Browsers open the Web themselves. */
const SCHEMES: ReadonlySet<string> = new Set(definitions.filter(({ kind }) => kind !== 'http').map(({ name }) => name));

/** An address of the Worker, and the credentials in the target, which no address has. */
export interface ProxyTarget {
  readonly path: string;
  /** The value of `Authorization`; `null` = none. */
  readonly authorization: string | null;
}

/** A request that the proxy refuses. Its message is for the visitor. */
export class RefusedRequest extends Error {
  readonly status: 400 | 403 | 405;

  constructor(status: RefusedRequest['status'], message: string) {
    super(message);
    this.status = status;
  }
}

/** The word before the parameters of the Worker, which end a target, and these parameters. */
const PARAMETERS = new RegExp(`^(.*)\\?${MARK}=?(?:&(.*))?$`, 's');

/** The words of a gopher search, as browsers write them after a searchable index, also after that of another search. */
const GOPHER_SEARCH = /^(gophers?:\/\/[^/]*\/7[^?]*?)(?:%09[^?]*)?\?(.*)$/is;

/**
 * The address of the Worker for the target of a request.
 *
 * @param target - as it was sent; a character beyond ASCII is an octet
 * @throws RefusedRequest for a target that is not the URL of an old scheme
 * @example
 * ```ts
 * proxyTarget('gopher://h.example/1/x').path; // '/gopher/h.example/1/x?links=original&format=html32'
 * proxyTarget('ftp://h.example/?waypost&sort=size').path; // '/ftp/h.example/?sort=size&links=original&format=html32'
 * ```
 */
export function proxyTarget(target: string): ProxyTarget {
  // Old browsers send blanks and accented letters as they are.
  const escaped = target.replace(/[^\x21-\x7e]/g, escapeOctet);
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(escaped)?.[1]?.toLowerCase();
  if (scheme === undefined) {
    throw new RefusedRequest(
      400,
      'This is a proxy. Set it in your browser as the proxy for gopher, FTP, news and WAIS.',
    );
  }
  if (!SCHEMES.has(scheme)) {
    throw new RefusedRequest(
      403,
      `This proxy opens gopher, FTP, news, WAIS and other old links, but no ${scheme} links.`,
    );
  }
  const [, link = escaped, own = ''] = PARAMETERS.exec(escaped) ?? [];
  const parameters = own.split('&').filter((pair) => pair !== '');
  const url = link.replace(
    GOPHER_SEARCH,
    (_, item: string, words: string) => `${item}%09${words.replaceAll('+', '%20')}`,
  );
  const read = safeExplain(url, { complete: true });
  return {
    path: withParameters(read.ok ? openHref(read.value.canonical) : `/open?url=${encodeURIComponent(url)}`, parameters),
    authorization: read.ok ? authorizationOf(read.value) : null,
  };
}

function escapeOctet(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** A form has the whole link among its fields. */
function withParameters(href: string, parameters: readonly string[]): string {
  const names = new Set(parameters.map((pair) => pair.split('=', 1)[0]));
  const [address = ''] = href.split('#', 1);
  const [path, query = ''] = names.has('url') ? ['/open'] : address.split('?', 2);
  const added = [`links=${ORIGINAL}`, ...(names.has('format') ? [] : [`format=${HTML32}`])];
  const kept = parameters.filter((pair) => !pair.startsWith('links='));
  return `${path}?${[...(query === '' ? [] : [query]), ...kept, ...added].join('&')}`;
}

/** An FTP server gets the user name and the password of its own URL. */
function authorizationOf({ kind, components: { user, password } }: Resolution): string | null {
  if (kind !== 'ftp' || user === null) return null;
  return `Basic ${base64Of(concatOctets([decodeOctets(user), ':', decodeOctets(password ?? '')]))}`;
}
