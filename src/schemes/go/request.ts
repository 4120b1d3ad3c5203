/**
 * The details of a go URL (RFC 3368 §3): a common name with attributes that narrow the search, or an identifier; and
 * its CNRP query (RFC 3367 §4, §5): an HTTP POST with an XML body.
 */
import { escapeXml } from '../../octets/controls.ts';
import { concatOctets } from '../../octets/octets.ts';
import { endOr } from '../../uri/components.ts';
import { decodeUtf8, isUtf8 } from '../../uri/decode.ts';
import { ABSENT } from '../../uri/rewrite.ts';
import { Extent } from '../extent.ts';
import type { Parts } from '../scheme.ts';

export interface GoRequest {
  readonly method: 'POST';
  /** `null` = every service that the client is configured with (form 2). */
  readonly url: string | null;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** XML, UTF-8. */
  readonly body: string;
}

/** The POST as octets. It has no `Host` if the client chooses the service (RFC 3367 §5). */
export function goWireOctets({ request }: { readonly request: GoRequest | null }): readonly Uint8Array[] {
  if (request === null) return [];
  const { method, url, headers, body } = request;
  const octets = concatOctets([body]);
  const fields = [...(url === null ? [] : [['Host', hostField(url)]]), ...headers, ['Content-Length', octets.length]];
  const head = [`${method} / HTTP/1.1`, ...fields.map(([name, value]) => `${name}: ${value}`), '', ''];
  return [concatOctets([head.join('\r\n'), octets])];
}

/** Host and port of `http://host:port/`, without the port of http (RFC 9110 §7.2). */
function hostField(url: string): string {
  return url.slice('http://'.length, -'/'.length).replace(/:80$/, '');
}

const MEDIA_TYPE = 'application/cnrp+xml';

/** The default types of the well-known properties (RFC 3367 §3.2). */
const PROPERTY_TYPES: ReadonlyMap<string, string> = new Map([
  ['geography', 'iso3166-1'],
  ['language', 'rfc1766'],
  ['category', 'freeform'],
  ['range', 'start-length'],
  ['dataseturi', 'uri'],
]);

/** A query for a name with further properties after those of its link: the defaults of a client (RFC 3368 §5). */
export function withProperties(request: GoRequest, details: GoDetails, properties: readonly GoAttribute[]): GoRequest {
  return { ...request, body: bodyOf({ ...details, attributes: [...details.attributes, ...properties] }) };
}

/** Why no query can be sent for a link. */
type GoFault = 'go-utf-8' | 'go-xml';

/** Escapes of characters that XML cannot contain, not even as references (XML 1.0 §2.2). */
const NOT_XML = /%(?:0[0-8BCEF]|1[\dA-F]|EF%BF%B[EF])/;

/** The members of a resolution that may be long. */
const [ATTRIBUTES, BODY] = ['details.attributes', 'request.body'];

/** Why no query can be sent for a canonical query, or the path of form 2; `null` = one can. */
export function goFault(encoded: string): GoFault | null {
  if (!isUtf8(encoded)) return 'go-utf-8';
  return NOT_XML.test(encoded) ? 'go-xml' : null;
}

export function goRequest(parts: Parts, details: GoDetails, extent: Extent = new Extent()): GoRequest | null {
  const encoded = parts.query ?? parts.path;
  if (goFault(encoded) !== null) return null;
  // The elements of a hundred attributes are more than the beginning of the body has.
  const more = extent.omitted[ATTRIBUTES] === undefined ? 0 : propertiesLength(encoded, extent.most);
  return {
    method: 'POST',
    url: details.server === null ? null : `http://${details.server}:${parts.port ?? 1096}/`,
    headers: [
      ['Content-Type', MEDIA_TYPE],
      ['Accept', MEDIA_TYPE],
    ],
    body: extent.text(BODY, bodyOf(details), more),
  };
}

/** The length of the elements for the attributes from `index` on. As one text, those of 64 KiB would be a megabyte. */
function propertiesLength(encoded: string, index: number): number {
  const others = encoded.split(';').slice(1 + index);
  return others.reduce((sum, pair) => sum + propertyElement(attributeOf(pair)).length, 0);
}

function bodyOf(details: GoDetails): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE cnrp PUBLIC "-//IETF//DTD CNRP 1.0//EN" "http://ietf.org/dtd/cnrp-1.0.dtd">',
    `<cnrp>${queryElement(details)}</cnrp>`,
  ].join('\n');
}

function queryElement({ commonName, attributes, id }: GoDetails): string {
  if (id !== null) return `<query><id>${escapeXml(id)}</id></query>`;
  if (commonName === null) return '<servicequery/>';
  return `<query><commonname>${escapeXml(commonName)}</commonname>${attributes.map(propertyElement).join('')}</query>`;
}

function propertyElement({ name, type, value }: GoAttribute): string {
  const typeName = type ?? propertyType(name.toLowerCase(), value);
  return `<property name="${escapeXml(name)}" type="${escapeXml(typeName)}">${escapeXml(value)}</property>`;
}

/** ISO 3166 has countries in part 1, and subdivisions such as `US-ga` in part 2. */
function propertyType(name: string, value: string): string {
  if (name === 'geography' && value.includes('-')) return 'iso3166-2';
  return PROPERTY_TYPES.get(name) ?? 'freeform';
}

export interface GoDetails {
  /** Host of the service. `localhost` if form 1 does not name one, `null` in form 2. */
  readonly server: string | null;
  readonly commonName: string | null;
  readonly attributes: readonly GoAttribute[];
  readonly id: string | null;
}

export interface GoAttribute {
  readonly name: string;
  readonly type: string | null;
  readonly value: string;
}

/** Reads the query of a canonical URL. */
export function goDetails({ host, path, query }: Parts, extent: Extent = new Extent()): GoDetails {
  const form1 = host !== null;
  const server = form1 ? host || 'localhost' : null;
  const text = form1 ? query : path;
  if (form1 && text?.startsWith('id='))
    return { server, commonName: null, attributes: [], id: decodeUtf8(text.slice(3)) };
  const semicolon = text?.indexOf(';') ?? ABSENT;
  if (text === null || semicolon === ABSENT)
    return { server, commonName: text === null ? null : decodeUtf8(text), attributes: [], id: null };
  const pairs = extent.split(ATTRIBUTES, text.slice(semicolon + 1), ';');
  return { server, commonName: decodeUtf8(text.slice(0, semicolon)), attributes: pairs.map(attributeOf), id: null };
}

/** `attribute "=" [ type "," ] value` */
function attributeOf(pair: string): GoAttribute {
  const equals = endOr(pair.indexOf('='), pair.length);
  const comma = pair.indexOf(',', equals);
  return {
    name: decodeUtf8(pair.slice(0, equals)),
    type: comma === ABSENT ? null : decodeUtf8(pair.slice(equals + 1, comma)),
    value: decodeUtf8(pair.slice((comma === ABSENT ? equals : comma) + 1)),
  };
}
