/**
 * Answers with a file, whole or from an offset. Length, date and entity tag come from what the server says of it.
 * Texts, sounds and films that a browser opens in a window get a page.
 */

import { declaredTypeOf } from '../../../src/open/media-type.ts';
import { findPart } from '../../../src/open/message-parts.ts';
import type { File, FileTransfer, Moved, ReadableMessage, ReadableText } from '../../../src/open/opened.ts';
import { LARGEST_TEXT } from '../../../src/open/text.ts';
import { type Collected, collect } from '../../../src/protocols/connection.ts';
import { askedUrl } from '../../http/address.ts';
import { pump } from '../../net/pump.ts';
import { fingerprint } from '../../settings/fingerprint.ts';
import { version } from '../../version.ts';
import { dispositionOf, fileHeaders } from '../shared/file-headers.ts';
import { wantsFramed } from '../shared/html-page.tsx';
import { aboutLink } from '../shared/json-stream.ts';
import { PAGE_OR_FILE, wantsPage } from '../shared/media-page.tsx';
import {
  allowsPart,
  isFresh,
  parseRange,
  preconditionFails,
  type RequestedRange,
  type Validators,
  validatorsOf,
} from '../shared/range.ts';
import { servePart } from '../shared/serve-part.tsx';
import { cacheControl, caching, jsonLinks, jsonResponse, type ShapeContext, varying } from './context.ts';
import { contentPage, longTextPage, mediaPage, type PageKind, pageKind } from './file-page.tsx';
import { partsOwner, respondWithMessage } from './message.tsx';
import { respondWithText } from './text.tsx';

/**
 * Answers with a file, a part of it, 304, 412 or 416, or with what is in it. The file is closed at the end.
 *
 * @returns the new link if the name is a directory
 */
export async function respondWithFile(context: ShapeContext, file: File): Promise<Response | Moved> {
  const { format } = context.view;
  if (file.isRead && (format !== 'raw' || partWanted(context, file) !== null)) return respondWithRead(context, file);
  if (file.json !== null && format === 'json') {
    file.close();
    return describe(context, file, file.json);
  }
  return respondWithOctets(context, file);
}

function describe(context: ShapeContext, file: File, json: NonNullable<File['json']>): Response {
  const headers = { ...caching(context, file), Vary: varying(context, 'Accept') };
  return jsonResponse({ ...aboutLink(context), ...json(jsonLinks(context)) }, headers);
}

/** The part of a message that the address names; `null` = none. */
function partWanted({ view }: ShapeContext, { mediaType }: File): string | null {
  return mediaType === 'message/rfc822' ? view.query.get('part') : null;
}

/**
 * Answers with a text or a message, or one of its parts. A text that is too long has pages, and a message is sent
 * as it is.
 */
async function respondWithRead(context: ShapeContext, file: File): Promise<Response | Moved> {
  const transfer = await file.fetch();
  if (transfer.shape === 'moved') return transfer;
  const { octets, complete } = await collect(transfer, LARGEST_TEXT);
  const part = partWanted(context, file);
  if (part !== null) {
    const found = findPart(octets, complete, part);
    transfer.close();
    const headers = { ...caching(context, file), Vary: varying(context, 'Accept') };
    return servePart(context, found, partsOwner(context), headers);
  }
  if (complete) {
    transfer.close();
    return respondWithReadable(context, file.read(octets));
  }
  if (file.json !== null && context.view.format === 'json') {
    transfer.close();
    return describe(context, file, file.json);
  }
  transfer.unread(octets);
  if (context.view.format === 'html' && isPlain(context, file, octets)) {
    const headers = { ...caching(context, file), Vary: varying(context, 'Accept') };
    return longTextPage(context, file, { transfer, first: octets }, headers);
  }
  const beginning = await transfer.beginning(context.environment.downloadCap);
  const headers = new Headers({
    ...fileHeaders(file.name, declaredTypeOf(file, null)),
    ...octetHeaders(context, file),
  });
  return stream(context, file, { transfer, beginning, part: null }, headers);
}

