/**
 * The forms of Gopher+ (`+ASK`, §2.8) as HTML forms. Before the answers are sent the form is fetched once more, so that
 * no server receives answers to a form that it does not have.
 */
import type { VNode } from 'preact';
import {
  type AskField,
  answersOf,
  type Entries,
  type EntryFault,
  entriesOf,
  parseAskFields,
} from '../../../src/schemes/gopher/ask-form.ts';
import { blockOf } from '../../../src/schemes/gopher/attributes.ts';
import { concatOctets, decodeOctets } from '../../../src/uri/octets.ts';
import { GatewayError } from '../../gateway-error.ts';
import { readOctets } from '../../http/body.ts';
import { limits } from '../../limits.ts';
import { Notice } from '../../pages/notice.tsx';
import { pageResponse } from '../../pages/respond.tsx';
import { fault, RequestError } from '../../problem.ts';
import { jsonResponse } from './caching.ts';
import type { GopherContext } from './context.ts';
import { urlWithPlus } from './item-links.ts';
import { itemPage } from './item-page.tsx';
import { readAttributes } from './open-attributes.tsx';
import { respondToErrorReply } from './refusal.ts';
import { ask, type Reply, sendRequest } from './reply.ts';
import { textReader } from './text-reader.ts';

const URL_ENCODED = 'application/x-www-form-urlencoded';
const NO_STORE = { 'Cache-Control': 'no-store' };

/** The fields of an item's form, or a redirect to the place that the item has moved to. */
type FetchedForm =
  | { readonly kind: 'fields'; readonly fields: readonly AskField[] }
  | { readonly kind: 'moved'; readonly response: Response };

async function fetchForm(context: GopherContext): Promise<FetchedForm> {
  const reply = await ask(context, { ...context.path, plus: '!' });
  if (reply.failed) return { kind: 'moved', response: await respondToErrorReply(context, reply) };
  const { items } = await readAttributes(context, reply);
  const block = items.map((item) => blockOf(item, 'ASK')).find((block) => block !== null);
  if (block === undefined) throw new GatewayError('not-found', 'This item has no form.');
  const reader = await textReader(context, block.lines);
  return { kind: 'fields', fields: parseAskFields(block, reader.read) };
}

/** Responds with the form of an item, filled in with the answers in the link. */
export async function openForm(context: GopherContext): Promise<Response> {
  const fetched = await fetchForm(context);
  if (fetched.kind === 'moved') return fetched.response;
  const { fields } = fetched;
  const answers = context.resolution.details.gopherPlus?.answers ?? [];
  const entries = entriesOf(fields, answers);
  if (context.view.format === 'html') return formPage(context, fields, entries, []);
  const form = {
    kind: 'form',
    url: context.resolution.canonical,
    method: 'POST',
    action: context.links.origin + formAction(context),
    fields: fields.map((field, index) => ({ name: fieldName(index), ...field, value: entries[index] })),
  };
  return jsonResponse(context, form, { ...NO_STORE, Vary: 'Accept' });
}

const fieldName = (index: number): string => `f${index}`;

/** The address that the form is sent to: that of the item, without any answers in the link. */
function formAction(context: GopherContext): string {
  const view = requestedView(context);
  return context.links.hrefOf(urlWithPlus(context, view === '' ? '?' : `+${view}`)) ?? context.links.self();
}

/** Longer addresses are not safe everywhere, in characters. */
const LONGEST_ADDRESS = 8000;

/** The address of the form with these entries. Passwords and files are left out: history keeps addresses. */
function filledFormHref(context: GopherContext, fields: readonly AskField[], entries: Entries): string {
  const kept = entries.map((entry, index) => (/^(?:AskP|ChooseF)$/.test(fields[index]?.kind ?? '') ? '' : entry));
  const answers = answersOf(fields, kept);
  const lines = answers.kind === 'answers' ? answers.lines : [];
  const block = ['1', '+-1', ...lines, '.', ''].join('\r\n');
  const url = urlWithPlus(context, `+${requestedView(context)}\t${block}`);
  return (url.length > LONGEST_ADDRESS ? null : context.links.hrefOf(url)) ?? formAction(context);
}

/** The representation that the link requests, with its language; empty = any. */
function requestedView({ resolution: { details } }: GopherContext): string {
  const { view = null, language = null } = details.gopherPlus ?? {};
  return [view, language].filter((part) => part !== null).join(' ');
}

