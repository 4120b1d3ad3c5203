/**
 * Links as other shorteners export them, in CSV or JSON: the names that YOURLS, bit.ly, Shlink, Kutt and Sink give to
 * the parts of a link, and how they write times.
 */
import { fault, RequestError } from '../errors/request-error.ts';
import { parameterFault } from '../http/schema.ts';
import type { ForeignRow, ImportFormats } from '../links/import.ts';
import { LONGEST_NOTE, LONGEST_TITLE } from '../links/link.ts';
import { MOST_CLICKS } from '../links/record.ts';
import { decodeSlug } from '../links/slug.ts';
import { CsvReader } from './csv-reader.ts';

/**
 * The names of each part, in lower case and without characters that are not letters. The first that is there counts.
 */
const NAMES = {
  slug: ['slug', 'shortcode', 'keyword', 'address', 'alias', 'backhalf'],
  short: ['shorturl', 'shortlink', 'link', 'bitlink'],
  url: ['url', 'longurl', 'target', 'originalurl', 'destination'],
  created: ['created', 'createdat', 'timestamp', 'datecreated', 'date'],
  clicks: ['clicks', 'visits', 'visitcount', 'visitscount', 'total', 'totalclicks', 'engagements'],
  title: ['title'],
  note: ['note', 'description', 'comment'],
  expires: ['expires', 'expiresat', 'expiration', 'validuntil', 'expirein'],
  password: ['password'],
  banned: ['banned'],
} as const;
type Part = keyof typeof NAMES;

/** The members that hold the links in a document of JSON. */
const LISTS = ['links', 'data', 'shortUrls'];

/** The links in a document of JSON: a list, or an object that has one. */
function rowsIn(document: unknown): readonly unknown[] {
  if (Array.isArray(document)) return document.flatMap(withCustomSlugs);
  const list = isObject(document) ? LISTS.find((name) => name in document) : undefined;
  if (!isObject(document) || list === undefined) {
    throw new RequestError('invalid-body', [fault('body-shape', 'The document has no list of links.')]);
  }
  return rowsIn(document[list]);
}

/** A link of bit.ly may have several slugs. */
function withCustomSlugs(row: unknown): readonly unknown[] {
  if (!isObject(row) || !Array.isArray(row.custom_bitlinks)) return [row];
  return [row, ...row.custom_bitlinks.map((link: unknown) => ({ ...row, link }))];
}

function readRow(row: object): ForeignRow {
  const text = textsIn(row);
  const time = (part: Part): string | null => (text(part) === '' ? null : timeOf(text(part), part));
  if (text('url') === '') throw wrong('parameter-missing', 'url', 'The link has no `url`.');
  if (isTrue(text('password'))) {
    throw wrong('password-protected', 'password', 'A password protects this link. Short links here have none.');
  }
  const clicks = Number(text('clicks'));
  if (!Number.isSafeInteger(clicks) || clicks < 0 || clicks > MOST_CLICKS) {
    throw wrong('parameter-invalid', 'clicks', '`clicks` must be a number.');
  }
  return {
    slug: text('slug') || slugOf(text('short')),
    url: text('url'),
    createdAt: time('created'),
    clicks,
    title: text('title').slice(0, LONGEST_TITLE) || null,
    note: text('note').slice(0, LONGEST_NOTE) || null,
    expiresAt: time('expires'),
    banned: isTrue(text('banned')),
  };
}

/** Reads the parts of a row. Shlink has some of them in objects of their own. */
function textsIn(row: object): (part: Part) => string {
  const members = Object.entries(row).flatMap(([name, value]) =>
    isObject(value) ? Object.entries(value) : [[name, value] as const],
  );
  const values = new Map(members.map(([name, value]) => [name.toLowerCase().replace(/[^a-z]/g, ''), value]));
  return (part) => {
    const given = NAMES[part].map((name) => values.get(name) ?? '').find((value) => value !== '');
    return String(given ?? '').trim();
  };
}

/** The slug of a short link: the last segment of its path. */
function slugOf(short: string): string {
  return decodeSlug(/\/([^/?#]+)\/?(?:[?#].*)?$/.exec(short)?.[1] ?? '');
}

/** From then on a number counts milliseconds since 1970, not seconds: the year 5138, or March 1973. */
const FIRST_MILLISECONDS = 1e11;

/** A time: ISO 8601, as MySQL writes it (taken for UTC), or a number of seconds or milliseconds since 1970. */
function timeOf(text: string, part: Part): string {
  const number = Number(text);
  const written = text.replace(/^(\d{4}-\d\d-\d\d) ([\d:.]+)$/, '$1T$2Z');
  const seconds = number < FIRST_MILLISECONDS ? number * 1000 : number;
  const time = new Date(Number.isNaN(number) ? Date.parse(written) : seconds);
  if (Number.isNaN(time.getTime()) || time.getUTCFullYear() < 0 || time.getUTCFullYear() > 9999) {
    throw wrong('parameter-invalid', part, `\`${part}\` must be a time such as 2026-01-31T12:00:00Z.`);
  }
  return time.toISOString();
}

function isTrue(text: string): boolean {
  return !['', '0', 'false', 'null', 'no'].includes(text.toLowerCase());
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrong(code: string, part: string, message: string): RequestError {
  return new RequestError('invalid-item', [parameterFault(code, part, message)]);
}

/** The formats of other shorteners. */
export const formatsOfShorteners: ImportFormats = { rowsIn, readRow, csv: () => new CsvReader() };
