/**
 * The answer of a directory server: its links with their attributes, or what it says instead.
 *
 * ```
 *   LINK  L FILE name INTERNET-D host(port) ASCII hsoname version      version 5 has an empty field before L
 *   FORWARDED INTERNET-D host(port) ASCII hsoname version              ask there instead
 *   FAILURE NOT-FOUND
 * ```
 *
 * The URL of a link's object: that of the access method which browsers know best, or else of the object itself.
 *
 * ```
 *   ACCESS-METHOD AFTP INTERNET-D host ASCII /pub/a BINARY      ftp://host/pub/a;type=i
 *   EXTERNAL(AFTP,TEXT)                                         ftp:, with the place of the link
 *   ACCESS-METHOD PROSPERO-CONTENTS '' '' '' ''                 prospero:, with the place of the link
 * ```
 */
import { octetsOfLatin1 } from '../../octets/octets.ts';
import { ProsperoError, type ProtocolVersion, parseLines } from '../../schemes/prospero/tokens.ts';
import { ESCAPE } from '../../uri/percent.ts';
import { type ProtocolCode, type ProtocolError, quotingError } from '../protocol-error.ts';

/** Where an object is. Texts have one character for each octet. */
export interface ObjectPlace {
  readonly host: string;
  /** `null` = the default of the protocol. */
  readonly port: number | null;
  readonly hsoname: string;
  /** `null` = the current one. */
  readonly version: string | null;
}

export interface ProsperoLink extends ObjectPlace {
  /** `union`: the links of that directory belong into this one. */
  readonly kind: 'link' | 'union';
  readonly name: string;
  /** In upper case: `FILE`, `DIRECTORY`, `EXTERNAL(…)`. */
  readonly type: string;
  readonly attributes: readonly Attribute[];
}

/** Why a server gives no answer. */
export type ProsperoRefusal = 'not-found' | 'not-authorized' | 'not-a-directory' | 'version' | 'error';

export interface ProsperoAnswer {
  readonly links: readonly ProsperoLink[];
  /** Attributes of the object itself. */
  readonly attributes: readonly Attribute[];
  /** Where the server sends its clients. */
  readonly forwarded: ObjectPlace | null;
  readonly refusal: {
    readonly kind: ProsperoRefusal;
    /** The server's own word for it, such as `NOT-FOUND`. */
    readonly status: string;
    /** What the server says about it, one character for each octet. */
    readonly text: string;
  } | null;
}

const REFUSALS: Readonly<Record<string, ProsperoRefusal>> = {
  'NOT-FOUND': 'not-found',
  'NOT-AUTHORIZED': 'not-authorized',
  'AUTHENTICATION-REQUIRED': 'not-authorized',
  'NOT-A-DIRECTORY': 'not-a-directory',
  'VERSION-NOT-SUPPORTED': 'version',
  UNRESOLVED: 'not-found',
};

/**
 * Parses an answer, which has one character for each octet; throws a `ProsperoError` if it cannot be parsed.
 * `parseAnswer('LINK  L FILE a INTERNET-D h(1525) ASCII /a 0', 5).links[0]?.hsoname` is `'/a'`.
 */
export function parseAnswer(text: string, version: ProtocolVersion): ProsperoAnswer {
  const links: (ProsperoLink & { readonly attributes: Attribute[] })[] = [];
  const attributes: Attribute[] = [];
  let forwarded: ObjectPlace | null = null;
  let refusal: ProsperoAnswer['refusal'] = null;
  let owner = attributes;
  for (const line of parseLines(text, version)) {
    const attribute = attributeIn(line);
    if (attribute !== null) {
      owner.push(attribute);
    } else if (line[0] === 'LINK') {
      const link = linkIn(line);
      // What follows belongs to this link, shown or not.
      owner = link?.attributes ?? [];
      if (link !== null) links.push(link);
    } else if (line[0] === 'FORWARDED') {
      forwarded ??= placeIn(line.slice(1));
    } else {
      refusal ??= refusalInLine(line);
    }
  }
  return { links, attributes, forwarded, refusal };
}

/** `null` for links that clients do not show: invisible ones, and the filters of others. */
function linkIn(line: readonly string[]): (ProsperoLink & { readonly attributes: Attribute[] }) | null {
  const [kind, type = '', name = '', ...place] = line.slice(line[1] === '' ? 2 : 1);
  if (kind !== 'L' && kind !== 'U') return null;
  const where = placeIn(place);
  return { kind: kind === 'U' ? 'union' : 'link', name, type: type.toUpperCase(), ...where, attributes: [] };
}

