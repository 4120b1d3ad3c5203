/**
 * The forms of Gopher+ (`+ASK`, §2.8) as forms of HTML: fetched from the server, filled in by a person, and sent
 * after they were fetched again, so that nothing is ever posted to a server that did not ask.
 */
import type { VNode } from 'preact';
import {
  type AskField,
  answersOf,
  askFieldsOf,
  type Entries,
  type EntryFault,
  entriesOf,
} from '../../../src/schemes/gopher/ask-form.ts';
import { blockOf } from '../../../src/schemes/gopher/attributes.ts';
import { type GopherPath, splitGopherPath } from '../../../src/schemes/gopher/path.ts';
import { concatOctets, decodeOctets } from '../../../src/uri/octets.ts';
import { readOctets } from '../../http/body.ts';
import { GatewayError } from '../../net/errors.ts';
import { limits } from '../../net/limits.ts';
import { Notice } from '../../pages/notice.tsx';
import { pageResponse } from '../../pages/respond.tsx';
import { fault, RequestError } from '../../problem.ts';
import { jsonResponse } from './caching.ts';
import { withPlus } from './item-actions.ts';
import { pageOf } from './item-page.ts';
import { readAttributes } from './open-attributes.tsx';
import { apologize } from './refusal.ts';
import { ask, askWithLines, type GopherContext, type Reply } from './reply.ts';
import { readerFor } from './text-reader.ts';

const URL_ENCODED = 'application/x-www-form-urlencoded';
const NO_STORE = { 'Cache-Control': 'no-store' };

/** The questions of an item, or where it has moved. */
type Questions =
  | { readonly kind: 'questions'; readonly fields: readonly AskField[] }
  | { readonly kind: 'moved'; readonly response: Response };

async function questionsOf(context: GopherContext): Promise<Questions> {
  const reply = await ask(context, { ...pathOf(context), plus: '!' });
  if (reply.failed) return { kind: 'moved', response: await apologize(context, reply) };
  const { items } = await readAttributes(context, reply);
  const block = items.map((item) => blockOf(item, 'ASK')).find((block) => block !== null);
  if (block === undefined) throw new GatewayError('not-found', 'This item has no form to fill in.');
  const reader = await readerFor(context, block.lines);
  return { kind: 'questions', fields: askFieldsOf(block, reader.read) };
}

function pathOf(context: GopherContext): GopherPath {
  return splitGopherPath(context.resolution.components.path);
}

/** Answers with the form of an item, filled in with the answers that the link brings. */
export async function openForm(context: GopherContext): Promise<Response> {
  const questions = await questionsOf(context);
  if (questions.kind === 'moved') return questions.response;
  const { fields } = questions;
  const answers = context.resolution.details.gopherPlus?.answers ?? [];
  const entries = entriesOf(fields, answers);
  if (context.view.format === 'html') return formPage(context, fields, entries, []);
  const form = {
    kind: 'form',
    url: context.resolution.canonical,
    method: 'POST',
    action: context.links.origin + actionOf(context),
    fields: fields.map((field, index) => ({ name: nameOf(index), ...field, value: entries[index] })),
  };
  return jsonResponse(context, form, { ...NO_STORE, Vary: 'Accept' });
}

const nameOf = (index: number): string => `f${index}`;

/** A form is always sent to the item's own address, whatever answers the link brought. */
function actionOf(context: GopherContext): string {
  const view = viewOf(context);
  return context.links.hrefOf(withPlus(context, view === '' ? '?' : `+${view}`)) ?? context.links.self();
}

/** The representation that a link wants the answer in, with its language; empty = any. */
function viewOf({ resolution: { details } }: GopherContext): string {
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
                <a href={`#${nameOf(field)}`}>{fields[field]?.question || `Line ${field + 1}`}</a> {message}.
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <form
        class="ask"
        method="post"
        action={actionOf(context)}
        enctype={fields.some(({ kind }) => kind === 'ChooseF') ? 'multipart/form-data' : URL_ENCODED}
      >
        {fields.map((field, index) => (
          <Field
            field={field}
            name={nameOf(index)}
            value={entries[index] ?? ''}
            fault={faults.find((fault) => fault.field === index)?.message ?? null}
          />
        ))}
        <button type="submit">Send to {context.resolution.components.hostUnicode}</button>
        {!secure && <p class="aside">Gopher has no secrecy: what you enter travels in the clear.</p>}
      </form>
    </>
  );
  const page = pageOf(context, { kicker: 'Gopher+ form', content });
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
  const words = fault !== null && (
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
        {words}
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
        {words}
      </div>
    );
  }
  return (
    <div class="field">
      <label for={name}>{field.question}</label>
      {inputs[field.kind](marks, value)}
      {words}
    </div>
  );
}

interface Marks {
  readonly id: string;
  readonly name: string;
}

/** What one answers with, by the kind of question. */
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
      <p class="aside">The name of a file of yours; the server only hears the name.</p>
    </>
  ),
  ChooseF: (marks) => (
    <>
      <input type="file" {...marks} />
      <p class="aside">A text file; its lines are sent.</p>
    </>
  ),
};

/** What became of a form that was sent: the server's answer, or the form again. */
export type Submitted =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'response'; readonly response: Response };

/**
 * Sends a form that was filled in.
 *
 * @throws GatewayError `bad-request` for a body that is none of a form, or too long
 * @throws RequestError for entries that cannot be sent, to a program; people get the form again
 */
export async function sendForm(context: GopherContext): Promise<Submitted> {
  const entered = await enteredIn(context.request);
  const questions = await questionsOf(context);
  if (questions.kind === 'moved') return { kind: 'response', response: questions.response };
  const { fields } = questions;
  const entries = await Promise.all(fields.map((field, index) => entryOf(field, entered.get(nameOf(index)))));
  const answers = answersOf(fields, entries);
  if (answers.kind === 'faults') {
    if (context.view.format !== 'html') throw notSent(answers.faults);
    return { kind: 'response', response: formPage(context, fields, entries, answers.faults) };
  }
  const request = concatOctets(decodeOctets(pathOf(context).selector), `\t+${viewOf(context)}\t1`);
  return { kind: 'reply', reply: await askWithLines(context, [request, '+-1', ...answers.lines, '.'], true) };
}

/** What is wrong with the entries, for programs. */
function notSent(faults: readonly EntryFault[]): RequestError {
  const wrong = faults.map(({ field, message }) => {
    const parameter = nameOf(field);
    return { ...fault('parameter-invalid', `\`${parameter}\` ${message}.`), parameter };
  });
  return new RequestError('invalid-parameter', wrong);
}

async function entryOf(field: AskField, entered: string | Blob | null): Promise<string> {
  if (field.kind === 'Select') return entered === null ? '0' : '1';
  if (entered === null) return '';
  return typeof entered === 'string' ? entered : entered.text();
}

async function enteredIn(request: Request): Promise<FormData> {
  const octets = await readOctets(request, limits.form);
  const headers = { 'Content-Type': request.headers.get('Content-Type') ?? '' };
  try {
    return await new Response(octets, { headers }).formData();
  } catch (cause) {
    throw new GatewayError('bad-request', 'This is not what a form sends.', { cause });
  }
}
