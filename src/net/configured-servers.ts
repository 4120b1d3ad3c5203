/** Servers for links that name none: of news, and of common names. Each parser throws a TypeError for invalid text. */
import { entriesIn } from '../egress/entries.ts';
import { canonicalHost } from '../egress/host-list.ts';

/** The server of a service. */
export interface CnrpServer {
  /** As `connect` takes it: IPv6 in brackets. */
  readonly host: string;
  readonly port: number;
}

/** The port that IANA assigned to CNRP (RFC 3367). */
export const CNRP_PORT = 1096;

/** The platform allows a request six connections at the same time. */
const MOST_SERVICES = 4;
const SERVICE = /^(?:(?:go|http):\/\/)?([^/?#:@\s]+|\[[\da-f:.]+\])(?::(\d{1,5}))?\/?$/i;

/**
 * Reads `CNRP_SERVICES`: up to four of `host`, `host:port` or `http://host:port/`, separated by commas or blanks. They
 * are asked at the same time. Empty = none.
 */
export function parseCnrpServices(text: string): readonly CnrpServer[] {
  const entries = entriesIn(text);
  if (entries.length > MOST_SERVICES) throw new TypeError(`more than ${MOST_SERVICES} services`);
  return entries.map((entry) => {
    const [, host = '', port] = SERVICE.exec(entry) ?? [];
    return serverAt(host, Number(port ?? CNRP_PORT));
  });
}

/** A name as DNS has it, or an address in brackets. URLs may have other names, but no operator has a server there. */
const SERVER_NAME = /^(?:(?:[a-z\d_](?:[\w-]*[a-z\d_])?\.)*[a-z\d_](?:[\w-]*[a-z\d_])?\.?|\[.*\])$/;

/** @throws TypeError for a host that cannot exist, and for no port */
function serverAt(written: string, port: number): CnrpServer {
  const host = canonicalHost(written);
  if (host === null || !SERVER_NAME.test(host)) throw new TypeError('not a host');
  if (port < 1 || port > 65_535) throw new TypeError('not a port');
  return { host, port };
}

/** The server of news links that name no server. */
export interface NewsServerSetting {
  readonly host: string;
  readonly port: number;
  readonly tls: 'none' | 'implicit';
}

const NEWS_SERVER = /^(?:(nntps?):\/\/)?([^/:@\s]+|\[[\da-f:.]+\])(?::(\d{1,5}))?\/?$/i;

/** Reads `NEWS_SERVER`: `host`, `host:port`, or `nntps://host` for TLS. Empty = no server. */
export function parseNewsServer(text: string): NewsServerSetting | null {
  if (text === '') return null;
  const [, scheme = 'nntp', host = '', port] = NEWS_SERVER.exec(text) ?? [];
  const secure = scheme.toLowerCase() === 'nntps';
  return { ...serverAt(host, Number(port ?? (secure ? 563 : 119))), tls: secure ? 'implicit' : 'none' };
}

/** Where a news archive lies. */
export type NewsArchivePlace = WebArchive | { readonly kind: 'folder'; readonly path: string };

/** A news archive at a web server. */
export interface WebArchive {
  readonly kind: 'web';
  /** As `connect` takes it: IPv6 in brackets. */
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
  /** The percent-encoded path of its folder, with a slash at the end. */
  readonly path: string;
}

const WEB_ARCHIVE = /^(https?):\/\/([^/?#:@\s]+|\[[\da-f:.]+\])(?::(\d{1,5}))?((?:\/[\w.~%!$&'()*+,;=:@-]*)*)$/i;

/** Reads `NEWS_ARCHIVE`: the http(s) address of a folder, or the path of one on this machine. Empty = no archive. */
export function parseNewsArchive(text: string): NewsArchivePlace | null {
  if (text === '') return null;
  if (!/^https?:/i.test(text)) {
    if (/[\0\r\n]/.test(text) || /^[a-z][a-z\d+.-]+:\/\//i.test(text)) throw new TypeError('not a folder');
    return { kind: 'folder', path: text };
  }
  const [, scheme = '', host = '', port, path = ''] = WEB_ARCHIVE.exec(text) ?? [];
  const isSecure = scheme.toLowerCase() === 'https';
  const server = serverAt(host, Number(port ?? (isSecure ? 443 : 80)));
  return { kind: 'web', ...server, isSecure, path: path.replace(/\/?$/, '/') };
}

/** The operator's login at the news server (RFC 4643 §2.3). */
export interface NewsCredentials {
  readonly user: string;
  readonly password: string;
}

/** AUTHINFO allows no control characters, and no blank in the name. */
const LOGIN = /^([^\x00-\x20\x7f:]{1,200}):([^\x00-\x1f\x7f]{1,200})$/;

/** Reads `NEWS_LOGIN`: a name, a colon, a password. Empty = no login. */
export function parseNewsLogin(text: string): NewsCredentials | null {
  if (text === '') return null;
  const [, user, password] = LOGIN.exec(text) ?? [];
  if (user === undefined || password === undefined) throw new TypeError('not name:password');
  return { user, password };
}
