/**
 * Searches a database, or asks for what it says of itself.
 *
 * A description, as `WSRC` documents have it, is a list in the syntax of Lisp,
 * `(:source :version 3 :ip-name "h" :tcp-port 210 :database-name "d" :description "…")`.
 */
import { latin1Of } from '../../octets/octets.ts';
import { searchMessage, USUAL_HITS } from '../../schemes/wais/messages.ts';
import type { WaisTarget } from '../../schemes/wais/request.ts';
import { collect } from '../connection.ts';
import { type ProtocolCode, ProtocolError } from '../protocol-error.ts';
import { diagnosticError, type Hit, parseSearchAnswer, type SearchAnswer } from './answer.ts';
import { DocumentStream, type RetrievalSession } from './document-stream.ts';
import { understood, type WaisSession } from './session.ts';

/** The errors of a server that has no list of its databases. */
const NO_LIST: ReadonlySet<ProtocolCode> = new Set(['not-found', 'invalid-request']);

/** Any word: only whether the server has the database matters. */
const ANY_WORD = Uint8Array.from('help', (letter) => letter.charCodeAt(0));

type Searched = Pick<WaisTarget, 'database' | 'words' | 'isList'>;

/**
 * Searches a database for words, or for nothing, which servers answer with a description.
 *
 * @param most - how many hits to ask for. A server that refuses so many is asked for the usual number.
 * @throws ProtocolError for a diagnostic of the server. A server without a list of its databases is not at fault, and
 *   hits count even if something else went wrong.
 */
export async function searchDatabase(
  session: WaisSession,
  target: Searched,
  most: number = USUAL_HITS,
): Promise<SearchAnswer> {
  const found = await foundBy(session, target, most);
  // freeWAIS answers a search for nothing with nothing if it does not have the database, either.
  const isEmpty = (target.words?.length ?? 0) === 0 && found.hits.length === 0 && found.diagnostics.length === 0;
  if (isEmpty && !target.isList) await foundBy(session, { ...target, words: ANY_WORD }, USUAL_HITS);
  return found;
}

async function foundBy(session: WaisSession, target: Searched, most: number): Promise<SearchAnswer> {
  const { database, words, isList } = target;
  const answer = await session.exchange(searchMessage(database, words ?? new Uint8Array(), most));
  const found = understood(() => parseSearchAnswer(answer));
  const [first] = found.diagnostics;
  if (first === undefined || found.hits.length > 0) return found;
  const error = diagnosticError(first);
  if (most > USUAL_HITS && error.code !== 'not-found') return foundBy(session, target, USUAL_HITS);
  if (!isList || !NO_LIST.has(error.code)) throw error;
  return found;
}

/** The headlines of catalogues: the first if nothing was found, the second after a search for nothing. */
const CATALOGUE = /^search produced no result|\bcatalog(?:ue)? (?:for|of) (?:the )?database\b/i;
const CATALOGUE_TYPE = 'WCAT';

/** Whether a hit is the catalogue of the database, which servers return beside what was found, or instead of it. */
export function isCatalogue({ score, headline, types }: Hit): boolean {
  if (types.some((type) => latin1Of(type).toUpperCase() === CATALOGUE_TYPE)) return true;
  return (score ?? 0) === 0 && CATALOGUE.test(latin1Of(headline).replace(/\s+/g, ' ').trim());
}

/** Descriptions that servers had were below 15,000 octets. */
const LONGEST_DESCRIPTION = 64 * 1024;
/** The type of the description of a database. */
export const DESCRIPTION_TYPE = 'WSRC';

/**
 * The first description among the hits of a search for nothing, which `sourcesIn` reads when it is decoded.
 *
 * @returns `null` if the server has none, or does not send it
 */
export async function describeDatabase(
  session: RetrievalSession,
  database: Uint8Array,
  hits: readonly Hit[],
): Promise<Uint8Array | null> {
  for (const { documentId, types } of hits) {
    const type = types.find((name) => latin1Of(name).toUpperCase() === DESCRIPTION_TYPE);
    if (type === undefined) continue;
    try {
      const stream = new DocumentStream(session, { database, documentId, type }, { from: 0, to: LONGEST_DESCRIPTION });
      return (await collect(stream, LONGEST_DESCRIPTION)).octets;
    } catch (error) {
      if (error instanceof ProtocolError) return null;
      throw error;
    }
  }
  return null;
}

/** A database that a description names. */
export interface WaisSource {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  /** `null` if there is none. */
  readonly description: string | null;
  readonly maintainer: string | null;
}

const WAIS_PORT = 210;
/** A directory of servers had a few hundred. */
const MOST_SOURCES = 1000;

/**
 * A string, with escaped quotation marks and backslashes, or a word. A string without an end goes on to the end of the
 * text, so that no octet is read twice.
 */
const TOKEN = /"((?:[^"\\]|\\[\s\S])*)(?:"|\\?$)|:([\w-]+)|([()])|([^\s()":]+)/g;

/**
 * The databases in a text.
 *
 * @example
 * ```ts
 * sourcesIn('(:source :ip-name "h.example" :tcp-port 8000 :database-name "tea")')[0]?.port; // 8000
 * ```
 */
export function sourcesIn(text: string): WaisSource[] {
  const sources: WaisSource[] = [];
  let values: Map<string, string> | null = null;
  let name = '';
  // Lists within a source, such as its keywords, have brackets of their own.
  let depth = 0;
  for (const [, quoted, keyword, bracket, word] of text.matchAll(TOKEN)) {
    if (keyword?.toLowerCase() === 'source') {
      values = new Map();
      depth = 0;
    } else if (values === null) continue;
    else if (bracket === '(') {
      depth += 1;
      name = '';
    } else if (bracket === ')' && depth > 0) depth -= 1;
    else if (depth > 0) continue;
    else if (keyword !== undefined) name = keyword.toLowerCase();
    else if (bracket === ')') {
      const source = sourceOf(values);
      if (source !== null) sources.push(source);
      values = null;
      if (sources.length >= MOST_SOURCES) break;
    } else if (name !== '') {
      if (!values.has(name)) values.set(name, quoted?.replace(/\\([\s\S])/g, '$1') ?? word ?? '');
      name = '';
    }
  }
  return sources;
}

function sourceOf(values: ReadonlyMap<string, string>): WaisSource | null {
  const host = values.get('ip-name') ?? values.get('ip-address') ?? '';
  const database = values.get('database-name') ?? '';
  const port = values.get('tcp-port') ?? String(WAIS_PORT);
  if (host === '' || database === '' || !/^\d{1,5}$/.test(port) || Number(port) > 0xffff) return null;
  return {
    host,
    port: Number(port),
    database,
    description: values.get('description')?.trim() || null,
    maintainer: values.get('maintainer')?.trim() || null,
  };
}
