/** The question that a client asks about a prospero URL: its text, and the packets that carry it. */
import { base64Of, concatOctets, latin1Of, octetsOfBase64, octetsOfLatin1 } from '../../octets/octets.ts';
import { decodeOctets } from '../../uri/decode.ts';
import type { Parts } from '../scheme.ts';
import { type ProtocolVersion, quoteToken, requestPackets } from './tokens.ts';

export interface ProsperoDetails {
  /** The host-specific object name, decoded. */
  readonly hsoname: string;
  readonly fields: readonly ProsperoField[];
  /** Value of the field OBJECT-VERSION. */
  readonly version: string | null;
}

export interface ProsperoField {
  readonly name: string;
  readonly value: string;
}

export interface ProsperoRequest {
  readonly transport: 'udp';
  readonly host: string;
  readonly port: number;
  /** The lines of the question, each with its line feed; one character for each octet. */
  readonly text: string;
  /** The packets, in base64. A client chooses another connection id each time; here it is 1. */
  readonly packets: readonly string[];
}

/** What a question asks: the links of a directory, the attributes of an object, or the contents of a file. */
export const ASKS = ['list', 'object', 'contents'] as const;
export type Ask = (typeof ASKS)[number];

export interface ProsperoObject {
  /** The host-specific object name, one character for each octet. */
  readonly hsoname: string;
  /** The version of the object; `null` = the current one. */
  readonly objectVersion: string | null;
}

/** The longest name that a question has, in octets. */
const LONGEST_NAME = 4096;
const CONTROL = /[\0-\x1f\x7f]/;
/** The name of this software, which version 5 asks for. */
const SOFTWARE = 'waypost';
/** A client chooses another one for each question. */
const EXAMPLE_CONNECTION = 1;

/** The host-specific object name in the path of a canonical URL, one character for each octet. */
export function hsonameOf(path: string): string {
  const [name = ''] = path.slice(1).split(';', 1);
  return latin1Of(decodeOctets(name));
}

/** Why no question can name an object. */
type ProsperoFault = 'prospero-name' | 'prospero-version-text';

/** Why no question can name the object of a canonical path; `null` = one can. */
export function prosperoFault(path: string, version: string | null): ProsperoFault | null {
  const hsoname = hsonameOf(path);
  if (hsoname.length > LONGEST_NAME || CONTROL.test(hsoname)) return 'prospero-name';
  // A version is a number; other texts are those of a server that numbers otherwise, and it knows them as they are.
  return version === null || /^[!-~]{1,100}$/.test(version) ? null : 'prospero-version-text';
}

/** What a canonical URL names; `null` if no question can name it. */
export function prosperoObject({ path }: Pick<Parts, 'path'>, version: string | null): ProsperoObject | null {
  return prosperoFault(path, version) === null ? { hsoname: hsonameOf(path), objectVersion: version } : null;
}

/**
 * The text of a question. Throws a `ProsperoError` if the name has control characters. `questionText({ hsoname: '/a',
 * objectVersion: null }, 'contents', 5).split('\n')[2]` is `'GET-OBJECT-INFO CONTENTS ASCII /a'`.
 */
export function questionText({ hsoname, objectVersion }: ProsperoObject, ask: Ask, version: ProtocolVersion): string {
  const name = `ASCII ${quoteToken(hsoname)}${objectVersion === null ? '' : ` ${quoteToken(objectVersion)}`}`;
  const greeting =
    version === 1
      ? ['VERSION 1', 'AUTHENTICATOR UNAUTHENTICATED guest']
      : [`VERSION 5 ${SOFTWARE}`, "AUTHENTICATE '' UNAUTHENTICATED ''"];
  const lines =
    ask === 'list'
      ? [`DIRECTORY ${name}`, 'LIST ATTRIBUTES COMPONENTS']
      : [`GET-OBJECT-INFO ${ask === 'contents' ? 'CONTENTS' : 'ATTRIBUTES'} ${name}`];
  return [...greeting, ...lines, ''].join('\n');
}

export function prosperoRequest(parts: Parts, details: ProsperoDetails): ProsperoRequest | null {
  const { host, port } = parts;
  const object = prosperoObject(parts, details.version);
  if (object === null || host === null || port === null) return null;
  const text = questionText(object, 'list', 5);
  const packets = requestPackets(octetsOfLatin1(text), EXAMPLE_CONNECTION).map(base64Of);
  return { transport: 'udp', host, port, text, packets };
}

/** The octets of a prospero URL's packets, which a client sends without waiting between them. */
export function prosperoWireOctets({ request }: { readonly request: ProsperoRequest | null }): readonly Uint8Array[] {
  return request === null ? [] : [concatOctets(request.packets.map(octetsOfBase64))];
}
