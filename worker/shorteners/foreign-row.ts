/**
 * Links as other shorteners export them, in CSV or JSON. A link is either what it was, or it has a warning that names
 * what is lost, or it is refused.
 */

import { MOST_CLICKS } from '../../src/links/record.ts';
import { decodeSlug } from '../../src/links/slug.ts';
import { fault, RequestError } from '../errors/request-error.ts';
import { parameterFault } from '../http/schema.ts';
import type { ForeignDocument, ForeignRow, ImportFormats } from '../links/import.ts';
import { LONGEST_NOTE, LONGEST_TITLE } from '../links/link.ts';
import type { Warning } from '../links/warnings.ts';
import {
  DROPPED,
  MARKS,
  type Mark,
  meaningOf,
  NAMES,
  NESTED,
  PLAIN_REDIRECT,
  plainName,
  type RowPart,
  STATES,
} from './columns.ts';
import { CsvReader } from './csv-reader.ts';
import { timeOf } from './times.ts';
import { type RowMembers, unsaidIn } from './unsaid.ts';

/** The members that hold the links in a document of JSON. */
const LISTS = ['links', 'data', 'shortUrls', 'urls', 'items', 'results', 'result'];

const NO_LIST = `The document has no list of links. Send a JSON array of links, or an object with one in ${LISTS.map(
  (name) => `\`${name}\``,
)
  .join(', ')
  .replace(/, ([^,]*)$/, ' or $1')}.`;

/** The links in a document of JSON: a list, or an object that has one. */
function rowsIn(document: unknown): readonly unknown[] {
  if (Array.isArray(document)) return document.flatMap((row) => (isObject(row) ? withCustomSlugs(row) : [row]));
  const list = isObject(document) ? LISTS.find((name) => name in document) : undefined;
  if (!isObject(document) || list === undefined) {
    throw new RequestError('invalid-body', [fault('body-shape', NO_LIST)]);
  }
  return rowsIn(document[list]);
}

/** A link of bit.ly may have several slugs. Each makes a row. */
function withCustomSlugs(row: Readonly<Record<string, unknown>>): readonly object[] {
  const isOne = (name: string, part: RowPart) => isNamed(part, plainName(name));
  const found = Object.entries(row).filter(([name]) => isOne(name, 'custom'));
  const customs = found.flatMap(([, value]) => (Array.isArray(value) ? value : String(value ?? '').split(/[\s,;|]+/)));
  const others = [...new Set(customs.map(String))].filter(Boolean);
  if (others.length === 0) return [row];
  const members = membersOf(row);
  const slug = slugIn(members);
  const rest = Object.entries(row).filter(
    ([name]) => !['slug', 'short', 'code', 'custom', 'link'].some((part) => isOne(name, part as RowPart)),
  );
  const host = domainOf(members);
  const copies = others.map((custom) => {
    const short = custom.includes('/') || host === '' ? custom : `${host}/${custom}`;
    return {
      slug: slugOf(short),
      row: { ...Object.fromEntries(rest), link: short },
    };
  });
  return [...(slug === '' ? [] : [row]), ...copies.filter((copy) => copy.slug !== slug).map((copy) => copy.row)];
}

/** The most names of columns that are listed. */
const MOST_LISTED = 100;

/** Reads the rows of one document, in their order: the first one says which domain the document is about. */
function readDocument(): ForeignDocument {
  let documentDomain: string | null = null;
  const listed = new Set<string>();
  /** Names that are not known and wait to be listed. */
  let unread: string[] = [];
  const note = (name: string): void => {
    if (listed.size >= MOST_LISTED || listed.has(name)) return;
    listed.add(name);
    unread.push(name);
  };
  return {
    readRow(row) {
      const members = membersOf(row);
      for (const [name] of entriesOf(row)) if (meaningOf(plainName(name)) === 'unknown') note(name);
      const read = readRow(members, unread);
      const domain = domainOf(members);
      documentDomain ??= domain;
      const more: Warning[] = domain === documentDomain ? [] : ['domain-dropped'];
      if (contradictsItself(row)) more.push('value-dropped');
      return more.length === 0 ? read : { ...read, warnings: [...read.warnings, ...more] };
    },
    get unread() {
      return unread;
    },
    forgetUnread() {
      unread = [];
    },
    csv: () =>
      new CsvReader((name) => {
        const meaning = meaningOf(plainName(name));
        if (meaning === 'unknown' && name.trim() !== '') note(name);
        return meaning !== 'unknown' && meaning !== 'neutral';
      }, withCustomSlugs),
  };
}

/** The members of a row. Some shorteners have some of them in objects of their own. */
function entriesOf(row: object): (readonly [string, unknown])[] {
  return Object.entries(row).flatMap(([name, value]): (readonly [string, unknown])[] =>
    isObject(value) && NESTED.includes(plainName(name)) ? Object.entries(value) : [[name, value]],
  );
}

/** Of several members with the same plain name, such as `url` and `URL 2`, the first that has a value counts. */
function membersOf(row: object): RowMembers {
  const members = new Map<string, unknown>();
  for (const [name, value] of entriesOf(row)) {
    const plain = plainName(name);
    if (!members.has(plain) || (isSet(value) && !isSet(members.get(plain)))) members.set(plain, value);
  }
  return members;
}

/** Whether members say the same part of a link in different ways, of which one is lost. */
function contradictsItself(row: object): boolean {
  const said = new Map<RowPart, string>();
  return entriesOf(row).some(([name, value]) => {
    const part = SAID_ONCE.get(plainName(name));
    if (part === undefined || typeof value === 'object' || !isSet(value)) return false;
    const text = String(value).trim();
    const before = said.get(part) ?? text;
    said.set(part, before);
    return before !== text;
  });
}

/** The parts of a link that have no use for a second value, by the names of their members. */
const SAID_ONCE: ReadonlyMap<string, RowPart> = new Map(
  (['slug', 'url', 'title', 'note', 'expires', 'begins'] as const).flatMap((part) =>
    NAMES[part].map((name) => [name, part] as const),
  ),
);

/** @param unread - the names of columns that are not known */
function readRow(members: RowMembers, unread: readonly string[]): ForeignRow {
  const warnings: Warning[] = [];
  const text = (part: RowPart) => textOfPart(members, part);
  /** A text that may say that there is none. */
  const optional = (part: RowPart) => (isSet(text(part)) ? text(part) : '');
  const warn = (warning: Warning): null => {
    warnings.push(warning);
    return null;
  };
  const time = (part: RowPart, notRead: Warning): string | null =>
    optional(part) === '' ? null : (timeOf(text(part)) ?? warn(notRead));
  const limited = (part: RowPart, longest: number): string | null => {
    if (text(part).length > longest) warn('text-shortened');
    return text(part).slice(0, longest).trim() || null;
  };
  const url = text('url') || text('link') || text('deepLink') || carriedBy(text('longDynamicLink'));
  const short = shortOf(members);
  if (url === '') throw wrong('parameter-missing', 'url', `The link has no \`url\`.${namesOf(unread)}`);
  if (text('slug') === ROOT || DOMAIN_ALONE.test(short)) {
    throw wrong('root-link', 'slug', 'This link is the address of a domain itself. A link here needs a slug.');
  }
  if (hasPassword(members)) {
    throw wrong('password-protected', 'password', 'A password protects this link. Short links here have none.');
  }
  const clicks = countOf(optional('clicks'), 'clicks');
  const limit = countOf(optional('limit'), 'limit');
  const dropped = new Set<Warning>(limit > 0 ? ['max-visits-dropped'] : []);
  for (const warning of droppedIn(members, url)) dropped.add(warning);
  const state = stateOf(members);
  if (state === 'unknown') dropped.add('status-unknown');
  const createdAt = time('created', 'created-not-read');
  const lastClickAt = time('lastClick', 'last-click-not-read');
  const expires = time('expires', 'expires-not-read') ?? endOf(optional('expiryDay'));
  if (expires === undefined) dropped.add('expires-not-read');
  for (const warning of new Set([...dropped, ...unsaidIn(members, isSet)])) warn(warning);
  const slug = slugIn(members);
  return {
    slug,
    url,
    createdAt,
    clicks,
    lastClickAt,
    title: limited('title', LONGEST_TITLE),
    note: limited('note', LONGEST_NOTE),
    expiresAt: expires ?? null,
    beginsAt: time('begins', 'begins-not-read'),
    banned: state === 'banned',
    ended: state === 'ended' || (limit > 0 && clicks >= limit),
    warnings,
  };
}

