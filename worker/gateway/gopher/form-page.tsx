/** The forms of Gopher+ (`+ASK`, §2.8) as HTML forms. */

import type { VNode } from 'preact';
import { type Canonical, canonicalize } from '../../../src/index.ts';
import { fieldName, type GopherForm } from '../../../src/open/gopher/form.ts';
import { formUrl, type GopherItem, headOf } from '../../../src/open/gopher/item.ts';
import type { AskField, EntryFault } from '../../../src/protocols/gopher/ask-form.ts';
import { readableHost } from '../../../src/readable-host.ts';
import { FORM_TYPE } from '../../http/headers.ts';
import { Notice } from '../../pages/parts/notice.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { jsonLinks, jsonResponse, type ShapeContext } from '../shapes/context.ts';
import { aboutLink } from '../shared/json-stream.ts';
import { itemPage } from '../shared/viewer.tsx';

const NO_STORE = { 'Cache-Control': 'no-store' };

/** Responds with a form, filled in with the answers in its link. */
export function respondWithForm(context: ShapeContext, form: GopherForm): Response {
  if (context.view.format === 'html') return formPage(context, form, []);
  return jsonResponse({ ...aboutLink(context), ...form.json(jsonLinks(context)) }, { ...NO_STORE, Vary: 'Accept' });
}

/** The address that a form is sent to: that of the item, without any answers in the link. */
export function formAction({ links }: Pick<ShapeContext, 'links'>, item: GopherItem): string {
  return links.hrefOf(formUrl(item)) ?? links.self();
}

/** The form without the answers in its link: they may be long, and the form shows them. */
export function canonicalForm(item: GopherItem): Canonical {
  return canonicalize(formUrl(item));
}

/** @param faults - why the form was not sent; none = it was not submitted */
export function formPage(
  context: ShapeContext,
  { item, fields, entries }: Pick<GopherForm, 'item' | 'fields' | 'entries'>,
  faults: readonly EntryFault[],
): Response {
  const secure = item.link.scheme === 'gophers';
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
        action={formAction(context, item)}
        enctype={fields.some(({ kind }) => kind === 'ChooseF') ? 'multipart/form-data' : FORM_TYPE}
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
  const canonical = canonicalForm(item);
  const page = itemPage(context, headOf(item), { title: null, kicker: 'Gopher+ form', canonical, content });
  return pageResponse(context, page, { status: faults.length > 0 ? 422 : 200, headers: NO_STORE, posts: true });
}

interface AskFieldProps {
  readonly field: AskField;
  readonly name: string;
  readonly value: string;
  readonly fault: string | null;
}

/** A question and its input. */
function Field({ field, name, value, fault }: AskFieldProps): VNode {
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