function isPlain({ view }: ShapeContext, file: File, first: Uint8Array): boolean {
  return declaredTypeOf(file, { first, charset: view.charset }).startsWith('text/plain');
}

function respondWithReadable(context: ShapeContext, read: ReadableText | ReadableMessage): Response {
  return read.shape === 'text' ? respondWithText(context, read) : respondWithMessage(context, read);
}

/** The headers of the octets, and of pages that are made from them. */
function octetHeaders(context: ShapeContext, file: File): Readonly<Record<string, string>> {
  const control = cacheControl(context, file);
  return {
    ...(control === null ? {} : { 'Cache-Control': `${control}, no-transform` }),
    Vary: varying(context, file.isRead ? 'Accept' : PAGE_OR_FILE),
  };
}

/** What follows from a request for the octets of a file before there is a transfer. */
interface FileRequest {
  /** `null` = the octets. */
  readonly page: PageKind | null;
  /** Those of the octets. */
  readonly ofFile: Validators;
  /** Those of the answer. */
  readonly validators: Validators;
  readonly range: RequestedRange;
}

function askedOf(context: ShapeContext, file: File): FileRequest {
  const { headers, method } = context.request;
  const now = new Date();
  const page = !file.isRead && (wantsFramed(context) || wantsPage(context)) ? pageKind(file) : null;
  const ofFile = validatorsOf(file.size, file.modified, now);
  const validators = page === null ? ofFile : pageValidators(ofFile, context);
  const { size, isResumable } = file;
  // RFC 9110 §14.2 defines ranges for GET only.
  const mayBePart =
    page === null && method === 'GET' && isResumable && allowsPart(headers.get('If-Range'), ofFile, now);
  const range: RequestedRange = mayBePart && size !== null ? parseRange(headers.get('Range'), size) : { kind: 'whole' };
  return { page, ofFile, validators, range };
}

/** Answers with the octets of a file, or with a page for a window. */
async function respondWithOctets(context: ShapeContext, file: File): Promise<Response | Moved> {
  const { name, isResumable } = file;
  const asked = askedOf(context, file);
  const { page, range } = asked;
  const pageHeaders = { ...octetHeaders(context, file), ...validatorHeaders(asked.validators) };
  const headers = new Headers({ ...fileHeaders(name, declaredTypeOf(file, null)), ...pageHeaders });
  const early = withoutTransfer(context, file, asked, page === null ? headers : new Headers(pageHeaders));
  if (early !== null) {
    file.close();
    return early;
  }
  if (isResumable) headers.set('Accept-Ranges', 'bytes');
  const { start, end } = range.kind === 'part' ? endsOf(range) : WHOLE;
  const transfer = await file.fetch(start, end);
  if (transfer.shape === 'moved') return transfer;
  const cap = context.environment.downloadCap;
  if (page === 'media') {
    // The transfer shows that the file exists, and how large a picture is. The player requests it again.
    const { octets } = await transfer.beginning(cap);
    transfer.close();
    return mediaPage(context, file, octets, pageHeaders);
  }
  // The whole file is a valid answer to any range.
  const part = range.kind === 'part' && transfer.start === start ? range : null;
  const beginning = await transfer.beginning(endsInside(part, file) ? Math.min(part.length, cap) : cap);
  if (part !== null && !file.isExact && hasNoOctets(beginning)) {
    // The file is shorter than its link says, and its length is not known.
    transfer.close();
    return new Response(null, { status: 416 });
  }
  if (page !== null) {
    const shown = await contentPage(context, file, { transfer, first: beginning.octets }, pageHeaders);
    if (shown !== null) return shown;
    for (const header of ['ETag', 'Last-Modified']) headers.delete(header);
    for (const [header, value] of Object.entries(validatorHeaders(asked.ofFile))) headers.set(header, value);
  }
  return stream(context, file, { transfer, beginning, part }, headers);
}

