/**
 * Links behind the addresses of gateways: the templates of gateways (RFC 6570), read backwards.
 *
 * ```
 *   https://gopher.floodgap.com/gopher/gw?a=gopher%3A%2F%2Fh.example  ──▶  gopher://h.example/
 *   https://web.archive.org/web/1997/ftp://h.example/a                ──▶  ftp://h.example/a
 *   https://waypost.example/gopher/h.example/1/a                      ──▶  gopher://h.example/1/a
 * ```
 */

import type { Options } from './canonicalizer.ts';
import { canonicalize, explain, type Resolution, schemes } from './every-scheme.ts';
import type { ExplainOptions } from './explanation.ts';
import { safeCanonicalize } from './safe.ts';
import { told } from './told.ts';
import { type AllowedMembers, checkMembers, FLAG, requireThat } from './uri/arguments.ts';
import type { Canonical } from './uri/canonical-parts.ts';
import { described } from './uri/diagnostic.ts';
import { generic } from './uri/generic-diagnostics.ts';
import { READING_OPTIONS } from './uri/scheme-rules.ts';
import { hrefOf, type UrlInput } from './uri/url-object.ts';

/** The addresses of a gateway. */
export interface GatewayTemplate {
  /**
   * An RFC 6570 template without its scheme, which is http or https. `{name}` is an escaped value, `{+name}` one with
   * its reserved characters.
   */
  readonly address: string;
  /** The link, with the same names. */
  readonly link: string;
}

/** Gateways that are, or were, open to everybody. */
export const GATEWAY_TEMPLATES: readonly GatewayTemplate[] = [
  { address: 'gopher.floodgap.com/gopher/gw?a={url}', link: '{url}' },
  { address: 'gopher.floodgap.com/gopher/gw?ss={url}&sq={search}', link: '{url}%09{search}' },
  { address: 'gopher.floodgap.com/gopher/gw?={host}+{port}+{hex}', link: 'gopher://{host}:{port}/{hex}' },
  { address: 'gopher.floodgap.com/gopher/gw?gopher://{+rest}', link: 'gopher://{rest}' },
  { address: 'gopher.floodgap.com/gopher/gw?{+rest}', link: 'gopher://{rest}' },
  { address: 'gopher.floodgap.com/gopher/gw.lite?a={url}', link: '{url}' },
  { address: 'gopher.floodgap.com/gopher/gw.lite?gopher://{+rest}', link: 'gopher://{rest}' },
  { address: 'gopherproxy.meulie.net/{authority}/{+path}', link: 'gopher://{authority}/{path}' },
  { address: 'gopherproxy.meulie.net/{authority}', link: 'gopher://{authority}/' },
  { address: 'portal.mozz.us/{scheme}/{authority}/{+path}', link: '{scheme}://{authority}/{path}' },
  { address: 'portal.mozz.us/{scheme}/{authority}', link: '{scheme}://{authority}/' },
  { address: 'web.archive.org/web/{time}/{+page}', link: '{page}' },
  { address: 'web.archive.org/web/{+page}', link: '{page}' },
];

/** The addresses of a Waypost, after its origin. */
const WAYPOST: readonly GatewayTemplate[] = [
  ...['/open', '/r', '/inspect', '/v1/resolve'].map((path) => ({ address: `${path}?url={url}`, link: '{url}' })),
  { address: '/u/{+rest}', link: '{rest}' },
  { address: '/{opened}/~/{text}', link: '{opened}:{text}' },
  { address: '/{opened}/{authority}/{segments}', link: '{opened}://{authority}/{segments}' },
  { address: '/{opened}/{authority}', link: '{opened}://{authority}/' },
];

/** The patterns of variables that are not any escaped value. */
const PATTERNS: Readonly<Record<string, string>> = {
  hex: '(?:[\\da-fA-F]{2})*',
  host: '[^/?#&+]+',
  port: '\\d+',
  // `~` stands for no server in the paths of a Waypost.
  authority: '(?!~(?:[/?#]|$))[^/?#]+',
  // The time of a copy, perhaps with the kind of page that is wanted, or a calendar of copies.
  time: '(?:\\d{1,14}(?:[a-z]{2}_)?|\\*)',
  // A scheme whose links have gateway paths. The query of such a path has parameters of Waypost.
  opened: [...schemes.values()].flatMap(({ name, gatewayPath }) => (gatewayPath ? [name] : [])).join('|'),
  scheme: '[a-z][a-z\\d+.-]*',
  segments: '[^?#]*',
  text: '[^?#]*',
};

/** A template as a pattern of addresses. */
interface BackwardTemplate {
  readonly pattern: RegExp;
  readonly link: string;
}

