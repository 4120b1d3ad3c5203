/** The forms of Gopher+ (`+ASK`, §2.8). A link fills in a form; whoever follows it sends nothing. */
import { jsonText } from '../../octets/controls.ts';
import { type AskField, type Entries, entriesOf } from '../../protocols/gopher/ask-form.ts';
import { fetchForm } from '../../protocols/gopher/attributes.ts';
import { ProtocolError } from '../../protocols/protocol-error.ts';
import type { JsonLinks } from '../links.ts';
import type { Moved, Values } from '../opened.ts';
import { formUrl, type GopherItem } from './item.ts';
import { movedBy } from './moved.ts';

export interface GopherForm extends Values {
  readonly kind: 'form';
  readonly item: GopherItem;
  readonly fields: readonly AskField[];
  /** What the fields are filled in with. */
  readonly entries: Entries;
}

/** The form of an item, filled in with the answers in its link. */
export async function askFormOf(item: GopherItem): Promise<GopherForm | Moved> {
  const fields = await askFieldsOf(item);
  if ('shape' in fields) return fields;
  const entries = entriesOf(fields, item.link.details.gopherPlus?.answers ?? []);
  const json = (links: JsonLinks) => formJson(item, fields, entries, links);
  return {
    shape: 'values',
    kind: 'form',
    freshFor: 0,
    item,
    fields,
    entries,
    json,
    lines: (links) => jsonText(json(links), 2).split('\n'),
  };
}

/**
 * The fields of an item's form.
 *
 * @throws ProtocolError `not-found` for an item without a form
 */
export async function askFieldsOf(item: GopherItem): Promise<readonly AskField[] | Moved> {
  const { server, path, charsets, known } = item;
  const form = await fetchForm(server, path, charsets);
  if (form.kind === 'refused') return movedBy(item, form.refusal);
  known.notePlus();
  if (form.kind === 'absent') throw new ProtocolError('not-found', 'This item has no form.');
  return form.fields;
}

/** The name of a field in the body of a form. */
export const fieldName = (index: number): string => `f${index}`;

function formJson(item: GopherItem, fields: readonly AskField[], entries: Entries, { open, self }: JsonLinks): object {
  return {
    kind: 'form',
    method: 'POST',
    // The form is sent to the address of the item, without the answers in the link.
    action: open(formUrl(item)) ?? self({}),
    fields: fields.map((field, index) => ({ name: fieldName(index), ...field, value: entries[index] })),
  };
}
