/**
 * Links as other shorteners export them, in CSV or JSON. A link is either what it was, or it has a warning that names
 * what is lost, or it is refused.
 */

import { MOST_CLICKS } from '../../src/links/record.ts';
import { decodeSlug } from '../../src/links/slug.ts';
import { fault, RequestError } from '../errors/request-error.ts';
import { parameterFault } from '../http/schema.ts';
import type { ForeignRow, ImportFormats } from '../links/import.ts';
import { LONGEST_NOTE, LONGEST_TITLE } from '../links/link.ts';
import type { Warning } from '../links/warnings.ts';
import { CsvReader } from './csv-reader.ts';
import { DROPPED, isRead, MARKS, type Mark, NAMES, NESTED, plainName, type RowPart } from './parts.ts';
import { timeOf } from './times.ts';
import { type RowMembers, unsaidIn } from './unsaid.ts';

/** The members that hold the links in a document of JSON. */
const LISTS = ['links', 'data', 'shortUrls'];

const NO_LIST =
  'The document has no list of links. Send a JSON array of links, or an object with one in `links`, `data` or `shortUrls`.';

/** The links in a document of JSON: a list, or an object that has one. */
function rowsIn(document: unknown): readonly unknown[] {
  if (Array.isArray(document)) return document.flatMap(withCustomSlugs);
  const list = isObject(document) ? LISTS.find((name) => name in document) : undefined;
  if (!isObject(document) || list === undefined) {
    throw new RequestError('invalid-body', [fault('body-shape', NO_LIST)]);
  }
  return rowsIn(document[list]);
}

/** A link of bit.ly may have several slugs. */
function withCustomSlugs(row: unknown): readonly unknown[] {
  if (!isObject(row) || !Array.isArray(row.custom_bitlinks)) return [row];
  return [row, ...row.custom_bitlinks.map((link: unknown) => ({ ...row, link }))];
}

/** Reads the rows of one document, in their order: the first one says which domain the document is about. */
function rowReader(): (row: object) => ForeignRow {
  let documentDomain: string | null = null;
  return (row) => {
    const members = membersOf(row);
    const read = readRow(members);
    const domain = domainOf(members);
    documentDomain ??= domain;
    return domain === documentDomain ? read : { ...read, warnings: [...read.warnings, 'domain-dropped'] };
  };
}

/** The members of a row by their plain names. Shlink has some of them in objects of their own. */
function membersOf(row: object): RowMembers {
  const members = Object.entries(row).flatMap(([name, value]): (readonly [string, unknown])[] =>
    isObject(value) && NESTED.includes(plainName(name)) ? Object.entries(value) : [[name, value]],
  );
  return new Map(members.map(([name, value]) => [plainName(name), value]));
}

function readRow(members: RowMembers): ForeignRow {
  const warnings: Warning[] = [];
  const text = (part: RowPart) => textOfPart(members, part);
  const warn = (warning: Warning): null => {
    warnings.push(warning);
    return null;
  };
  const time = (part: RowPart, notRead: Warning): string | null =>
    text(part) === '' ? null : (timeOf(text(part)) ?? warn(notRead));
  const limited = (part: RowPart, longest: number): string | null => {
    if (text(part).length > longest) warn('text-shortened');
    return text(part).slice(0, longest).trim() || null;
  };
  if (text('url') === '') throw wrong('parameter-missing', 'url', 'The link has no `url`.');
  if (text('slug') === ROOT || DOMAIN_ALONE.test(text('short'))) {
    throw wrong('root-link', 'slug', 'This link is the address of a domain itself. A link here needs a slug.');
  }
  if (hasPassword(members)) {
    throw wrong('password-protected', 'password', 'A password protects this link. Short links here have none.');
  }
  const clicks = countOf(text('clicks'), 'clicks');
  const limit = countOf(text('limit'), 'limit');
  if (limit > 0) warn('max-visits-dropped');
  const dropped = DROPPED.filter(([, names]) => names.some((name) => isSet(members.get(name))));
  for (const warning of new Set([...dropped.map(([warning]) => warning), ...unsaidIn(members, isSet)])) warn(warning);
  return {
    slug: text('slug') || slugOf(text('short')),
    url: text('url'),
    createdAt: time('created', 'created-not-read'),
    clicks,
    lastClickAt: text('lastClick') === '' ? null : timeOf(text('lastClick')),
    title: limited('title', LONGEST_TITLE),
    note: limited('note', LONGEST_NOTE),
    expiresAt: time('expires', 'expires-not-read'),
    beginsAt: time('begins', 'begins-not-read'),
    banned: isMarked(members, 'banned'),
    ended: isMarked(members, 'ended') || (limit > 0 && clicks >= limit),
    warnings,
  };
}

function textOfPart(members: RowMembers, part: RowPart): string {
  const texts = NAMES[part].map((name) => members.get(name)).map((value) => (isObject(value) ? '' : (value ?? '')));
  return String(texts.find((value) => value !== '') ?? '').trim();
}

function isMarked(members: RowMembers, mark: Mark): boolean {
  return MARKS[mark].some((name) => isSet(members.get(name)));
}

/** Any text can be a password, even `no`. */
function hasPassword(members: RowMembers): boolean {
  return MARKS.password.some((name) => {
    const value = members.get(name);
    return typeof value === 'string' ? value !== '' : isSet(value);
  });
}

/** Whether a mark is there: a text, a number or `true`, or an object or a list that has one. */
function isSet(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isSet);
  return !['', '0', 'false', 'null', 'no'].includes(String(value ?? '').toLowerCase());
}

/** A number, perhaps with commas between its thousands. */
function countOf(text: string, part: 'clicks' | 'limit'): number {
  const count = Number(/^\d{1,3}(?:,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text);
  if (Number.isSafeInteger(count) && count >= 0 && count <= MOST_CLICKS) return count;
  const message = part === 'clicks' ? '`clicks` must be a number.' : 'The limit of visits must be a number.';
  throw wrong('parameter-invalid', part, message);
}

/** What dub calls the link of a domain itself, whose address has no path. */
const ROOT = '_root';
const DOMAIN_ALONE = /^https?:\/\/[^/?#]*\/?$/i;

/** The host and the path of a short link, whose scheme may be missing. */
const SHORT = /^(?:https?:\/\/)?([^/?#]+)\/([^?#]*?)\/?(?:[?#].*)?$/i;

/** The slug of a short link: its path, or, as Polr has it, the whole text. */
function slugOf(short: string): string {
  return decodeSlug(SHORT.exec(short)?.[2] ?? short);
}

/** The domain of a short link: that of its address, or else what its own member says. */
function domainOf(members: RowMembers): string {
  const [, host] = SHORT.exec(textOfPart(members, 'short')) ?? [];
  const domain = members.get('domain');
  const named = isObject(domain) ? String(domain.fullName ?? '') : textOfPart(members, 'domain');
  return (host ?? named).toLowerCase();
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrong(code: string, part: string, message: string): RequestError {
  return new RequestError('invalid-item', [parameterFault(code, part, message)]);
}

/** The formats of other shorteners. */
export const formatsOfShorteners: ImportFormats = { rowsIn, rowReader, csv: () => new CsvReader(isRead) };