function backward({ address, link }: GatewayTemplate, origin: string): BackwardTemplate {
  const inQuery = (at: number): boolean => address.lastIndexOf('?', at) !== -1;
  const parts = address.split(/(\{\+?\w+\})/);
  let at = 0;
  const source = parts.map((part) => {
    const [, reserved, name = ''] = /^\{(\+?)(\w+)\}$/.exec(part) ?? [];
    at += part.length;
    if (name === '') return escapePattern(part);
    const any = reserved === '+' ? '.+' : inQuery(at) ? '[^&#]*' : '[^/?#]+';
    return `(?<${name}>${PATTERNS[name] ?? any})`;
  });
  // Parameters that the gateway has besides, and the fragment, are not of the link.
  return { pattern: new RegExp(`^${origin}${source.join('')}(?:[?&#].*)?$`, 's'), link };
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** The patterns of {@link GATEWAY_TEMPLATES}; `null` = not made yet. */
let known: readonly BackwardTemplate[] | null = null;
const byOrigin = new Map<string, readonly BackwardTemplate[]>();

/** The patterns of a Waypost; few programs have more than one. */
function waypostAt(origin: string): readonly BackwardTemplate[] {
  const found = byOrigin.get(origin);
  if (found !== undefined) return found;
  const made = WAYPOST.map((template) => backward(template, escapePattern(origin.replace(/\/$/, ''))));
  if (byOrigin.size < 16) byOrigin.set(origin, made);
  return made;
}

/** A copy in an archive of a page of a gateway is behind two gateways. More than this many is not a link. */
const MOST_GATEWAYS = 8;

/** How addresses of gateways are read. */
export interface UnwrapOptions extends Options {
  /** The origins of Wayposts, such as `https://waypost.example`, besides the gateways of {@link GATEWAY_TEMPLATES}. */
  readonly wayposts?: readonly string[] | undefined;
}

const NONE: readonly string[] = [];

/** What each option may be. */
const UNWRAP_OPTIONS: AllowedMembers = { ...READING_OPTIONS, wayposts: null };

/**
 * The link behind the address of a gateway, or behind several.
 *
 * @param url - a URL; with `base` a reference too
 * @returns the canonical link; `null` if the URL is not the address of a known gateway
 * @throws {@link UrlError} if it is not a URL
 * @example
 * ```ts
 * linkBehindGateway('https://web.archive.org/web/1997/ftp://h.example/a'); // 'ftp://h.example/a'
 * linkBehindGateway('https://w.example/gopher/h/1/a', { wayposts: ['https://w.example'] }); // 'gopher://h/1/a'
 * linkBehindGateway('https://h.example/'); // null
 * ```
 */
export function linkBehindGateway(url: UrlInput, options: UnwrapOptions = {}): Canonical | null {
  checkMembers(options, UNWRAP_OPTIONS);
  const link = textBehindGateway(url, options);
  return link === null ? null : canonicalize(link, { dialect: options.dialect });
}

/** The link as the gateway has it, which is a URL. */
function textBehindGateway(url: UrlInput, options: UnwrapOptions): string | null {
  const { base, dialect, lax, wayposts = NONE } = options;
  const areOrigins = Array.isArray(wayposts) && wayposts.every((origin) => typeof origin === 'string');
  requireThat(areOrigins, 'option wayposts', 'a list of strings');
  known ??= GATEWAY_TEMPLATES.map((template) => backward(template, 'https?://'));
  const templates = [...known, ...wayposts.flatMap(waypostAt)];
  let link: string | null = null;
  let address = canonicalize(url, { base, dialect, lax });
  for (let count = 0; count < MOST_GATEWAYS; count++) {
    const next = /^https?:/.test(address) ? readBackwards(address, templates) : null;
    const canonical = next === null ? null : safeCanonicalize(next, { dialect });
    if (!canonical?.ok) break;
    link = next;
    address = canonical.value;
  }
  return link;
}

function readBackwards(address: string, templates: readonly BackwardTemplate[]): string | null {
  for (const { pattern, link } of templates) {
    const { groups } = pattern.exec(address) ?? {};
    if (groups === undefined) continue;
    const values = { ...groups };
    const text = link.replace(/\{(\w+)\}/g, (_, name: string) => decodedVariable(name, values[name] ?? ''));
    // Servers and clients merge slashes in paths.
    const whole = /^(?:https?|ftps?|gophers?):\/[^/]/i.test(text) ? text.replace('/', '//') : text;
    // The archive takes an address without a scheme for a Web page.
    return link !== '{page}' || /^[a-z][a-z\d+-]*:(?!\d)/i.test(whole) ? whole : `http://${whole}`;
  }
  return null;
}

/**
 * The value of an escaped variable, decoded once. Controls stay escaped, and octets beyond ASCII, which may be Latin-1.
 */
function decodedVariable(name: string, value: string): string {
  if (name === 'hex') return value.replace(/../g, '%$&');
  if (name !== 'url' && name !== 'search') return value;
  const octets = value.replaceAll('+', '%20');
  if (name === 'search') return octets;
  return octets.replace(/%([2-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/**
 * Explains the link behind the address of a gateway, with the diagnostic `behind-gateway`; any other URL as `explain`
 * does.
 *
 * @param input - as for {@link linkBehindGateway}
 * @throws {@link UrlError}
 * @example
 * ```ts
 * explainBehindGateway('https://web.archive.org/web/1997/go:x').diagnostics[0]?.code; // 'behind-gateway'
 * ```
 */
export function explainBehindGateway(input: UrlInput, options: UnwrapOptions & ExplainOptions = {}): Resolution {
  checkMembers(options, { ...UNWRAP_OPTIONS, complete: FLAG });
  const { base, dialect, lax, complete } = options;
  const link = textBehindGateway(input, options);
  if (link === null) return explain(input, { base, dialect, lax, complete });
  const url = typeof input === 'string' ? input : (hrefOf(input) ?? '');
  const resolution = explain(link, { dialect, complete: true });
  const finding = { code: 'behind-gateway', at: [0, url.length], before: url, after: resolution.canonical } as const;
  const unwrapped = { ...described(finding, generic), code: finding.code };
  // The input has no places of the link.
  const others = resolution.diagnostics.map((diagnostic) => ({ ...diagnostic, at: null }));
  const whole = Object.assign({}, resolution, { input: url, diagnostics: [unwrapped, ...others] });
  return complete === true ? whole : told(whole);
}
