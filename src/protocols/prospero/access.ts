/**
 * The URL of a link's object: that of the access method which browsers know best, or else of the object itself.
 *
 * ```
 *   ACCESS-METHOD AFTP INTERNET-D host ASCII /pub/a BINARY      ftp://host/pub/a;type=i
 *   EXTERNAL(AFTP,TEXT)                                         ftp:, with the place of the link
 *   ACCESS-METHOD PROSPERO-CONTENTS '' '' '' ''                 prospero:, with the place of the link
 * ```
 */
import { ESCAPE } from '../../uri/percent.ts';
import { accessMethodsOf } from './attributes.ts';
import type { ObjectPlace, ProsperoLink } from './links.ts';

/** A URL of a place; `null` if none can name it. */
type UrlOf = (place: ObjectPlace, mode: string) => string | null;

const FTP_TYPES: Readonly<Record<string, string>> = { BINARY: ';type=i', TEXT: ';type=a' };

const ftp: UrlOf = ({ host, port, hsoname }, mode) =>
  `ftp://${authority(host, port)}/${escaped(hsoname.replace(/^\//, ''))}${FTP_TYPES[mode] ?? ''}`;

/** The URL that each method has, the preferred one first. */
const METHODS: Readonly<Record<string, UrlOf>> = {
  AFTP: ftp,
  FTP: ftp,
  // The first character of the name is the type of the gopher item.
  GOPHER: ({ host, port, hsoname }) => `gopher://${authority(host, port)}/${escaped(hsoname)}`,
  WAIS: ({ host, port, hsoname }) =>
    hsoname.includes('@') ? null : `wais://${authority(host, port)}/${escaped(hsoname)}`,
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
    const found = method === undefined ? null : url(placeOf(link, method), (method[5] ?? '').toUpperCase());
    if (found !== null) return found;
  }
  return prosperoUrl(link);
}

/** The place that a method names. An empty field means that of the link. */
function placeOf(link: ProsperoLink, [, , host = '', , hsoname = '']: readonly string[]): ObjectPlace {
  const [, name = '', port] = /^(.*?)(?:\((\d{1,5})\))?$/s.exec(host) ?? [];
  return {
    host: name.toLowerCase() || link.host,
    port: port === undefined ? null : Number(port),
    hsoname: hsoname || link.hsoname,
    version: null,
  };
}

/** The prospero URL of an object; `null` if no question could name it. */
export function prosperoUrl({ host, port, hsoname, version }: ObjectPlace): string | null {
  if (host === '' || hsoname.includes('\0')) return null;
  const field = version === null ? '' : `;OBJECT-VERSION=${escaped(version)}`;
  return `prospero://${authority(host, port)}/${escaped(hsoname)}${field}`;
}

/** An IPv6 address keeps its brackets. */
const LITERAL = /^\[[0-9a-f:.]+\]$/i;

function authority(host: string, port: number | null): string {
  return (LITERAL.test(host) ? host : escaped(host)) + (port === null ? '' : `:${port}`);
}

/** A text of octets as a URL has it: everything but unreserved characters and slashes is percent-encoded. */
export function escaped(text: string): string {
  return text.replace(/[^A-Za-z0-9\-._~/]/g, (character) => ESCAPE[character.charCodeAt(0)] ?? character);
}