/** The end of a link whose column names a day; `undefined` = nobody knows whether the link ended before or after it. */
function endOf(text: string): string | null | undefined {
  if (text === '') return null;
  return /\d:\d|^\d{10}/.test(text) ? (timeOf(text) ?? undefined) : undefined;
}

/** What a link did at its program by its own columns, in the order of the table. */
function droppedIn(members: RowMembers, url: string): Warning[] {
  const meant = [...members].filter(([, value]) => isSet(value) && value !== url);
  const found = new Set(meant.map(([name]) => meaningOf(name)));
  const redirect = textOfNames(members, MARKS.redirect);
  if (!PLAIN_REDIRECT.test(redirect)) found.add('cloaking-dropped');
  return DROPPED.map(([warning]) => warning).filter((warning) => found.has(warning));
}

/** Whether a link was followed, by its marks and its state. */
function stateOf(members: RowMembers): 'live' | 'banned' | 'ended' | 'unknown' {
  const isMarked = (mark: Mark) => MARKS[mark].some((name) => isSet(members.get(name)));
  const state = textOfPart(members, 'status');
  const active = textOfNames(members, MARKS.active);
  if (isMarked('banned') || STATES.banned.test(state)) return 'banned';
  const isOff = active !== '' && (STATES.ended.test(active) || !isSet(active));
  if (isMarked('ended') || STATES.ended.test(state) || isOff) return 'ended';
  return STATES.live.test(state) && STATES.live.test(active) ? 'live' : 'unknown';
}