function formPage(
  context: GopherContext,
  fields: readonly AskField[],
  entries: Entries,
  faults: readonly EntryFault[],
): Response {
  const secure = context.resolution.scheme === 'gophers';
  const content = (
    <>
      {faults.length > 0 && (
        <Notice tone="caution" title="The form was not sent">
          <ul>
            {faults.map(({ field, message }) => (
              <li>
                <a href={`#${fieldName(field)}`}>{fields[field]?.question || `Line ${field + 1}`}</a> {message}.
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <form
        class="ask"
        method="post"
        action={formAction(context)}
        enctype={fields.some(({ kind }) => kind === 'ChooseF') ? 'multipart/form-data' : URL_ENCODED}
      >
        {fields.map((field, index) => (
          <Field
            field={field}
            name={fieldName(index)}
            value={entries[index] ?? ''}
            fault={faults.find((fault) => fault.field === index)?.message ?? null}
          />
        ))}
        <button type="submit">Send to {context.resolution.components.hostUnicode}</button>
        {!secure && <p class="aside">Gopher is not encrypted. Others can read what you send.</p>}
      </form>
    </>
  );
  const page = itemPage(context, { kicker: 'Gopher+ form', content });
  return pageResponse(context, page, { status: faults.length > 0 ? 422 : 200, headers: NO_STORE, posts: true });
}

interface FieldProps {
  readonly field: AskField;
  readonly name: string;
  readonly value: string;
  readonly fault: string | null;
}

function Field({ field, name, value, fault }: FieldProps): VNode {
  if (field.kind === 'Note') return <p class="note">{field.question}</p>;
  const described = fault === null ? undefined : `${name}-fault`;
  const message = fault !== null && (
    <p class="fault" id={described}>
      This {fault}.
    </p>
  );
  if (field.kind === 'Choose') {
    return (
      <fieldset class="field" id={name} aria-describedby={described}>
        <legend>{field.question}</legend>
        {field.choices.map((choice) => (
          <label class="choice">
            <input type="radio" name={name} value={choice} checked={choice === value} /> {choice}
          </label>
        ))}
        {message}
      </fieldset>
    );
  }
  const marks = { id: name, name, 'aria-invalid': fault === null ? undefined : 'true', 'aria-describedby': described };
  if (field.kind === 'Select') {
    return (
      <div class="field">
        <label class="choice">
          <input type="checkbox" {...marks} value="1" checked={value === '1'} /> {field.question}
        </label>
        {message}
      </div>
    );
  }
  return (
    <div class="field">
      <label for={name}>{field.question}</label>
      {inputs[field.kind](marks, value)}
      {message}
    </div>
  );
}

interface Marks {
  readonly id: string;
  readonly name: string;
}

/** The input element for each kind of question. */
const inputs: Readonly<
  Record<Exclude<AskField['kind'], 'Note' | 'Choose' | 'Select'>, (marks: Marks, value: string) => VNode>
> = {
  Ask: (marks, value) => <input type="text" {...marks} value={value} autocomplete="off" />,
  AskP: (marks, value) => <input type="password" {...marks} value={value} autocomplete="off" />,
  AskL: (marks, value) => (
    <textarea {...marks} rows={6}>
      {value}
    </textarea>
  ),
  AskF: (marks, value) => (
    <>
      <input type="text" {...marks} value={value} autocomplete="off" />
      <p class="aside">The name of a file on your computer. Only the name is sent.</p>
    </>
  ),
  ChooseF: (marks) => (
    <>
      <input type="file" {...marks} />
      <p class="aside">A text file. Its lines are sent.</p>
    </>
  ),
};

/** The reply of the server to a form, or a response without one: the form with its faults, or a redirect. */
export type Submitted =
  /** `form` is the address of the form, filled in again. */
  | { readonly kind: 'reply'; readonly reply: Reply; readonly form: string }
  | { readonly kind: 'response'; readonly response: Response };

/**
 * Sends the answers in the request's body to the server.
 *
 * @throws GatewayError `bad-request` for a body that is not a form's, or too long
 * @throws RequestError for a program's entries that cannot be sent; a person gets the form again
 */
export async function submitForm(context: GopherContext): Promise<Submitted> {
  const submitted = await readFormData(context.request);
  const fetched = await fetchForm(context);
  if (fetched.kind === 'moved') return { kind: 'response', response: fetched.response };
  const { fields } = fetched;
  const entries = await Promise.all(fields.map((field, index) => entryOf(field, submitted.get(fieldName(index)))));
  const answers = answersOf(fields, entries);
  if (answers.kind === 'faults') {
    if (context.view.format !== 'html') throw invalidEntries(answers.faults);
    return { kind: 'response', response: formPage(context, fields, entries, answers.faults) };
  }
  const request = concatOctets([decodeOctets(context.path.selector), `\t+${requestedView(context)}\t1`]);
  const reply = await sendRequest(context, [request, '+-1', ...answers.lines, '.'], true);
  return { kind: 'reply', reply, form: filledFormHref(context, fields, entries) };
}

/** The faults of the entries as an error for programs. */
function invalidEntries(faults: readonly EntryFault[]): RequestError {
  const errors = faults.map(({ field, message }) => {
    const parameter = fieldName(field);
    return { ...fault('parameter-invalid', `\`${parameter}\` ${message}.`), parameter };
  });
  return new RequestError('invalid-parameter', errors);
}

async function entryOf(field: AskField, value: string | Blob | null): Promise<string> {
  if (field.kind === 'Select') return value === null ? '0' : '1';
  if (value === null) return '';
  return typeof value === 'string' ? value : value.text();
}

async function readFormData(request: Request): Promise<FormData> {
  const octets = await readOctets(request, limits.form);
  const headers = { 'Content-Type': request.headers.get('Content-Type') ?? '' };
  try {
    return await new Response(octets, { headers }).formData();
  } catch (cause) {
    throw new GatewayError('bad-request', 'The request body is not form data.', { cause });
  }
}
