/** Opens dict links (RFC 2229): definitions as a text; words, databases and strategies as lists. */
import { DictSession } from '../../protocols/dict/client.ts';
import { ProtocolError } from '../../protocols/protocol-error.ts';
import { DEFAULT_DATABASE, DEFAULT_STRATEGY } from '../../schemes/dict/fields.ts';
import type { Link, OpenContext, Opener } from '../contract.ts';
import type { Opened } from '../opened.ts';
import { definitionsOf } from './definitions.ts';
import { linkOfWord } from './links.ts';
import { databasesOf, matchListing, rawList, serverListing, strategiesOf } from './lists.ts';
import { FIELDS, submittedSearch, UNFIT } from './search.ts';

export const dict: Opener<'dict'> = {
  kind: 'dict',
  schemes: ['dict'],
  name: 'DICT',
  protocol: 'DICT',
  shapes: ['text', 'listing'],
  searchFields: { fields: FIELDS, unfit: UNFIT },
  search: submittedSearch,

  async open(link, context) {
    if (link.request === null) throw new ProtocolError('invalid-request', 'DICT cannot request what this link names.');
    const session = await DictSession.open((tls) => context.connect({ tls }));
    try {
      return await openIn(session, link, context);
    } finally {
      await session.quit();
    }
  },
};

async function openIn(session: DictSession, link: Link<'dict'>, { wants, charset }: OpenContext): Promise<Opened> {
  const { command, word, database, strategy, number } = link.details;
  switch (command) {
    case 'define': {
      const asked = session.define(word ?? '', database ?? undefined);
      const definitions = await asked.catch((error: unknown) => {
        throw withSimilarWords(error, link);
      });
      return definitionsOf(link, chosen(definitions, number), charset);
    }
    case 'match': {
      const found = await session.match(word ?? '', database ?? undefined, strategy ?? undefined);
      const words = chosen(found, number);
      return wants === 'octets' ? rawList(words.map((one) => [one.database, one.word])) : matchListing(link, words);
    }
    case 'strategies': {
      const strategies = await session.strategies();
      return wants === 'octets' ? rawList(strategies.map(namePair)) : strategiesOf(link, strategies);
    }
    default: {
      const databases = await session.databases();
      if (wants === 'octets') return rawList(databases.map(namePair));
      return command === 'server'
        ? serverListing(link, databases, await session.strategies())
        : databasesOf(link, databases);
    }
  }
}

/** The status for a word that no database has (RFC 2229 §3.2). */
const NO_MATCH = 552;

/** The error for a word that may be misspelt leads to words that are like it. Other errors stay as they are. */
function withSimilarWords(error: unknown, link: Link<'dict'>): unknown {
  if (!(error instanceof ProtocolError) || error.status !== NO_MATCH) return error;
  const { word, database } = link.details;
  const where = { word: word ?? '', database: database ?? DEFAULT_DATABASE };
  const url = linkOfWord(link, { ...where, strategy: DEFAULT_STRATEGY });
  const { code, message, reply, status, advice } = error;
  const suggest = url === null ? [] : [{ text: 'Words that are like it', url }];
  return new ProtocolError(code, message, { reply, status, advice, suggest, cause: error });
}

const namePair = ({ name, description }: { name: string; description: string }) => [name, description] as const;

/** The one that a link names by its number, or all. */
function chosen<Found>(found: readonly Found[], number: number | null): readonly Found[] {
  if (number === null) return found;
  const one = found[number - 1];
  if (one === undefined) throw new ProtocolError('not-found', `The server has only ${found.length} of them.`);
  return [one];
}
