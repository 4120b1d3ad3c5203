/** The message that a client sends for a wais URL: a search, or the retrieval of the beginning of a document. */
import { base64Of, octetsOfBase64 } from '../../octets/octets.ts';
import { decodeOctets } from '../../uri/decode.ts';
import type { Parts } from '../scheme.ts';
import type { WaisDetails } from './details.ts';
import { documentIdOf } from './fields.ts';
import { retrievalMessages, searchMessage } from './messages.ts';

export interface WaisRequest {
  readonly transport: 'tcp';
  readonly host: string;
  readonly port: number;
  /** A database without words is searched for nothing: servers then describe it. */
  readonly message: 'search' | 'retrieval';
  /** The message, in base64. */
  readonly octets: string;
}

/** The octets of a document that one message retrieves. Servers agree to larger messages only sometimes. */
const RETRIEVED_OCTETS = 15_000;

/** The database that servers ask about their other databases. */
const LIST_OF_DATABASES = 'INFO';

const [NUL, LF, CR, DEL, AT_SIGN] = [0x00, 0x0a, 0x0d, 0x7f, 0x40];

const isControl = (octet: number): boolean => octet < 0x20 || octet === DEL;
/** Servers connect to the host after an `@` in a name, and U+001F, a control, separates names. */
const isUnsafeInName = (octet: number): boolean => isControl(octet) || octet === AT_SIGN;
/** No search needs a second line, and programs behind a server may read one as a command. */
const isUnsafeInWords = (octet: number): boolean => octet === NUL || octet === LF || octet === CR;

/** What a URL names, in octets; `null` if no message can name it. */
export interface WaisTarget {
  readonly database: Uint8Array;
  /** Whether the URL names no database. Then the server is asked for a list of them. */
  readonly isList: boolean;
  /** `null` for a document. */
  readonly words: Uint8Array | null;
  /** `null` for a search. */
  readonly document: { readonly id: Uint8Array; readonly type: Uint8Array } | null;
}

export function waisTarget({ path, query }: Pick<Parts, 'path' | 'query'>, details: WaisDetails): WaisTarget | null {
  const [name = '', type = ''] = path.replace(/^\//, '').split('/');
  const isList = name === '';
  const database = decodeOctets(isList ? LIST_OF_DATABASES : name);
  if (database.some(isUnsafeInName)) return null;
  if (details.wpath === null) {
    const words = decodeOctets(query ?? '');
    return words.some(isUnsafeInWords) ? null : { database, isList, words, document: null };
  }
  const id = documentIdOf(details.wpath);
  const typeOctets = decodeOctets(type);
  const isSendable = id !== null && !typeOctets.some(isControl);
  return isSendable ? { database, isList, words: null, document: { id, type: typeOctets } } : null;
}

export function waisRequest(parts: Parts, details: WaisDetails): WaisRequest | null {
  const target = waisTarget(parts, details);
  const { host, port } = parts;
  if (target === null || host === null || port === null) return null;
  const { database, document, words } = target;
  const request = { transport: 'tcp', host, port } as const;
  if (document === null) {
    const octets = searchMessage(database, words ?? new Uint8Array());
    return { ...request, message: 'search', octets: base64Of(octets) };
  }
  const messageFor = retrievalMessages({ database, documentId: document.id, type: document.type });
  return { ...request, message: 'retrieval', octets: base64Of(messageFor({ from: 0, to: RETRIEVED_OCTETS })) };
}

export function waisWireOctets({ request }: { readonly request: WaisRequest | null }): readonly Uint8Array[] {
  return request === null ? [] : [octetsOfBase64(request.octets)];
}
