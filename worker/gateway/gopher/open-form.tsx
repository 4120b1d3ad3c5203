/**
 * The forms of Gopher+ (`+ASK`, §2.8) as HTML forms. Before the answers are sent the form is fetched once more, so that
 * no server receives answers to a form that it does not have.
 */
import type { VNode } from 'preact';
import { GatewayError } from '../../../src/net/failure.ts';
import { formUrl, requestedView, urlWithPlus } from '../../../src/open/gopher/item.ts';
import {
  type AskField,
  answersOf,
  type Entries,
  type EntryFault,
  entriesOf,
} from '../../../src/protocols/gopher/ask-form.ts';
import { fetchForm, sendForm } from '../../../src/protocols/gopher/attributes.ts';
import type { GopherReply } from '../../../src/protocols/gopher/reply.ts';
import { fault, RequestError } from '../../errors/request-error.ts';
import { readOctets } from '../../http/body.ts';
import { matchesTag } from '../../http/headers.ts';
import { askedUrl } from '../../http/hosts.ts';
import { readableHost } from '../../pages/parts/host-name.tsx';
import { Notice } from '../../pages/parts/notice.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { fingerprint } from '../../settings/fingerprint.ts';
import { limits } from '../../settings/limits.ts';
import { version } from '../../version.ts';
import { jsonResponse } from '../shapes/item-page.ts';
import type { GopherContext, GopherLink } from './context.ts';
import { itemPage, redirect, respondToRefusal } from './item-page.tsx';
import { fieldName, formJson } from './json.ts';

const URL_ENCODED = 'application/x-www-form-urlencoded';
const NO_STORE = { 'Cache-Control': 'no-store' };

/** The fields of the item's form, or a redirect to the place that the item has moved to. */
async function fieldsOf(context: GopherContext): Promise<readonly AskField[] | Response> {
  const { server, path, charsets, known } = context;
  const form = await fetchForm(server, path, charsets);
  if (form.kind === 'refused') return respondToRefusal(context, form.refusal);
  known.rememberPlus();
  if (form.kind === 'absent') throw new GatewayError('not-found', 'This item has no form.');
  return form.fields;
}

/** Responds with the form of an item, filled in with the answers in the link. */
export async function openForm(context: GopherContext): Promise<Response> {
  const fields = await fieldsOf(context);
  if (fields instanceof Response) return fields;
  const answers = context.resolution.details.gopherPlus?.answers ?? [];
  const entries = entriesOf(fields, answers);
  if (context.view.format === 'html') return formPage(context, fields, entries, []);
  const form = formJson(context, formAction(context), fields, entries);
  return jsonResponse(form, { ...NO_STORE, Vary: 'Accept' });
}

/** The address that the form is sent to: that of the item, without any answers in the link. */
export function formAction(context: Pick<GopherLink, 'link' | 'path' | 'links'>): string {
  return context.links.hrefOf(formUrl(context)) ?? context.links.self();
}

/** Longer addresses are not safe everywhere, in characters. */
const LONGEST_ADDRESS = 8000;

/** The address of the form with these entries; `null` if it would be too long. */
function filledFormHref(
  context: GopherContext,
  fields: readonly AskField[],
  entries: Entries,
  query?: Readonly<Record<string, string>>,
): string | null {
  const answers = answersOf(fields, entries);
  const lines = answers.kind === 'answers' ? answers.lines : [];
  const block = ['1', '+-1', ...lines, '.', ''].join('\r\n');
  const url = urlWithPlus(context, `+${requestedView(context)}\t${block}`);
  return url.length > LONGEST_ADDRESS ? null : context.links.hrefOf(url, query);
}

/** The entries without passwords and files, because the history of a browser keeps addresses. */
function publicEntries(fields: readonly AskField[], entries: Entries): Entries {
  return entries.map((entry, index) => (/^(?:AskP|ChooseF)$/.test(fields[index]?.kind ?? '') ? '' : entry));
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
        <button type="submit">Send to {readableHost(context.resolution.components)}</button>
        {!secure && <p class="aside">Gopher is not encrypted. Others can read what you send.</p>}
      </form>
    </>
  );
  const page = itemPage(context, { kicker: 'Gopher+ form', content });
  return pageResponse(context, page, { status: faults.length > 0 ? 422 : 200, headers: NO_STORE, posts: true });
}

/** Responds with the reply of a server. */
type RespondWith = (context: GopherContext, reply: GopherReply) => Promise<Response>;

/**
 * Sends the answers in the request's body to the server. A browser is redirected to an address with the answers, which
 * {@link openLinkedAnswers} sends, so that it can load the reply again; unless the answers are secret or too long for
 * an address. If nothing was sent, the response is the form with its faults, or an error for a program.
 */
