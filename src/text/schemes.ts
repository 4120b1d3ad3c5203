/**
 * Which words before a colon begin a link: those of the registry, and any other before `://`. A scheme whose URLs have
 * no `//` has a row in the table below.
 */
import { CONTENT_SCHEMES, SCHEME_NAMES } from './scheme-names.ts';

const NAMES: ReadonlySet<string> = new Set(SCHEME_NAMES);
const CONTENT: ReadonlySet<string> = new Set(CONTENT_SCHEMES);

/** Whether Waypost knows the scheme; `name` is in lower case. */
export function isKnownScheme(name: string): boolean {
  return NAMES.has(name);
}

/** Whether a reference has a scheme, but not one whose URLs contain content or code. `C:` is a drive. */
export function isAbsolute(reference: string): boolean {
  const [, scheme] = /^([a-z][a-z\d+.-]+):./is.exec(reference) ?? [];
  return scheme !== undefined && !CONTENT.has(scheme.toLowerCase());
}

/** How the text after the colon begins in URLs without `//`, and what it contains if it is a URL beyond warning. */
interface OpaqueForm {
  readonly begins: RegExp;
  readonly certain: RegExp;
}

const ID: OpaqueForm = { begins: /^[\w%<*]/, certain: /@/ };
const GROUP: OpaqueForm = { begins: /^[\w%<*]/, certain: /[.@*]/ };

const OPAQUE: ReadonlyMap<string, OpaqueForm> = new Map([
  ['news', GROUP],
  ['snews', GROUP],
  ['nntp', { begins: /^\w/, certain: /\.[\w+.-]+\/\d+/ }],
  ['mailto', { begins: /^[^\s/@]*[@?]/, certain: /@[^.]+\./ }],
  ['mid', ID],
  ['cid', ID],
  ['go', { begins: /^[\w%?]/, certain: /[%;]/ }],
  ['file', { begins: /^\//, certain: /^\// }],
  ['afs', { begins: /^\//, certain: /^\// }],
  // A URN in a text may be the name of something that compares it octet by octet, such as an XML namespace.
  ['urn', { begins: /^[\w-]+:[^\s:]/, certain: /(?!)/ }],
]);

/**
 * Whether a text is a URL without `//`.
 *
 * @param scheme - in lower case
 * @param rest - what follows the colon
 */
export function opaqueForm(scheme: string, rest: string): 'certain' | 'doubtful' | null {
  const form = OPAQUE.get(scheme);
  if (form === undefined || !form.begins.test(rest)) return null;
  return form.certain.test(rest) ? 'certain' : 'doubtful';
}

/** Schemes whose URLs may have `//` and no host. */
const HOSTLESS: ReadonlySet<string> = new Set(['file', 'go', 'news', 'snews', 'nntp', 'afs', 'mailto', 'urn']);

/** Whether a URL with `//` needs a host. Nothing is known of unknown schemes. */
export function needsHost(scheme: string): boolean {
  return NAMES.has(scheme) && !HOSTLESS.has(scheme);
}

/** Whether a URL lacks its slashes. A browser takes `http:/a` on a page of http for a relative reference. */
export function lacksSlashes(url: string): boolean {
  const [, scheme = ''] = /^([a-z][a-z\d+.-]*):(?!\/\/)/i.exec(url) ?? [];
  return scheme !== '' && needsHost(scheme.toLowerCase()) && opaqueForm(scheme.toLowerCase(), 'a@b.c') === null;
}
