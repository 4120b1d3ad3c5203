/** The message that a client sends for a wais URL: a search, or the retrieval of the beginning of a document. */
import { base64Of, encodeUtf8, octetsOfBase64 } from '../../octets/octets.ts';
import { octetsOfText } from '../../uri/decode.ts';
import { Extent } from '../extent.ts';
import type { Parts } from '../scheme.ts';
import { type WaisDetails, waisParts } from './details.ts';
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

/** Controls, escaped as in a canonical URL. */
const CONTROL = /%(?:[01][\dA-F]|7F)/;
/** No search needs a second line, and programs behind a server may read one as a command. */
const UNSAFE_IN_WORDS = /%0[0AD]/;

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

/** Why no message can name what a URL refers to. */
type WaisFault = 'wais-control' | 'wais-database' | 'wais-document';

/** Why no message can name what a canonical path refers to; `null` = one can. */
export function waisPathFault(path: string): WaisFault | null {
  const { database, wtype, wpath } = waisParts(path);
  // Servers connect to the host after an `@` in a name, and U+001F, a control, separates names.
  if (/@|%40/.test(database)) return 'wais-database';
  if (CONTROL.test(database)) return 'wais-control';
  if (wpath === null) return null;
  return documentIdOf(wpath) === null ? 'wais-document' : CONTROL.test(wtype ?? '') ? 'wais-control' : null;
}

/** Why no message can contain the words of a canonical query; `null` = one can. */
export function waisWordsFault(query: string): WaisFault | null {
  return UNSAFE_IN_WORDS.test(query) ? 'wais-control' : null;
}

export function waisTarget({ path, query }: Pick<Parts, 'path' | 'query'>, details: WaisDetails): WaisTarget | null {
  if (waisPathFault(path) !== null) return null;
  const { database: name, wtype } = waisParts(path);
  const isList = name === '';
  const database = isList ? encodeUtf8(LIST_OF_DATABASES) : octetsOfText(name, details.database);
  if (details.wpath === null) {
    if (query !== null && waisWordsFault(query) !== null) return null;
    return { database, isList, words: octetsOfText(query ?? '', details.search ?? ''), document: null };
  }
  const id = documentIdOf(details.wpath);
  if (id === null) return null;
  return { database, isList, words: null, document: { id, type: octetsOfText(wtype ?? '', details.wtype ?? '') } };
}

/** The message in a resolution. */
const OCTETS = 'request.octets';

export function waisRequest(parts: Parts, details: WaisDetails, extent: Extent = new Extent()): WaisRequest | null {
  const target = waisTarget(parts, details);
  const { host, port } = parts;
  if (target === null || host === null || port === null) return null;
  const { database, document, words } = target;
  const request = { transport: 'tcp', host, port } as const;
  if (document === null) {
    const octets = searchMessage(database, words ?? new Uint8Array());
    return { ...request, message: 'search', octets: base64Of(extent.octets(OCTETS, octets)) };
  }
  const messageFor = retrievalMessages({ database, documentId: document.id, type: document.type });
  const octets = messageFor({ from: 0, to: RETRIEVED_OCTETS });
  return { ...request, message: 'retrieval', octets: base64Of(extent.octets(OCTETS, octets)) };
}

export function waisWireOctets({ request }: { readonly request: WaisRequest | null }): readonly Uint8Array[] {
  return request === null ? [] : [octetsOfBase64(request.octets)];
}