export async function submitForm(context: GopherContext, respondWith: RespondWith): Promise<Response> {
  const submitted = await readFormData(context.request);
  return sendAnswers(context, respondWith, null, async (fields) => {
    const entries = await Promise.all(fields.map((field, index) => entryOf(field, submitted.get(fieldName(index)))));
    const isPublic = publicEntries(fields, entries).every((entry, index) => entry === entries[index]);
    // Each time that a form is sent has an address of its own, so that a browser does not show an earlier reply.
    const query = { [SENT]: Date.now().toString(36) };
    const location =
      isPublic && isFromOwnPage(context) && context.view.format === 'html'
        ? filledFormHref(context, fields, entries, query)
        : null;
    return { entries, location };
  });
}

/** The parameter of an address whose answers are sent: the time at which the form was, in base 36. */
export const SENT = 'sent';

/** Whether a page of this Worker made the browser request this address. */
function isFromOwnPage({ request }: GopherContext): boolean {
  return request.headers.get('Sec-Fetch-Site') === 'same-origin';
}

/**
 * Responds to an address with answers that a form of this Worker redirected to. A browser that loads the page again has
 * the entity tag of the reply that it keeps: the server does not get the answers a second time. Anybody else gets the
 * form, filled in, because a link of another site must not send anything.
 */
export async function openLinkedAnswers(context: GopherContext, respondWith: RespondWith): Promise<Response> {
  const { request, environment } = context;
  const tag = `"${fingerprint([version, environment.fingerprint, askedUrl(request)].join('\n'))}"`;
  if (matchesTag(request.headers.get('If-None-Match') ?? '', tag)) {
    return new Response(null, { status: 304, headers: { ETag: tag, 'Cache-Control': KEPT } });
  }
  if (!isFromOwnPage(context) || request.method !== 'GET') return openForm(context);
  const answers = context.resolution.details.gopherPlus?.answers ?? [];
  return sendAnswers(context, respondWith, tag, async (fields) => {
    return { entries: entriesOf(fields, answers), location: null };
  });
}

/** For the reply to one person's form, which that browser may keep. */
const KEPT = 'private, no-cache';

/**
 * Fetches the form of the item, sends the answers that `fill` makes for its fields, and responds with the reply.
 *
 * @param tag - the entity tag of a reply that the browser keeps; `null` = nobody may keep it
 * @param fill - `location`: where the browser is to send the answers from; `null` = they are sent now
 */
async function sendAnswers(
  context: GopherContext,
  respondWith: RespondWith,
  tag: string | null,
  fill: (fields: readonly AskField[]) => Promise<{ readonly entries: Entries; readonly location: string | null }>,
): Promise<Response> {
  const fields = await fieldsOf(context);
  if (fields instanceof Response) return fields;
  const { entries, location } = await fill(fields);
  const answers = answersOf(fields, entries);
  if (answers.kind === 'faults') {
    if (context.view.format !== 'html') throw invalidEntries(answers.faults);
    return formPage(context, fields, entries, answers.faults);
  }
  if (location !== null) return redirect(location, 303);
  const reply = await sendForm(context.server, context.path, requestedView(context), answers.lines);
  const href = filledFormHref(context, fields, publicEntries(fields, entries)) ?? formAction(context);
  const response = await respondWith({ ...context, answeredForm: { href, isKept: tag !== null } }, reply);
  response.headers.set('Cache-Control', tag === null ? NO_STORE['Cache-Control'] : KEPT);
  if (tag === null) response.headers.delete('ETag');
  else response.headers.set('ETag', tag);
  return response;
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

interface FieldProps {
  readonly field: AskField;
  readonly name: string;
  readonly value: string;
  readonly fault: string | null;
}

/** A question and its input. */
export function Field({ field, name, value, fault }: FieldProps): VNode {
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
  const marks = {
    id: name,
    name,
    'aria-invalid': fault === null ? undefined : ('true' as const),
    'aria-describedby': described,
  };
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
  const input = INPUTS[field.kind];
  const text = { ...marks, value, autocomplete: 'off' };
  return (
    <div class="field">
      <label for={name}>{field.question}</label>
      {input.type === 'lines' && (
        <textarea {...marks} rows={6} cols={60}>
          {value}
        </textarea>
      )}
      {input.type === 'file' && <input type="file" {...marks} />}
      {input.type === 'text' && <input type="text" {...text} />}
      {input.type === 'password' && <input type="password" {...text} />}
      {input.hint !== null && <p class="aside">{input.hint}</p>}
      {message}
    </div>
  );
}

/** The input for each kind of question, and what is said below it. */
const INPUTS = {
  Ask: { type: 'text', hint: null },
  AskP: { type: 'password', hint: null },
  AskL: { type: 'lines', hint: null },
  AskF: { type: 'text', hint: 'The name of a file on your computer. Only the name is sent.' },
  ChooseF: { type: 'file', hint: 'A text file. Its lines are sent.' },
} as const satisfies Record<Exclude<AskField['kind'], 'Note' | 'Choose' | 'Select'>, object>;