/** `INTERNET-D`, host, `ASCII`, name, version. */
function placeIn([, hostWithPort = '', , hsoname, version = '0']: readonly string[]): ObjectPlace {
  if (hsoname === undefined) throw new ProsperoError('The answer has a link without a target.');
  return { ...serverIn(hostWithPort), hsoname, version: version === '0' || version === '' ? null : version };
}

/** `host(port)`, or the host alone. */
function serverIn(hostWithPort: string): Pick<ObjectPlace, 'host' | 'port'> {
  const [, host = '', port] = /^(.*?)(?:\((\d{1,5})\))?$/s.exec(hostWithPort) ?? [];
  return { host: host.toLowerCase(), port: port === undefined ? null : Number(port) };
}

/** `FAILURE <kind> …`, `ERROR …`, or the kind alone. Other lines, such as a message of the day, are passed over. */
function refusalInLine(line: readonly string[]): ProsperoAnswer['refusal'] {
  const [first = ''] = line;
  const words = first === 'FAILURE' ? line.slice(1) : line;
  const [status = first] = words;
  const kind = REFUSALS[status];
  if (kind !== undefined) return { kind, status, text: words.slice(1).join(' ').trim() };
  if (first !== 'FAILURE' && first !== 'ERROR') return null;
  return { kind: 'error', status, text: line.slice(1).join(' ').trim() };
}

const MEANINGS: Readonly<Record<ProsperoRefusal, readonly [code: ProtocolCode, sentence: string]>> = {
  'not-found': ['not-found', 'The server has no object with this name.'],
  'not-authorized': ['forbidden', 'The server requires a login for this object.'],
  'not-a-directory': ['not-found', 'The object is not a directory, and the server does not give its contents.'],
  version: ['malformed', 'The server does not support this gateway’s version of the protocol.'],
  error: ['malformed', 'The server reports an error.'],
};

const PATH = /\S*\/\S*/g;

export function refusalError({ kind, status, text }: NonNullable<ProsperoAnswer['refusal']>): ProtocolError {
  return quotingError(...MEANINGS[kind], { status, reply: octetsOfLatin1(text), path: PATH });
}

/** A URL of a place; `null` if none can name it. */
type UrlOf = (place: ObjectPlace, mode: string) => string | null;

const FTP_TYPES: Readonly<Record<string, string>> = { BINARY: ';type=i', TEXT: ';type=a' };

const ftp: UrlOf = ({ host, port, hsoname }, mode) =>
  `ftp://${authority(host, port)}/${escapedText(hsoname.replace(/^\//, ''))}${FTP_TYPES[mode] ?? ''}`;

/** The URL that each method has, the preferred one first. */
const METHODS: Readonly<Record<string, UrlOf>> = {
  AFTP: ftp,
  FTP: ftp,
  // The first character of the name is the type of the gopher item.
  GOPHER: ({ host, port, hsoname }) => `gopher://${authority(host, port)}/${escapedText(hsoname)}`,
  WAIS: ({ host, port, hsoname }) =>
    hsoname.includes('@') ? null : `wais://${authority(host, port)}/${escapedText(hsoname)}`,
};

/** The method by which a Prospero server itself gives the contents of a file. */
const OWN_METHOD = 'PROSPERO-CONTENTS';

/**
 * The URL of the object of a link, not yet canonical; `null` if it has none.
 *
 * @example
 * ```ts
 * const place = { host: 'ftp.example', port: null, hsoname: '/pub/a', version: null };
 * urlOf({ ...place, kind: 'link', name: 'a', type: 'EXTERNAL(AFTP,BINARY)', attributes: [] });
 * // 'ftp://ftp.example/pub/a;type=i'
 * ```
 */
