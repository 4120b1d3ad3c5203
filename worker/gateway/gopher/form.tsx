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
} from '../../../src/schemes/gopher/ask.ts';
import { blockOf } from '../../../src/schemes/gopher/attributes.ts';
import { type GopherPath, splitGopherPath } from '../../../src/schemes/gopher/path.ts';
import { concatOctets, decodeOctets } from '../../../src/uri/octets.ts';
import { readOctets } from '../../body.ts';
import { GatewayError } from '../../net/errors.ts';
import { limits } from '../../net/limits.ts';
import { Notice } from '../../pages/notice.tsx';
import { pageResponse } from '../../pages/respond.tsx';
import { fault, RequestError } from '../../problem.ts';
import { withPlus } from './actions.ts';
import { readAttributes } from './attributes.tsx';
import { readerFor } from './charset.ts';
import { pageOf } from './frame.ts';
import { jsonResponse } from './fresh.ts';
import { apologize } from './refusal.ts';
import { ask, askWithLines, type GopherVisit, type Reply } from './reply.ts';

const URL_ENCODED = 'application/x-www-form-urlencoded';
const NO_STORE = { 'Cache-Control': 'no-store' };

/** The questions of an item, or where it has moved. */
type Questions =
  | { readonly kind: 'questions'; readonly fields: readonly AskField[] }
  | { readonly kind: 'moved'; readonly response: Response };

async function questionsOf(visit: GopherVisit): Promise<Questions> {
  const reply = await ask(visit, { ...pathOf(visit), plus: '!' });
  if (reply.failed) return { kind: 'moved', response: await apologize(visit, reply) };
  const { items } = await readAttributes(visit, reply);
  const block = items.map((item) => blockOf(item, 'ASK')).find((block) => block !== null);
  if (block === undefined) throw new GatewayError('not-found', 'This item has no form to fill in.');
  const reader = await readerFor(visit, block.lines);
  return { kind: 'questions', fields: askFieldsOf(block, reader.read) };
}

function pathOf(visit: GopherVisit): GopherPath {
  return splitGopherPath(visit.resolution.components.path);
}

/** Answers with the form of an item, filled in with the answers that the link brings. */
export async function openForm(visit: GopherVisit): Promise<Response> {
  const questions = await questionsOf(visit);
  if (questions.kind === 'moved') return questions.response;
  const { fields } = questions;
  const answers = visit.resolution.details.gopherPlus?.answers ?? [];
  const entries = entriesOf(fields, answers);
  if (visit.view.format === 'html') return formPage(visit, fields, entries, []);
  const form = {
    kind: 'form',
    url: visit.resolution.canonical,
    method: 'POST',
    action: visit.links.origin + actionOf(visit),
    fields: fields.map((field, index) => ({ name: nameOf(index), ...field, value: entries[index] })),
  };
  return jsonResponse(visit, form, { ...NO_STORE, Vary: 'Accept' });
}

const nameOf = (index: number): string => `f${index}`;

/** A form is always sent to the item's own address, whatever answers the link brought. */
function actionOf(visit: GopherVisit): string {
  const view = viewOf(visit);
  return visit.links.hrefOf(withPlus(visit, view === '' ? '?' : `+${view}`)) ?? visit.links.here();
}

/** The representation that a link wants the answer in, with its language; empty = any. */
function viewOf({ resolution: { details } }: GopherVisit): string {
  const { view = null, language = null } = details.gopherPlus ?? {};
  return [view, language].filter((part) => part !== null).join(' ');
}

function formPage(
  visit: GopherVisit,
  fields: readonly AskField[],
  entries: Entries,
  faults: readonly EntryFault[],
): Response {
  const secure = visit.resolution.scheme === 'gophers';
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
        action={actionOf(visit)}
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
        <button type="submit">Send to {visit.resolution.components.hostUnicode}</button>
        {!secure && <p class="aside">Gopher has no secrecy: what you enter travels in the clear.</p>}
      </form>
    </>
  );
  const page = pageOf(visit, { kicker: 'Gopher+ form', content });
  return pageResponse(visit, page, { status: faults.length > 0 ? 422 : 200, headers: NO_STORE, posts: true });
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
export async function sendForm(visit: GopherVisit): Promise<Submitted> {
  const entered = await enteredIn(visit.request);
  const questions = await questionsOf(visit);
  if (questions.kind === 'moved') return { kind: 'response', response: questions.response };
  const { fields } = questions;
  const entries = await Promise.all(fields.map((field, index) => entryOf(field, entered.get(nameOf(index)))));
  const answers = answersOf(fields, entries);
  if (answers.kind === 'faults') {
    if (visit.view.format !== 'html') throw notSent(answers.faults);
    return { kind: 'response', response: formPage(visit, fields, entries, answers.faults) };
  }
  const request = concatOctets(decodeOctets(pathOf(visit).selector), `\t+${viewOf(visit)}\t1`);
  return { kind: 'reply', reply: await askWithLines(visit, [request, '+-1', ...answers.lines, '.'], true) };
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
