/**
 * Phone books: items of type 2, which lead to CSO nameservers (RFC 2378). The fields `field.NAME` of a form are a
 * query; without them the phone book is a form.
 */
import { GatewayError } from '../../net/failure.ts';
import { displayText } from '../../octets/ansi.ts';
import type { CsoQuery, CsoTerm } from '../../protocols/cso/query.ts';
import { type CsoField, CsoSession } from '../../protocols/cso/session.ts';
import { ProtocolError } from '../../protocols/protocol-error.ts';
import type { OpenContext } from '../contract.ts';
import type { ReadableText, Values } from '../opened.ts';
import { decodedText } from '../text.ts';
import { type GopherItem, headOf, itemName } from './item.ts';
import { FRESH } from './menu.ts';
import { FIELD, type PhoneBook, phoneBookJson, phoneBookLines, requiredFields } from './phone-book-values.ts';
import { servedText } from './served.ts';
import { textJson } from './text.ts';

/** What the fields of a form are, beside the words. */
export const FORM_FIELDS: Readonly<Record<string, string>> = {
  [`${FIELD}*`]:
    'Words that a field of a phone book (item type 2) must match. `field.name=Doe` searches the field `name`.',
  return:
    'The fields that a phone book is to return, their names with spaces between; `all` for all. Default: those that the ' +
    'server chooses.',
  help: 'The help of a phone book. The value does not matter.',
};

/** The field of words without one. */
const NAME = 'name';

/** The longest name of a field that an error quotes, in characters. */
const LONGEST_NAME = 64;

/** The help of the server of a phone book. */
export interface Help extends Values {
  readonly kind: 'help';
  readonly item: GopherItem;
  /** As the server sent it. */
  readonly octets: Uint8Array;
  readonly text: string;
}

type PhoneBookContext = Pick<OpenContext, 'form' | 'wants' | 'robot'>;

/** Opens a phone book: its form, the entries that match, or the help of its server. */
export async function openPhoneBook(
  item: GopherItem,
  asked: PhoneBookContext,
): Promise<PhoneBook | Help | ReadableText> {
  const { form, wants, robot } = asked;
  // No robots.txt can be asked for in this protocol, and the entries are about people.
  if (robot !== null) throw new GatewayError('forbidden', 'A phone book has no robots.txt, so robots must stay away.');
  const opened = await (form.some(([name]) => name === 'help') ? helpOf(item) : phoneBookOf(item, form));
  if (wants !== 'octets') return opened;
  if (opened.error !== undefined) throw opened.error;
  return replyOf(item, opened.octets);
}

/** The lines of a reply as the server sends them. */
function replyOf(item: GopherItem, octets: Uint8Array): ReadableText {
  const { charset: chosen } = item.charsets;
  const { charset, text } = decodedText(octets, chosen);
  return {
    shape: 'text',
    freshFor: FRESH,
    head: () => headOf(item),
    noun: 'file',
    name: itemName(item.link),
    octets,
    charset,
    text,
    sent: () => servedText(octets, charset, chosen),
    json: (links) => textJson(text, charset, links),
  };
}

/**
 * Asks for the fields of a phone book, and for the entries that match if the form has a query. A person can mend a
 * query that the server refuses, so that is a value.
 */
function phoneBookOf(item: GopherItem, form: PhoneBookContext['form']): Promise<PhoneBook> {
  return conversation(item, async (session) => {
    const { fields, reply } = await session.fields();
    const terms = termsIn(item, form, fields);
    const book = { item, form, fields, octets: reply.octets, query: null, answer: null };
    if (terms.length === 0) return phoneBook(book);
    const query = { terms, fields: returnedFields(form) };
    checkNames(query, fields);
    try {
      const answer = await session.query(query);
      return phoneBook({ ...book, octets: answer.reply.octets, query, answer });
    } catch (error) {
      if (!isRefusedQuery(error)) throw error;
      return { ...phoneBook({ ...book, query }), error };
    }
  });
}

function phoneBook(book: Pick<PhoneBook, 'item' | 'form' | 'fields' | 'octets' | 'query' | 'answer'>): PhoneBook {
  return {
    shape: 'values',
    kind: 'phone-book',
    freshFor: FRESH,
    ...book,
    json: (links) => phoneBookJson(book, links),
    lines: () => phoneBookLines(book),
  };
}

/** Whether other words in the form may help. */
function isRefusedQuery(error: unknown): error is ProtocolError {
  return error instanceof ProtocolError && (error.code === 'invalid-request' || error.code === 'forbidden');
}

function helpOf(item: GopherItem): Promise<Help> {
  return conversation(item, async (session) => {
    const { text, reply } = await session.help();
    const { octets } = reply;
    const { charset } = decodedText(octets, item.charsets.charset);
    return {
      shape: 'values',
      kind: 'help',
      freshFor: FRESH,
      item,
      octets,
      text,
      json: (links) => textJson(text, charset, links),
      lines: () => [text],
    };
  });
}

async function conversation<Result>(
  { server, charsets: { charset } }: GopherItem,
  ask: (session: CsoSession) => Promise<Result>,
): Promise<Result> {
  const session = await CsoSession.open(() => server.connect(server.tls), { charset });
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
function termsIn(
  { link }: GopherItem,
  form: PhoneBookContext['form'],
  fields: readonly CsoField[],
): readonly CsoTerm[] {
  const filled = form.filter(([name]) => name.startsWith(FIELD));
  if (filled.length > 0) {
    const terms = filled.map(([name, words]) => ({ field: name.slice(FIELD.length), words }));
    return terms.filter(({ words }) => words.trim() !== '');
  }
  const words = form.find(([name]) => name === 'search')?.[1] ?? link.details.search ?? '';
  if (words.trim() === '') return [];
  const named = fields.find(({ name }) => name.toLowerCase() === NAME) ?? requiredFields(fields)[0];
  return [{ field: named?.name ?? NAME, words }];
}

function returnedFields(form: PhoneBookContext['form']): CsoQuery['fields'] {
  const names = form.flatMap(([name, value]) => (name === 'return' ? (value.match(/[^\s,]+/g) ?? []) : []));
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
  throw new ProtocolError('invalid-request', `The phone book has no field “${shown}”.`, {
    advice: declared === '' ? 'It lists no fields.' : `Its fields are ${declared}.`,
  });
}