export function urlOf(link: ProsperoLink): string | null {
  const [, external, mode = ''] = /^EXTERNAL\(([^,()]*)(?:,([^,()]*))?/.exec(link.type) ?? [];
  if (external !== undefined) return METHODS[external]?.(link, mode) ?? null;
  const methods = accessMethodsOf(link.attributes);
  if (link.type === 'DIRECTORY' || methods.some(([name]) => name === OWN_METHOD)) return prosperoUrl(link);
  for (const [name, url] of Object.entries(METHODS)) {
    const method = methods.find(([candidate]) => candidate?.toUpperCase() === name);
    const found = method === undefined ? null : url(objectPlace(link, method), (method[5] ?? '').toUpperCase());
    if (found !== null) return found;
  }
  return prosperoUrl(link);
}

/** The place that a method names. An empty field means that of the link. */
function objectPlace(link: ProsperoLink, [, , server = '', , hsoname = '']: readonly string[]): ObjectPlace {
  const { host, port } = serverIn(server);
  return { host: host || link.host, port, hsoname: hsoname || link.hsoname, version: null };
}

/** The prospero URL of an object; `null` if no question could name it. */
export function prosperoUrl({ host, port, hsoname, version }: ObjectPlace): string | null {
  if (host === '' || hsoname.includes('\0')) return null;
  const field = version === null ? '' : `;OBJECT-VERSION=${escapedText(version)}`;
  return `prospero://${authority(host, port)}/${escapedText(hsoname)}${field}`;
}

/** An IPv6 address keeps its brackets. */
function authority(host: string, port: number | null): string {
  return (/^\[[0-9a-f:.]+\]$/i.test(host) ? host : escapedText(host)) + (port === null ? '' : `:${port}`);
}

/** A text of octets as a URL has it: everything but unreserved characters and slashes is percent-encoded. */
export function escapedText(text: string): string {
  return text.replace(/[^A-Za-z0-9\-._~/]/g, (character) => ESCAPE[character.charCodeAt(0)] ?? character);
}

/**
 * An attribute of an object or a link.
 *
 * ```
 *   ATTRIBUTE OBJECT INTRINSIC SIZE SEQUENCE 3' bytes'     version 5
 *   LINK-INFO CACHED SIZE ASCII 3 bytes                    version 1
 * ```
 */
export interface Attribute {
  /** In upper case. */
  readonly name: string;
  /** One character for each octet. */
  readonly values: readonly string[];
}

/** The octets that are shown of a size, a date or a mode. */
const LONGEST_FACT = 100;

/** Reads a line of the answer; `null` if it is not an attribute. */
function attributeIn(line: readonly string[]): Attribute | null {
  // Precedence, and in version 5 the nature of the attribute, stand before its name; the kind of value behind it.
  const before = line[0] === 'ATTRIBUTE' ? 3 : line[0] === 'LINK-INFO' ? 2 : null;
  const name = before === null ? undefined : line[before];
  return before === null || !name ? null : { name: name.toUpperCase(), values: line.slice(before + 2) };
}

function valuesOf(attributes: readonly Attribute[], name: string): readonly string[] {
  return attributes.find((attribute) => attribute.name === name)?.values ?? [];
}

function factOf(attributes: readonly Attribute[], name: string): string {
  return valuesOf(attributes, name).join(' ').slice(0, LONGEST_FACT);
}

/**
 * The size in octets; `null` if the server does not say, or measures in something else.
 *
 * @example
 * ```ts
 * sizeOf([{ name: 'SIZE', values: ['3 bytes'] }]); // 3
 * ```
 */
export function sizeOf(attributes: readonly Attribute[]): number | null {
  const [, size] = /^(\d{1,15})(?: bytes?)?$/i.exec(factOf(attributes, 'SIZE')) ?? [];
  return size === undefined ? null : Number(size);
}

/**
 * When the object changed, in UTC.
 *
 * @example
 * ```ts
 * changedOf([{ name: 'LAST-MODIFIED', values: ['19941116120000Z'] }]); // '1994-11-16T12:00:00Z'
 * ```
 */
export function changedOf(attributes: readonly Attribute[]): string | null {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(factOf(attributes, 'LAST-MODIFIED'));
  if (match === null) return null;
  const [, year, month, day, hour, minute, second] = match;
  const moment = `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
  return Number.isNaN(Date.parse(moment)) ? null : moment;
}

/** The permissions as `ls` shows them; `null` if the server does not say. */
export function modesOf(attributes: readonly Attribute[]): string | null {
  return factOf(attributes, 'UNIX-MODES') || null;
}

/** The contents of a file, one character for each octet; `null` if the attributes do not have them. */
export function contentsOf(attributes: readonly Attribute[]): string | null {
  const [kind, ...data] = valuesOf(attributes, 'CONTENTS');
  return kind?.toUpperCase() === 'DATA' ? data.join('') : null;
}

/** The ways to reach a file, each as its list of values. */
export function accessMethodsOf(attributes: readonly Attribute[]): readonly (readonly string[])[] {
  return attributes.filter(({ name }) => name === 'ACCESS-METHOD').map(({ values }) => values);
}
