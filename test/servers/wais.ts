/**
 * The WAIS test server: init, search, retrieval by octets, and the diagnostics of freeWAIS. A search for nothing
 * describes a database; a search without a hit returns the catalogue as freeWAIS does.
 */
import type { Conversation } from './conversation.ts';
import { listen, type RunningServer, type ServerOptions } from './listener.ts';
import {
  DIAGNOSTIC_CODES,
  DIAGNOSTICS,
  library,
  source,
  type WaisDatabase,
  type WaisDocument,
} from './wais/library.ts';
import { answerOf, diagnosticRecord, fieldOf, hitRecord, textRecord } from './wais/records.ts';
import { parseQuestion, termsIn, textIn, type WaisQuestion } from './wais/request.ts';
import { initAnswer, messageOf } from './wais/scripted.ts';

export interface WaisOptions extends ServerOptions {
  /** The largest record that the server agrees to, in octets. */
  readonly largestRecord?: number;
}

const HEADER = 25;
/** Ten digits, and the type of a message that is an APDU. */
const APDU_HEADER = /^[ 0-9]{9}[0-9]z[\s\S]{14}$/i;
const INIT = 20;
const [DATABASE, QUERY_TYPE, QUERY, SEED_WORDS] = [18, 20, 21, 106];

/** Starts the WAIS test server. */
export async function startWais({ largestRecord = 100_000, ...options }: WaisOptions = {}): Promise<RunningServer> {
  const server: RunningServer = await listen('wais', options, async (conversation) => {
    const session = new Session(library(server.port), server.port, largestRecord, conversation);
    await session.serve();
  });
  return server;
}

class Session {
  readonly #databases: readonly WaisDatabase[];
  readonly #port: number;
  readonly #largestRecord: number;
  readonly #conversation: Conversation;

  constructor(databases: readonly WaisDatabase[], port: number, largestRecord: number, conversation: Conversation) {
    this.#databases = databases;
    this.#port = port;
    this.#largestRecord = largestRecord;
    this.#conversation = conversation;
  }

  async serve(): Promise<void> {
    for (;;) {
      const header = await this.#conversation.exactly(HEADER);
      // Another protocol, such as the Z39.50 of 1995, has no such header: freeWAIS hangs up without an answer.
      if (!APDU_HEADER.test(header.toString('latin1'))) return;
      const apdu = await this.#conversation.exactly(Number(header.subarray(0, 10).toString('latin1')));
      const question = parseQuestion(apdu);
      // freeWAIS would ask the other server itself; here it hangs up, as freeWAIS does in fact.
      if (textIn(question.fields, DATABASE).includes('@')) return;
      const answer = question.type === INIT ? initAnswer(this.#largestRecord) : this.#answer(question);
      const fault = this.#conversation.fault('wrong-length');
      const wrong = fault === null ? 0 : (fault.by ?? 10);
      const octets = messageOf(answer);
      octets.write(String(answer.length + wrong).padStart(10, '0'), 'latin1');
      await (question.type === INIT
        ? this.#conversation.reply(octets.toString('latin1'))
        : this.#conversation.body([octets]));
    }
  }

  #answer({ fields }: WaisQuestion): Uint8Array {
    const name = textIn(fields, DATABASE);
    if (name === 'INFO') return this.#listDatabases();
    const database = this.#databases.find((candidate) => candidate.name === name);
    if (database === undefined) {
      return answerOf(diagnosticRecord('S1', `The following database is not available: /museum/wais/${name}`));
    }
    const code = name === DIAGNOSTICS ? codeIn(fields) : null;
    if (code !== null) return answerOf(diagnosticRecord(code, `${code} at /museum/wais/${name}`));
    const query = fields.find(({ tag }) => tag === QUERY);
    if (textIn(fields, QUERY_TYPE) === '1' && query !== undefined) return this.#retrieve(database, query.value);
    return this.#search(database, textIn(fields, SEED_WORDS));
  }

  #listDatabases(): Uint8Array {
    return answerOf(...this.#databases.map((database) => hit(this.#description(database), 1000)));
  }

  #search(database: WaisDatabase, words: string): Uint8Array {
    const catalogue = hit(this.#catalogue(database, 'Catalog for database: '), 0);
    if (words.trim() === '') return answerOf(hit(this.#description(database), 1000), catalogue);
    const wanted = words.toLowerCase().split(/\s+/);
    const found = database.documents.filter(({ headline }) =>
      wanted.every((word) => headline.toLowerCase().includes(word)),
    );
    if (found.length > 0) return answerOf(...found.map((document, rank) => hit(document, 1000 - 100 * rank)));
    const nothing = "Search produced no result. Here's the Catalog for database: ";
    return answerOf(hit(this.#catalogue(database, nothing), 0));
  }

  #description({ name, description }: WaisDatabase): WaisDocument {
    const octets = Buffer.from(source(name, description, this.#port), 'latin1');
    return {
      id: `description ${name}`,
      headline: `Information on database: ${name}`,
      types: ['WSRC'],
      date: '0',
      octets,
    };
  }

  #catalogue({ name, documents }: WaisDatabase, headline: string): WaisDocument {
    const octets = Buffer.from(documents.map((document) => `${document.headline}\n`).join(''), 'latin1');
    return { id: `catalogue ${name}`, headline: `${headline}${name}`, types: ['TEXT'], date: '0', octets };
  }

  #retrieve(database: WaisDatabase, query: Buffer): Uint8Array {
    const terms = termsIn(query);
    const id = terms.get('un re') ?? Buffer.alloc(0);
    const documents = [...database.documents, this.#description(database), this.#catalogue(database, '')];
    const found = documents.find((document) => id.equals(idOf(document)));
    if (found === undefined) return answerOf(diagnosticRecord('SF', 'Bad document id'));
    const from = Number(terms.get('wb ro')?.toString('latin1') ?? 0);
    const to = Number(terms.get('wb rl')?.toString('latin1') ?? 0);
    const outOfRange = diagnosticRecord('SF', 'Request out of range');
    if (from > found.octets.length) return answerOf(outOfRange);
    const text = textRecord(id, found.octets.subarray(from, to).toString('latin1'));
    return to > found.octets.length ? answerOf(text, outOfRange) : answerOf(text);
  }
}

/** The code of a diagnostic that a question asks for, by its words or by the place of a document. */
function codeIn(fields: WaisQuestion['fields']): string | null {
  const query = fields.find(({ tag }) => tag === QUERY)?.value.toString('latin1') ?? '';
  const asked = `${textIn(fields, SEED_WORDS)} ${query}`;
  return DIAGNOSTIC_CODES.find((code) => new RegExp(`\\b${code}\\b`, 'i').test(asked)) ?? null;
}

function hit(document: WaisDocument, score: number): Uint8Array {
  const { headline, types, date, octets } = document;
  return hitRecord({ id: idOf(document), headline, types, date, score, bytes: octets.length });
}

/** The fields of a document id as freeWAIS writes them: the server, the database and the place, twice. */
function idOf({ id }: WaisDocument): Buffer {
  const place = [fieldOf(1, 'museum:210'), fieldOf(2, '/museum/wais/db'), fieldOf(3, id)];
  const again = [fieldOf(4, 'museum:210'), fieldOf(5, '/museum/wais/db'), fieldOf(6, id)];
  return Buffer.concat([...place, ...again, fieldOf(7, '\x00')]);
}
