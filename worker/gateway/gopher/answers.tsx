/**
 * The answers to forms of Gopher+ (§2.8). Before they are sent the form is fetched once more, so that no server
 * receives answers to a form that it does not have.
 */
import { BoundedMap } from '../../../src/kept.ts';
import { GatewayError } from '../../../src/net/failure.ts';
import { askFieldsOf, fieldName } from '../../../src/open/gopher/form.ts';
import { shapeOf } from '../../../src/open/gopher/gopher.ts';
import { type GopherItem, requestedView, urlWithPlus } from '../../../src/open/gopher/item.ts';
import {
  type AskField,
  answersOf,
  type Entries,
  type EntryFault,
  entriesOf,
} from '../../../src/protocols/gopher/ask-form.ts';
import { sendForm } from '../../../src/protocols/gopher/attributes.ts';
import { fault, RequestError } from '../../errors/request-error.ts';
import { askedUrl } from '../../http/address.ts';
import { readOctets } from '../../http/body.ts';
import { matchesTag } from '../../http/headers.ts';
import { Notice } from '../../pages/parts/notice.tsx';
import { fingerprint } from '../../settings/fingerprint.ts';
import { limits } from '../../settings/limits.ts';
import { version } from '../../version.ts';
import { openContext, type ShapeContext } from '../shapes/context.ts';
import { canonicalForm, formAction, formPage } from './form-page.tsx';

/** A form that is answered. */
export interface Answering {
  readonly context: ShapeContext;
  readonly item: GopherItem;
  /** Responds with what the server sends. */
  readonly respond: (context: ShapeContext, shape: Awaited<ReturnType<typeof shapeOf>>) => Promise<Response>;
}

/** Longer addresses are not safe everywhere, in characters. */
const LONGEST_ADDRESS = 8000;

/** The address of the form with these entries; `null` if it would be too long. */
function filledFormHref(
  { context, item }: Answering,
  fields: readonly AskField[],
  entries: Entries,
  query?: Readonly<Record<string, string>>,
): string | null {
  const answers = answersOf(fields, entries);
  const lines = answers.kind === 'answers' ? answers.lines : [];
  const block = ['1', '+-1', ...lines, '.', ''].join('\r\n');
  const url = urlWithPlus(item, `+${requestedView(item)}\t${block}`);
  return url.length > LONGEST_ADDRESS ? null : context.links.hrefOf(url, query);
}

/** The entries without passwords and files, because the history of a browser keeps addresses. */
function publicEntries(fields: readonly AskField[], entries: Entries): Entries {
  return fields.map(({ kind }, index) => (kind === 'AskP' || kind === 'ChooseF' ? '' : (entries[index] ?? '')));
}

/**
 * Sends the answers in the request's body to the server. A browser is redirected to an address with the answers, which
 * {@link sendLinkedAnswers} sends, so that it can load the reply again; unless the answers are secret or too long for
 * an address. If nothing was sent, the response is the form with its faults, or an error for a program.
 */
export async function submitForm(answering: Answering): Promise<Response> {
  const { context } = answering;
  const submitted = await readFormData(context.request);
  return sendAnswers(answering, null, async (fields) => {
    const entries = await Promise.all(
      fields.map((field, index) => enteredText(field, submitted.get(fieldName(index)))),
    );
    const isPublic = publicEntries(fields, entries).every((entry, index) => entry === entries[index]);
    // Each time that a form is sent has an address of its own, so that a browser does not show an earlier reply.
    const query = { [SENT]: Date.now().toString(36) };
    const location =
      isPublic && isFromOwnPage(context) && context.view.format === 'html'
        ? filledFormHref(answering, fields, entries, query)
        : null;
    return { entries, location };
  });
}

/** The parameter of an address whose answers are sent: the time at which the form was, in base 36. */
export const SENT = 'sent';

/** Whether a page of this Worker made the browser request this address. */
function isFromOwnPage({ request }: Pick<ShapeContext, 'request'>): boolean {
  return request.headers.get('Sec-Fetch-Site') === 'same-origin';
}

/** How old an address may be whose answers are sent: a browser follows the redirect at once. In milliseconds. */
const SENDING_TIME = 60_000;