function textOfPart(members: RowMembers, part: RowPart): string {
  return textOfNames(members, NAMES[part]);
}

function textOfNames(members: RowMembers, names: readonly string[]): string {
  const values = names.map((name) => members.get(name));
  const texts = values.map((value) => (typeof value === 'object' ? '' : String(value ?? '').trim()));
  return texts.find((text) => text !== '') ?? '';
}

function isNamed(part: RowPart, name: string): boolean {
  const names: readonly string[] = NAMES[part];
  return names.includes(name);
}

/** Any text can be a password, even `no`. */
function hasPassword(members: RowMembers): boolean {
  return [...members].some(([name, value]) => {
    const meaning = meaningOf(name);
    if (meaning === 'protected') return isSet(value);
    return meaning === 'password' && (typeof value === 'string' ? value !== '' : isSet(value));
  });
}

/** Texts that say that there is nothing. */
const NOTHING = /^(?:|0|-1?|false|null|no|n|f|off|none|never|nil|n\/a|undefined|unlimited|disabled|\[\]|\{\})$/i;

/** Whether a mark is there: a text, a number or `true`, or an object or a list that has one. */
function isSet(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isSet);
  return !NOTHING.test(String(value ?? '').trim());
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

/** The short link of a row. A column `link` may be the target. */
function shortOf(members: RowMembers): string {
  return textOfPart(members, 'short') || (textOfPart(members, 'url') === '' ? '' : textOfPart(members, 'link'));
}

function slugIn(members: RowMembers): string {
  return textOfPart(members, 'slug') || slugOf(shortOf(members)) || textOfPart(members, 'code');
}

/** The slug of a short link: its path, or, as Polr has it, the whole text. */
function slugOf(short: string): string {
  return decodeSlug(SHORT.exec(short)?.[2] ?? short);
}

/** The domain of a short link: that of its address, or else what its own member says. */
function domainOf(members: RowMembers): string {
  const [, host] = SHORT.exec(shortOf(members)) ?? [];
  const domain = members.get('domain');
  const named = isObject(domain) ? String(domain.fullName ?? domain.name ?? '') : textOfPart(members, 'domain');
  return (host ?? named).toLowerCase();
}

/** The link that a long link of Firebase carries. */
function carriedBy(text: string): string {
  const [, query] = /\?([^#]*)/.exec(text) ?? [];
  return new URLSearchParams(query).get('link') ?? '';
}

function namesOf(unread: readonly string[]): string {
  return unread.length === 0 ? '' : ` These columns are not known: ${unread.map((name) => `\`${name}\``).join(', ')}.`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrong(code: string, part: string, message: string): RequestError {
  return new RequestError('invalid-item', [parameterFault(code, part, message)]);
}

/** The formats of other shorteners. */
export const formatsOfShorteners: ImportFormats = { rowsIn, readDocument };
