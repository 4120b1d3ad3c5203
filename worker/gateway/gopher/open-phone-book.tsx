/** Phone books as pages: the form of the fields that the server declares, which needs no script, and the entries. */
import type { VNode } from 'preact';
import { codeOf, GatewayError } from '../../../src/net/failure.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import { detectCharset } from '../../../src/octets/charset.ts';
import type { CsoEntry, CsoField } from '../../../src/protocols/cso/session.ts';
import { gatewayErrors } from '../../errors/table.ts';
import { grouped } from '../../pages/parts/counted.ts';
import { Details } from '../../pages/parts/details.tsx';
import { Empty, Notice } from '../../pages/parts/notice.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { TextBlock } from '../shared/text-content.tsx';
import type { GopherContext } from './context.ts';
import { cacheableResponse, itemPage, itemResponse } from './item-page.tsx';
import { textJson } from './json.ts';
import { rawText } from './open-file.tsx';
import {
  FIELD,
  fetchHelp,
  fetchPhoneBook,
  type PhoneBook,
  phoneBookJson,
  requiredFields,
  searchableFields,
} from './phone-book.ts';

/** Responds with the form of a phone book, the entries that match, or the help of its server. */
export async function openPhoneBook(context: GopherContext): Promise<Response> {
  const { robot, view } = context;
  // No robots.txt can be asked for in this protocol, and the entries are about people.
  if (robot !== null) throw new GatewayError('forbidden', 'A phone book has no robots.txt, so robots must stay away.');
  if (view.query.has('help')) return openHelp(context);
  const book = await fetchPhoneBook(context);
  if (book.kind === 'refused') return refusedResponse(context, book);
  return cacheableResponse(context, [book.octets, view.charset ?? ''], (headers) => {
    if (view.format === 'raw')
      return rawText(context, book.octets, view.charset ?? detectCharset(book.octets), headers);
    return itemResponse(context, headers, {
      json: () => phoneBookJson(context, book),
      page: () => ({
        title: titleOf(context),
        repeated: repeatedQuery(context),
        content: <Content context={context} book={book} />,
      }),
    });
  });
}

/** The form with the reason and the words that were sent; for programs, the error. */
function refusedResponse(context: GopherContext, book: PhoneBook & { readonly kind: 'refused' }): Response {
  if (context.view.format !== 'html') throw book.error;
  const page = itemPage(context, {
    title: titleOf(context),
    repeated: repeatedQuery(context),
    content: <Content context={context} book={book} />,
  });
  const { status } = gatewayErrors[codeOf(book.error)];
  return pageResponse(context, page, { status, headers: { 'Cache-Control': 'no-store' } });
}

async function openHelp(context: GopherContext): Promise<Response> {
  const { charset, format } = context.view;
  const { text, reply } = await fetchHelp(context);
  return cacheableResponse(context, [reply.octets, charset ?? ''], (headers) => {
    if (format === 'raw') return rawText(context, reply.octets, charset ?? detectCharset(reply.octets), headers);
    return itemResponse(context, headers, {
      json: () => textJson(context, text, charset ?? detectCharset(reply.octets)),
      page: () => ({
        title: `Help of ${titleOf(context)}`,
        repeated: repeatedQuery(context),
        content: (
          <>
            <TextBlock text={displayText(text)} />
            <p>
              <a href={context.links.self()}>Search the phone book</a>
            </p>
          </>
        ),
      }),
    });
  });
}

function titleOf({ server: { host, port } }: GopherContext): string {
  return `${host}, port ${port}`;
}

function repeatedQuery({ view }: GopherContext): Readonly<Record<string, string>> {
  return Object.fromEntries([...view.query].filter(([name]) => name !== 'format'));
}

interface Props {
  readonly context: GopherContext;
  readonly book: PhoneBook;
}

function Content({ context, book }: Props): VNode {
  if (book.kind === 'form') {
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
  if (book.kind === 'refused') {
    return (
      <>
        <Notice tone="caution" title={book.error.message} />
        <BookForm context={context} book={book} />
      </>
    );
  }
  const { entries } = book.answer;
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

function BookForm({ context, book }: Props): VNode {
  const { links, view } = context;
  const fields = searchableFields(book.fields);
  if (fields.length === 0) return <Notice tone="caution">This phone book has no field that can be searched.</Notice>;
  const required = requiredFields(book.fields);
  const terms = book.kind === 'form' ? [] : book.query.terms;
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
