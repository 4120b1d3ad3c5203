/** The settings of the gateways, from text to values. Each parser throws a TypeError for invalid text. */
import { parseTemplate, type Template } from 'url-template';
import { parse, type Resolution, UrlError } from '../../src/index.ts';
import { UNSAFE_SCHEMES } from '../../src/schemes/unknown.ts';

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

/**
 * Reads `GATEWAYS`: scheme → `self`, `none`, or an RFC 6570 template of an http(s) URL.
 *
 * @example
 * ```ts
 * parseGateways('{"telnet": "none"}').get('telnet'); // 'none'
 * parseGateways('{"gemini": "https://portal.example/{+authority}/{+path}"}').has('gemini'); // true
 * ```
 */
export function parseGateways(text: string): ReadonlyMap<string, GatewaySetting> {
  return new Map(
    entriesOf(text).map(([scheme, setting]) => {
      if (!/^[a-z][a-z0-9+.-]*$/.test(scheme) || UNSAFE_SCHEMES.has(scheme))
        throw new TypeError('not a scheme to open');
      return [
        scheme,
        setting === 'self' || setting === 'none' ? setting : { ...parseTemplate(webUrl(setting)), text: setting },
      ];
    }),
  );
}

/**
 * Reads `AFS_WEB`: cell → the http(s) URL of the web server that publishes its files.
 *
 * @example
 * ```ts
 * parseCells('{"andrew.cmu.edu": "https://web.example/afs/andrew"}').size; // 1
 * ```
 */
export function parseCells(text: string): ReadonlyMap<string, string> {
  return new Map(entriesOf(text).map(([cell, front]) => [cell.toLowerCase(), webUrl(front).replace(/\/+$/, '')]));
}

/**
 * Reads `EXAMPLES`: label → URL.
 *
 * @example
 * ```ts
 * parseExamples('{"a gopher menu": "gopher://h.example/"}').size; // 1
 * ```
 */
export function parseExamples(text: string): ReadonlyMap<string, string> {
  const examples = new Map(entriesOf(text));
  for (const url of examples.values()) if (!isLink(url)) throw new TypeError('not a URL to open');
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

/** @throws TypeError if a text is not the URL, or the template of a URL, of a host on the Web */
export function webUrl(text: string): string {
  if (!/^https?:\/\/[^/?#]/.test(text)) throw new TypeError('not an http(s) URL');
  return text;
}

/**
 * Reads `PROSPERO_RELAY`: the http(s) URL of a relay. Empty = `null`.
 *
 * @example
 * ```ts
 * parseRelay('http://127.0.0.1:1526'); // 'http://127.0.0.1:1526/'
 * ```
 */
export function parseRelay(text: string): string | null {
  return text === '' ? null : new URL(webUrl(text)).href;
}

/** How people reach the operator: by mail, or at a URL. */
export interface Contact {
  /** `mailto:` or http(s). */
  readonly href: string;
  readonly text: string;
}

/**
 * Reads `CONTACT`: a mail address, or an http(s) URL. Empty = `null`.
 *
 * @example
 * ```ts
 * parseContact('help@waypost.example')?.href; // 'mailto:help@waypost.example'
 * ```
 */
export function parseContact(text: string): Contact | null {
  if (text === '') return null;
  if (/^https?:\/\/[^\s]+$/.test(text)) return { href: text, text };
  const address = text.replace(/^mailto:/i, '');
  if (!/^[^\s@<>"]+@[^\s@<>"]+$/.test(address)) throw new TypeError('neither an address nor a URL');
  return { href: `mailto:${address}`, text: address };
}