/** By entity tag: the addresses whose answers this isolate has sent. */
const sent = new BoundedMap<string, true>(1000);

/** Whether the answers of this address may have been sent before. A browser that kept no reply loads it again, too. */
function isSpent({ request }: Pick<ShapeContext, 'request'>, tag: string): boolean {
  const time = Number.parseInt(new URL(request.url).searchParams.get(SENT) ?? '', 36);
  return sent.get(tag) === true || !(Math.abs(Date.now() - time) <= SENDING_TIME);
}

/**
 * Responds to an address with answers that a form of this Worker redirected to. A browser that loads the page again has
 * the entity tag of the reply that it keeps: the server does not get the answers a second time. If the browser kept no
 * reply, it gets the form.
 *
 * @returns `null` for anybody else, who gets the form, filled in: a link of another site must not send anything
 */
export async function sendLinkedAnswers(answering: Answering): Promise<Response | null> {
  const { context, item } = answering;
  const { request, environment } = context;
  const tag = `"${fingerprint([version, environment.fingerprint, askedUrl(request)].join('\n'))}"`;
  if (matchesTag(request.headers.get('If-None-Match') ?? '', tag)) {
    return new Response(null, { status: 304, headers: { ETag: tag, 'Cache-Control': KEPT } });
  }
  if (!isFromOwnPage(context) || request.method !== 'GET' || isSpent(context, tag)) return null;
  sent.set(tag, true);
  const answers = item.link.details.gopherPlus?.answers ?? [];
  return sendAnswers(answering, tag, async (fields) => ({ entries: entriesOf(fields, answers), location: null }));
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
  answering: Answering,
  tag: string | null,
  fill: (fields: readonly AskField[]) => Promise<{ readonly entries: Entries; readonly location: string | null }>,
): Promise<Response> {
  const { context, item, respond } = answering;
  const fields = await askFieldsOf(item);
  if ('shape' in fields) return respond(context, fields);
  const { entries, location } = await fill(fields);
  const answers = answersOf(fields, entries);
  if (answers.kind === 'faults') {
    if (context.view.format !== 'html') throw invalidEntries(answers.faults);
    return formPage(context, { item, fields, entries }, answers.faults);
  }
  if (location !== null) {
    return new Response(null, { status: 303, headers: { Location: location, 'Cache-Control': 'no-store' } });
  }
  const reply = await sendForm(item.server, item.path, requestedView(item), answers.lines);
  const href = filledFormHref(answering, fields, publicEntries(fields, entries)) ?? formAction(context, item);
  const around = aroundReply(item, href, tag !== null);
  const response = await respond({ ...context, around }, await shapeOf(item, reply, openContext(context, {})));
  response.headers.set('Cache-Control', tag === null ? 'no-store' : KEPT);
  if (tag === null) response.headers.delete('ETag');
  else response.headers.set('ETag', tag);
  return response;
}

/**
 * The page of a reply to a form. The other views would show the form: only another POST would show the same reply.
 *
 * @param href - the address of the form with its answers
 * @param isKept - whether the browser keeps the reply, so that loading the page again does not send the answers again
 */
function aroundReply(item: GopherItem, href: string, isKept: boolean): NonNullable<ShapeContext['around']> {
  return (page) => ({
    ...page,
    canonical: canonicalForm(item),
    kicker: 'Reply to your form',
    attributes: null,
    others: [],
    without: ['json', 'raw'],
    feed: null,
    content: (
      <>
        <Notice>
          {isKept
            ? 'Reloading this page does not send your answers again.'
            : 'If you load this page again, your answers are sent again.'}{' '}
          <a href={href}>Fill in again</a>
        </Notice>
        {page.content}
      </>
    ),
  });
}

/** The faults of the entries as an error for programs. */
function invalidEntries(faults: readonly EntryFault[]): RequestError {
  const errors = faults.map(({ field, message }) => {
    const parameter = fieldName(field);
    return { ...fault('parameter-invalid', `\`${parameter}\` ${message}.`), parameter };
  });
  return new RequestError('invalid-parameter', errors);
}

async function enteredText(field: AskField, value: string | Blob | null): Promise<string> {
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
