/** Phone books as pages: the form of the fields that the server declares, which needs no script, and the entries. */
import type { VNode } from 'preact';
import { codeOf } from '../../../src/net/failure.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import { headOf } from '../../../src/open/gopher/item.ts';
import type { Help } from '../../../src/open/gopher/phone-book.ts';
import { FIELD, type PhoneBook, requiredFields, searchableFields } from '../../../src/open/gopher/phone-book-values.ts';
import type { CsoEntry, CsoField } from '../../../src/protocols/cso/session.ts';
import type { ProtocolError } from '../../../src/protocols/protocol-error.ts';
import { gatewayErrors } from '../../errors/table.ts';
import { grouped } from '../../pages/parts/counted.ts';
import { Details } from '../../pages/parts/details.tsx';
import { Empty, Notice } from '../../pages/parts/notice.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import type { ShapeContext } from '../shapes/context.ts';
import { TextBlock } from '../shared/text-content.tsx';
import { itemPage } from '../shared/viewer.tsx';
import { respondTagged } from './respond.ts';

/** Responds with the form of a phone book, or the entries that match. */
export function respondWithPhoneBook(context: ShapeContext, book: PhoneBook): Response {
  if (book.error !== undefined) return refusedResponse(context, book, book.error);
  return respondTagged(context, book, [book.octets, context.view.charset ?? ''], () => phoneBookPage(context, book));
}

function phoneBookPage(context: ShapeContext, book: PhoneBook) {
  const content = <Content context={context} book={book} />;
  return { title: phoneBookTitle(book), repeated: repeatedQuery(context), content };
}

/** The form with the reason and the words that were sent; for programs, the error. */
function refusedResponse(context: ShapeContext, book: PhoneBook, error: ProtocolError): Response {
  if (context.view.format !== 'html') throw error;
  const page = itemPage(context, headOf(book.item), phoneBookPage(context, book));
  const { status } = gatewayErrors[codeOf(error)];
  return pageResponse(context, page, { status, headers: { 'Cache-Control': 'no-store' } });
}

export function respondWithHelp(context: ShapeContext, help: Help): Response {
  return respondTagged(context, help, [help.octets, context.view.charset ?? ''], () => ({
    title: `Help of ${phoneBookTitle(help)}`,
    repeated: repeatedQuery(context),
    content: (
      <>
        <TextBlock text={displayText(help.text)} />
        <p>
          <a href={context.links.self()}>Search the phone book</a>
        </p>
      </>
    ),
  }));
}

function phoneBookTitle({ item: { server } }: Pick<PhoneBook, 'item'>): string {
  return `${server.host}, port ${server.port}`;
}

function repeatedQuery({ view }: ShapeContext): Readonly<Record<string, string>> {
  return Object.fromEntries([...view.query].filter(([name]) => name !== 'format'));
}

interface PhoneBookProps {
  readonly context: ShapeContext;
  readonly book: PhoneBook;
}

function Content({ context, book }: PhoneBookProps): VNode {
  const { answer, error } = book;
  if (book.query === null) {
    return (
      <>
        <p>This item is a phone book.</p>
        <BookForm context={context} book={book} />
        <p>
          <a href={context.links.self({ help: '1' })}>Help of the server</a>
        </p>
      </>
    );
  }
  if (error !== undefined) {
    return (
      <>
        <Notice tone="caution" title={error.message} />
        <BookForm context={context} book={book} />
      </>
    );
  }
  const entries = answer?.entries ?? [];
  return (
    <>
      {entries.length === 0 && <Empty>No entry matches.</Empty>}
      {entries.length > 0 && <p>{entries.length === 1 ? '1 entry' : `${grouped(entries.length)} entries`}</p>}
      {entries.map((entry) => (
        <Entry entry={entry} />
      ))}
      <h2>Search again</h2>
      <BookForm context={context} book={book} />
    </>
  );
}

function Entry({ entry: { fields } }: { readonly entry: CsoEntry }): VNode {
  const shown = fields.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]));
  return (
    <section class="attributes">
      <Details rows={shown.map(({ name, value }) => [displayText(name), <Lines text={value} />])} />
      {shown.length === 0 && <Empty>The server shows no details of this entry.</Empty>}
    </section>
  );
}

function Lines({ text }: { readonly text: string }): VNode {
  const [first = '', ...others] = text.split('\n').map(displayText);
  return (
    <>
      {first}
      {others.map((line) => (
        <>
          <br />
          {line}
        </>
      ))}
    </>
  );
}

function BookForm({ context, book }: PhoneBookProps): VNode {
  const { links, view } = context;
  const fields = searchableFields(book.fields);
  if (fields.length === 0) return <Notice tone="caution">This phone book has no field that can be searched.</Notice>;
  const required = requiredFields(book.fields);
  const terms = book.query?.terms ?? [];
  const words = new Map(terms.map(({ field, words }) => [field.toLowerCase(), words]));
  // The query of the address goes into hidden fields: `/open` has the link there.
  const [action = '', hidden = ''] = links.self().split('?', 2);
  return (
    <search>
      <form class="ask" method="get" action={action}>
        {[...new URLSearchParams(hidden)].map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        {view.charset !== null && <input type="hidden" name="charset" value={view.charset} />}
        <p>
          {required.length === fields.length
            ? 'Fill in at least one field.'
            : `Fill in at least one of these fields: ${required.map(({ name }) => name).join(', ')}.`}
        </p>
        {fields.map((field) => (
          <FieldInput field={field} value={words.get(field.name.toLowerCase()) ?? ''} />
        ))}
        <div class="field">
          <label class="choice">
            <input type="checkbox" name="return" value="all" checked={view.query.get('return') === 'all'} /> All fields
            of each entry
          </label>
        </div>
        <button type="submit">Search</button>
        <p class="aside">CSO is not encrypted. Others can read what you send.</p>
      </form>
    </search>
  );
}

interface FieldInputProps {
  readonly field: CsoField;
  readonly value: string;
}

function FieldInput({ field: { name, description }, value }: FieldInputProps): VNode {
  const text = displayText(description);
  const id = FIELD + name;
  return (
    <div class="field">
      <label for={id}>{name}</label>
      <input id={id} name={id} type="text" value={value} autocomplete="off" />
      {text !== '' && (
        <p class="aside" dir="auto">
          {text}
        </p>
      )}
    </div>
  );
}
