/** What gateways and pages are set with, from text to values. Each parser throws a TypeError for invalid text. */
import { parseTemplate, type Template } from 'url-template';
import { entriesIn } from '../../src/egress/entries.ts';
import { canonicalHost, isDnsName } from '../../src/egress/host-list.ts';
import { parse, type Resolution, UrlError } from '../../src/index.ts';
import { UNSAFE_SCHEMES } from '../../src/schemes/unknown.ts';
import { webTemplate, webUrl } from './web-addresses.ts';

/** How links of a scheme are opened: by a gateway of this Worker, not at all, or at an external gateway. */
export type GatewaySetting = 'self' | 'none' | ExternalGateway;

/** The part of the built-in gateways that destinations depend on. */
export interface BuiltInGateways {
  /** The schemes that the gateways open. */
  readonly schemes: ReadonlySet<string>;
  /** The query parameters that the gateway path of a link needs. */
  entry(link: Resolution): Readonly<Record<string, string>>;
}

/** A Worker without gateways, such as one of the JSON API alone. */
export const NO_GATEWAYS: BuiltInGateways = { schemes: new Set(), entry: () => ({}) };

interface ExternalGateway extends Template {
  /** The template as the operator wrote it. */
  readonly text: string;
}

/** Reads `GATEWAYS`: scheme → `self`, `none`, or an RFC 6570 template of an http(s) URL. */
export function parseGateways(text: string): ReadonlyMap<string, GatewaySetting> {
  return new Map(
    entriesOf(text).map(([scheme, setting]) => {
      if (!/^[a-z][a-z0-9+.-]*$/.test(scheme) || UNSAFE_SCHEMES.has(scheme))
        throw new TypeError('not a scheme to open');
      return [scheme, setting === 'self' || setting === 'none' ? setting : externalGateway(scheme, setting)];
    }),
  );
}

function externalGateway(scheme: string, template: string): ExternalGateway {
  return { ...parseTemplate(webTemplate(template, scheme)), text: template };
}

/** Without `TERMINALS`, links to terminals are explained, unless `GATEWAYS` names their scheme. */
export const NO_TERMINALS: ReadonlyMap<string, GatewaySetting> = new Map([
  ['telnet', 'none'],
  ['rlogin', 'none'],
  ['tn3270', 'none'],
]);

/** Reads `AFS_WEB`: cell → the http(s) URL of the web server that publishes its files. */
export function parseCells(text: string): ReadonlyMap<string, string> {
  return new Map(
    entriesOf(text).map(([cell, front]) => {
      const name = cell.toLowerCase();
      if (!isDnsName(name)) throw new TypeError('not the name of a cell');
      return [name, webUrl(front).replace(/\/+$/, '')];
    }),
  );
}

/** Reads `EXAMPLES`: label → URL. */
export function parseExamples(text: string): ReadonlyMap<string, string> {
  const examples = new Map(entriesOf(text));
  for (const [label, url] of examples) {
    if (label.trim() === '' || !isLink(url)) throw new TypeError('not a label and a URL to open');
  }
  return examples;
}

function isLink(url: string): boolean {
  try {
    return !UNSAFE_SCHEMES.has(parse(url).scheme);
  } catch (error) {
    if (error instanceof UrlError) return false;
    throw error;
  }
}

/** The entries of a table of strings, in JSON; none for an empty text. */
export function entriesOf(text: string): [key: string, value: string][] {
  if (text === '') return [];
  const table: unknown = JSON.parse(text);
  if (typeof table !== 'object' || table === null || Array.isArray(table)) throw new TypeError('not a table');
  return Object.entries(table).map(([key, value]: [string, unknown]) => {
    if (typeof value !== 'string') throw new TypeError('not a table of strings');
    return [key, value];
  });
}

/** Reads `PROSPERO_RELAY`: the http(s) URL of a relay. Empty = `null`. */
export function parseRelay(text: string): string | null {
  return text === '' ? null : new URL(webUrl(text)).href;
}

/** How people reach the operator: by mail, or at a URL. */
export interface Contact {
  /** `mailto:` or http(s). */
  readonly href: string;
  readonly text: string;
}

/** Reads `CONTACT`: a mail address, or an http(s) URL. Empty = `null`. */
export function parseContact(text: string): Contact | null {
  if (text === '') return null;
  if (/^https?:/.test(text)) return { href: webUrl(text), text };
  const address = text.replace(/^mailto:/i, '');
  if (!/^[^\s@<>"]+@[^\s@<>"]+$/.test(address)) throw new TypeError('neither an address nor a URL');
  return { href: `mailto:${address}`, text: address };
}

/**
 * The product token of a crawler (RFC 9309 §2.2.1), and what the paths begin with that it may fetch: all of a scheme, a
 * server, or a part of one.
 */
const CRAWLER = /^([\w.-]{3,64})=(\/[a-z][a-z\d+.-]*\/[\w.~:@!&'()+,;=%/-]*)$/;

/** Reads `CRAWLERS`: `crawler=/scheme/` or `crawler=/scheme/host/path`, with blanks between them. */
export function parseCrawlers(text: string): readonly { readonly agent: string; readonly path: string }[] {
  const entries = text.split(/\s+/).filter((entry) => entry !== '');
  return entries.map((entry) => {
    const [, agent, path] = CRAWLER.exec(entry) ?? [];
    if (agent === undefined || path === undefined) throw new TypeError(`${entry} is not crawler=/scheme/host/`);
    return { agent, path };
  });
}

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

/** Reads `CNRP_GEOGRAPHY`: a country or a part of one, by its code of ISO 3166-1 or 3166-2. Empty = everywhere. */
export function parseGeography(text: string): string {
  if (/^(?:[a-z]{2}(?:-[a-z\d]{1,3})?)?$/i.test(text)) return text;
  throw new TypeError('not a code of ISO 3166');
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
