/** What gateways and pages are set with, from text to values. Each parser throws a TypeError for invalid text. */
import { parseTemplate, type Template } from 'url-template';
import { entriesOf } from '../../src/egress/entries.ts';
import { isDnsName } from '../../src/egress/host-list.ts';
import type { Target } from '../../src/egress/judgement.ts';
import { parse, type Resolution, UrlError } from '../../src/index.ts';
import type { OpenSettings } from '../../src/open/contract.ts';
import { UNSAFE_SCHEMES } from '../../src/schemes/unknown.ts';
import { webTemplate, webUrl } from '../../src/templates/templates.ts';

/** How links of a scheme are opened: by a gateway of this Worker, not at all, or at an external gateway. */
export type GatewaySetting = 'self' | 'none' | ExternalGateway;

/** The part of the built-in gateways that destinations depend on. */
export interface BuiltInGateways {
  /** The schemes that the gateways open. */
  readonly schemes: ReadonlySet<string>;
  /** Those whose servers are reached by UDP, which Workers lack: a relay asks them. */
  readonly relayed: ReadonlySet<string>;
  /** Those whose links lead to sessions for terminals, which the setting `TERMINALS` allows. */
  readonly sessions: ReadonlySet<string>;
  /** The schemes whose parameters depend on how a link was written, beside its canonical form. */
  readonly spelled: ReadonlySet<string>;
  /** Whether a setting is missing that would name the server of links of a scheme that name none. */
  needsServer(scheme: string, settings: OpenSettings): boolean;
  /** The servers that are asked for a link, any of which may answer; empty = none is asked. No setting is missing. */
  servers(link: Resolution, settings: OpenSettings): readonly Target[];
  /** The query parameters that the gateway path of a link needs. */
  entry(link: Resolution): Readonly<Record<string, string>>;
}

/** A Worker without gateways, such as one of the JSON API alone. */
export const NO_GATEWAYS: BuiltInGateways = {
  schemes: new Set(),
  relayed: new Set(),
  sessions: new Set(),
  spelled: new Set(),
  needsServer: () => false,
  servers: () => [],
  entry: () => ({}),
};

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

/** Reads `PROSPERO_RELAY`: the http(s) URL of a relay. Empty = `null`. */
export function parseRelay(text: string): string | null {
  return text === '' ? null : new URL(webUrl(text)).href;
}

/** How people reach the operator: by mail, or at a URL. */
interface Contact {
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

/** Reads `CNRP_GEOGRAPHY`: a country or a part of one, by its code of ISO 3166-1 or 3166-2. Empty = everywhere. */
export function parseGeography(text: string): string {
  if (/^(?:[a-z]{2}(?:-[a-z\d]{1,3})?)?$/i.test(text)) return text;
  throw new TypeError('not a code of ISO 3166');
}
