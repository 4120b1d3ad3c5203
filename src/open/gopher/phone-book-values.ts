/** What a phone book has, as JSON and as lines. */
import type { CsoQuery } from '../../protocols/cso/query.ts';
import type { CsoAnswer, CsoField, CsoValue } from '../../protocols/cso/session.ts';
import type { OpenContext } from '../contract.ts';
import type { JsonLinks } from '../links.ts';
import type { Values } from '../opened.ts';
import type { GopherItem } from './item.ts';

/** The beginning of the parameters whose names end with that of a field. */
export const FIELD = 'field.';

/** The fields of a phone book, and what was asked for. */
export interface PhoneBook extends Values {
  readonly kind: 'phone-book';
  readonly item: GopherItem;
  readonly form: OpenContext['form'];
  readonly fields: readonly CsoField[];
  /** As the server sent it. */
  readonly octets: Uint8Array;
  /** `null` = nothing was asked for. */
  readonly query: CsoQuery | null;
  /** `null` = nothing was asked for, or the server refuses it. */
  readonly answer: CsoAnswer | null;
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

type PhoneBookReply = Pick<PhoneBook, 'item' | 'form' | 'fields' | 'query' | 'answer'>;

/** A phone book for programs: its form, and the entries that match. */
export function phoneBookJson({ item, form, fields, query, answer }: PhoneBookReply, { self }: JsonLinks): object {
  const isSearchable = new Set(searchableFields(fields));
  const { charset } = item.charsets;
  const repeated = { ...Object.fromEntries(form), ...(charset !== null && { charset }) };
  return {
    kind: 'phone-book',
    form: {
      method: 'GET',
      action: self({}),
      fields: fields.map((field) => ({
        searchable: isSearchable.has(field),
        parameter: isSearchable.has(field) ? FIELD + field.name : null,
        ...field,
      })),
    },
    query,
    entries: answer?.entries ?? null,
    links: { self: self(repeated), raw: self({ ...repeated, format: 'raw' }) },
  };
}

/** The entries that match, or else the fields that can be asked for. */
export function phoneBookLines({ fields, answer }: Pick<PhoneBook, 'fields' | 'answer'>): readonly string[] {
  const width = Math.max(0, ...fields.map(({ name }) => name.length));
  const line = (name: string, text: string) => `${name.padEnd(width)}  ${text}`.trimEnd();
  if (answer === null) {
    const searchable = new Set(searchableFields(fields));
    const noteOf = (field: CsoField) => (searchable.has(field) ? '' : ' (cannot be searched)');
    const described = fields.map((field) => line(field.name, field.description + noteOf(field)));
    return ['This is a phone book. Its fields:', ...described];
  }
  const valueLines = ({ name, value }: CsoValue) =>
    (value?.split('\n') ?? []).map((text, index) => line(index === 0 ? name : '', text));
  const found = answer.entries.map((entry) => entry.fields.flatMap(valueLines));
  return found.length === 0
    ? ['No entry matches.']
    : found.flatMap((entry, index) => [...(index > 0 ? [''] : []), ...entry]);
}