/** The answer that needs no transfer: 412, 304, 416, and HEAD for a file that exists; `null` = none. */
function withoutTransfer(
  { request: { headers: asked, method } }: ShapeContext,
  { size, exists, isResumable }: File,
  { page, validators, range }: FileRequest,
  headers: Headers,
): Response | null {
  const answer = (status: number, more: Readonly<Record<string, string>> = {}): Response => {
    for (const [name, value] of Object.entries(more)) headers.set(name, value);
    return new Response(null, { status, headers });
  };
  if (preconditionFails(asked, validators)) return answer(412);
  if (isFresh(asked, validators)) return answer(304);
  const ranges: Record<string, string> = isResumable ? { 'Accept-Ranges': 'bytes' } : {};
  const ofOctets = { ...ranges, ...(size !== null && { 'Content-Length': String(size) }) };
  if (method === 'HEAD' && exists) return answer(200, page === null ? ofOctets : {});
  if (range.kind !== 'unsatisfiable') return null;
  const unsatisfied = { 'Content-Range': `bytes */${size}` };
  // Nothing is known of a file that may not exist.
  return exists
    ? answer(416, { ...ranges, ...unsatisfied })
    : new Response(null, { status: 416, headers: unsatisfied });
}

const WHOLE = { start: 0, end: undefined };

type FilePart = Extract<RequestedRange, { kind: 'part' }>;

function endsOf({ start, length }: FilePart) {
  return { start, end: start + length };
}

/** Whether a range ends before the file. */
function endsInside(part: FilePart | null, { size }: Pick<File, 'size'>): part is FilePart {
  return part !== null && size !== null && part.start + part.length < size;
}

function hasNoOctets({ octets, complete }: Collected): boolean {
  return complete && octets.byteLength === 0;
}

interface Begun {
  readonly transfer: FileTransfer;
  readonly beginning: Collected;
  /** `null` = the whole file. */
  readonly part: FilePart | null;
}

function stream(
  { request, view, environment, notes, execution }: ShapeContext,
  file: File,
  { transfer, beginning: { octets, complete }, part }: Begun,
  headers: Headers,
): Response {
  const { name, size, isExact } = file;
  if (part !== null) {
    headers.set('Content-Range', `bytes ${part.start}-${part.start + part.length - 1}/${size}`);
  } else {
    // With the first octets, the media type can be determined even if the name has no known extension.
    const mediaType = declaredTypeOf(file, { first: octets, charset: view.charset });
    headers.set('Content-Type', mediaType);
    headers.set('Content-Disposition', dispositionOf(name, mediaType));
  }
  const status = part === null ? 200 : 206;
  const length = part?.length ?? (isExact ? size : null);
  const ended = () => {
    transfer.close();
    if (transfer.remark() !== null) notes.unconfirmed = true;
  };
  if (request.method === 'HEAD') {
    transfer.close();
    return new Response(null, { status, headers });
  }
  // What is shorter than it was announced must look broken.
  if (complete && octets.byteLength >= (length ?? 0)) {
    ended();
    return new Response(length === null ? octets : octets.subarray(0, length), { status, headers });
  }
  const delivery = { length, stopAtLength: endsInside(part, file), cap: environment.downloadCap, ended };
  return new Response(pump(transfer, delivery, { request, notes, execution }), { status, headers });
}

function validatorHeaders({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag === null ? {} : { ETag: etag }),
    ...(lastModified === null ? {} : { 'Last-Modified': lastModified }),
  };
}

/** The validators of the page around a file: it changes with the file, with its own address, and with Waypost. */
function pageValidators({ etag }: Validators, { environment, request }: ShapeContext): Validators {
  const print = fingerprint([version, environment.fingerprint, askedUrl(request)].join('\n'));
  return { etag: etag === null ? null : `${etag.slice(0, -1)}-${print}"`, lastModified: null };
}
