/**
 * Phone books: items of type 2, which lead to CSO nameservers (RFC 2378). The parameters `field.NAME` of an address are
 * a query; without them the phone book is a form. Values and JSON, without a request or a response.
 */

import { GatewayError } from '../../../src/net/failure.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import { itemKind } from '../../../src/open/gopher/item-kinds.ts';
import type { CsoQuery, CsoTerm } from '../../../src/protocols/cso/query.ts';
import { type CsoAnswer, type CsoField, type CsoHelp, CsoSession } from '../../../src/protocols/cso/session.ts';
import { ProtocolError } from '../../../src/protocols/protocol-error.ts';
import type { View } from '../contract/contract.ts';
import type { GopherContext, GopherLink } from './context.ts';

/** The beginning of the parameters whose names end with that of a field. */
export const FIELD = 'field.';

/** The field of words without one. */
const NAME = 'name';

/** The longest name of a field that an error quotes, in characters. */
const LONGEST_NAME = 64;

/** What a phone book is asked for, and what it has. */
export type PhoneBook = { readonly fields: readonly CsoField[]; readonly octets: Uint8Array } & (
  | { readonly kind: 'form' }
  | { readonly kind: 'entries'; readonly query: CsoQuery; readonly answer: CsoAnswer }
  | { readonly kind: 'refused'; readonly query: CsoQuery; readonly error: ProtocolError }
);

type Link = Pick<GopherLink, 'resolution' | 'links' | 'server'> & { readonly view: Pick<View, 'charset' | 'query'> };

/** Whether a link leads to a phone book. */
export function isPhoneBook({ resolution }: Pick<GopherContext, 'resolution'>): boolean {
  return itemKind(resolution.details.type).presentation === 'phone-book';
}

/**
 * Asks for the fields of a phone book, and for the entries that match if the address has a query. A person can mend a
 * query that the server refuses, so that is a value.
 */
export async function fetchPhoneBook(link: Link): Promise<PhoneBook> {
  return conversation(link, async (session) => {
    const { fields, reply } = await session.fields();
    const terms = termsIn(link, fields);
    if (terms.length === 0) return { kind: 'form', fields, octets: reply.octets };
    const query = { terms, fields: returnedFields(link.view.query) };
    checkNames(query, fields);
    try {
      const answer = await session.query(query);
      return { kind: 'entries', fields, query, answer, octets: answer.reply.octets };
    } catch (error) {
      if (!isRefusedQuery(error)) throw error;
      return { kind: 'refused', fields, query, error, octets: reply.octets };
    }
  });
}

/** Whether other words in the form may help. */
function isRefusedQuery(error: unknown): error is ProtocolError {
  return error instanceof ProtocolError && (error.code === 'invalid-request' || error.code === 'forbidden');
}

/** Asks for the help of a phone book. */
export function fetchHelp(link: Link): Promise<CsoHelp> {
  return conversation(link, (session) => session.help());
}

async function conversation<Result>(
  { server, view }: Link,
  ask: (session: CsoSession) => Promise<Result>,
): Promise<Result> {
  const session = await CsoSession.open(() => server.connect(server.tls), { charset: view.charset });
  try {
    const result = await ask(session);
    await session.quit();
    return result;
  } finally {
    session.close();
  }
}

/**
 * The fields with words; a form sends those without words, too. Words without a field are for the name (RFC 2378 §3.3):
 * those of the link, and those that a browser sends for ISINDEX. A form has them in its fields, perhaps emptied.
 */
function termsIn({ resolution, view }: Link, fields: readonly CsoField[]): readonly CsoTerm[] {
  const filled = [...view.query].filter(([name]) => name.startsWith(FIELD));
  if (filled.length > 0) {
    const terms = filled.map(([name, words]) => ({ field: name.slice(FIELD.length), words }));
    return terms.filter(({ words }) => words.trim() !== '');
  }
  const words = view.query.get('search') ?? resolution.details.search ?? '';
  if (words.trim() === '') return [];
  const named = fields.find(({ name }) => name.toLowerCase() === NAME) ?? requiredFields(fields)[0];
  return [{ field: named?.name ?? NAME, words }];
}

function returnedFields(query: URLSearchParams): CsoQuery['fields'] {
  const names = query.getAll('return').flatMap((names) => names.match(/[^\s,]+/g) ?? []);
  return names.includes('all') ? 'all' : names;
}

/** Only fields that the server declares are sent to it. */
function checkNames({ terms, fields: returned }: CsoQuery, fields: readonly CsoField[]): void {
  const known = new Set(fields.map(({ name }) => name.toLowerCase()));
  const names = [...terms.map(({ field }) => field), ...(returned === 'all' ? [] : returned)];
  const unknown = names.find((name) => !known.has(name.toLowerCase()));
  if (unknown === undefined) return;
  const shown = displayText(unknown.slice(0, LONGEST_NAME));
  const declared = fields.map(({ name }) => name).join(', ');
  throw new GatewayError('bad-request', `The phone book has no field “${shown}”.`, {
    advice: declared === '' ? 'It lists no fields.' : `Its fields are ${declared}.`,
  });
}

/** The fields of which a query needs at least one: those with an index, or all if the server marks none. */
export function requiredFields(fields: readonly CsoField[]): readonly CsoField[] {
  const searchable = searchableFields(fields);
  const indexed = searchable.filter((field) => field.indexed);
  return indexed.length > 0 ? indexed : searchable;
}

/** The fields that a form offers: those that a query may name, or all if the server marks none. */
export function searchableFields(fields: readonly CsoField[]): readonly CsoField[] {
  const marked = fields.filter(({ lookup, indexed }) => lookup || indexed);
  return marked.length > 0 ? marked : fields;
}

/** A phone book for programs: its form, and the entries that match. */
export function phoneBookJson({ resolution, links, view }: Link, book: PhoneBook): object {
  const isSearchable = new Set(searchableFields(book.fields));
  const query = book.kind === 'form' ? null : book.query;
  const repeated = Object.fromEntries([...view.query].filter(([name]) => name !== 'format'));
  return {
    kind: 'phone-book',
    url: resolution.canonical,
    form: {
      method: 'GET',
      action: links.root + links.self(),
      fields: book.fields.map((field) => ({
        searchable: isSearchable.has(field),
        parameter: isSearchable.has(field) ? FIELD + field.name : null,
        ...field,
      })),
    },
    query,
    entries: book.kind === 'entries' ? book.answer.entries : null,
    links: { self: links.root + links.self(repeated), raw: links.root + links.self({ ...repeated, format: 'raw' }) },
  };
}
