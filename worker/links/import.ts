/** Imports links: lines of our own exports, and links of other shorteners. Each line has its own answer. */

import * as v from 'valibot';
import type { WideBlock } from '../../src/links/blocks.ts';
import { type Claim, type LinkRecord, recordOfTombstone } from '../../src/links/record.ts';
import { digestOf, HASH_LENGTH, isHashSlug, isSlug } from '../../src/links/slug.ts';
import { fault, RequestError } from '../errors/request-error.ts';
import { StoreError } from '../errors/store-error.ts';
import { rootOf } from '../http/address.ts';
import { type Item, type ItemReader, itemJson } from '../http/batch.ts';
import { type Problem, problemOf } from '../http/problem.ts';
import type { RequestContext } from '../http/request-context.ts';
import { parameterFault, readValue } from '../http/schema.ts';
import { edgeOf } from './access.ts';
import { BlockLine } from './blocks.ts';
import { ExportEnd, ExportLine, SLUG_FORM, Tombstone } from './link.ts';
import { pause, SLICE, Slices } from './pace.ts';
import type { ImportRequest, ImportResult } from './request.ts';
import type { LinkStore } from './store.ts';
import { checkStored, isCanonical, targetOf } from './target.ts';
import type { Warning } from './warnings.ts';

/** The answer to an imported line. */
interface Imported {
  readonly slug: string;
  readonly outcome: Exclude<ImportResult['outcome'], 'conflict' | 'purged'> | 'skipped';
  readonly warnings: readonly Warning[];
  /** The target, in a dry run. */
  readonly canonical?: string;
  /** The names of columns that are not known, in the first answer of a document. */
  readonly unread?: readonly string[];
}

/** A link of another shortener. A slug that it does not have is empty. */
export interface ForeignRow
  extends Pick<LinkRecord, 'slug' | 'url' | 'clicks' | 'lastClickAt'>,
    Pick<Claim, 'title' | 'note' | 'expiresAt'> {
  /** `null` = not known. */
  readonly createdAt: string | null;
  /** The time before which the link was not followed; `null` = none. */
  readonly beginsAt: string | null;
  readonly banned: boolean;
  /** Whether the former shortener no longer follows it, whatever its end is. */
  readonly ended: boolean;
  /** What the link did there, and does not do here. */
  readonly warnings: readonly Warning[];
}

/** Reads one document. */
export interface ForeignDocument {
  /**
   * Reads a row: a record of CSV, or an object. Rows come in their order.
   *
   * @throws RequestError 400 that names the part of the row which is missing or wrong
   */
  readonly readRow: (row: object) => ForeignRow;
  /** The names of columns and members that are not known, and which nobody was told of. */
  readonly unread: readonly string[];
  readonly forgetUnread: () => void;
  /** Makes a reader of CSV, whose records are rows. */
  readonly csv: () => ItemReader;
}

/** Reads the exports of other shorteners. Whoever starts the Worker hands it in. */
export interface ImportFormats {
  /** @throws RequestError 400 if a document of JSON has no list of links */
  rowsIn(document: unknown): readonly unknown[];
  readDocument(): ForeignDocument;
}

/** An import: where it goes, how links of other shorteners are read, and who owns them. */
interface Import {
  readonly context: RequestContext;
  readonly store: Pick<LinkStore, 'import' | 'block' | 'pace'>;
  /** Hears the slugs of links that have changed. */
  readonly noteChanges: (slugs: readonly string[]) => void;
  readonly owner: string;
  readonly document: Pick<ForeignDocument, 'readRow' | 'unread' | 'forgetUnread'>;
  /** Whether a slug is in the only store that is meant, if there is one. */
  readonly isMeant: (slug: string) => boolean;
  /** Whether a link of another shortener that has no slug gets a hash slug. Its old address would not lead here. */
  readonly hashSlugs: boolean;
  /** Whether nothing is stored. */
  readonly isTrial: boolean;
}

/** A record to import, and what it loses. */
interface RecordRequest extends ImportRequest, Pick<Imported, 'warnings'> {}

/** A line with a block that covers more than one link. */
interface BlockRequest {
  readonly block: WideBlock;
}

/** The last line of an export of changes, which has nothing to import. */
type EndOfExport = Readonly<v.InferOutput<typeof ExportEnd>>;

/** Imports a group of lines. */
export async function importItems(
  to: Import,
  items: readonly Item[],
): Promise<(Imported | BlockRequest | EndOfExport | Problem)[]> {
  const { context, store } = to;
  // To read the JSON of the group, and to write the answers of the one before, was a slice.
  await pause();
  const slices = new Slices(store.pace, SLICE.links);
  const requests = await slices.map(items, (item) => readRequest(to, item));
  const records = requests.filter((request) => 'record' in request).filter(({ record }) => to.isMeant(record.slug));
  const results = await store.import(records);
  // Hash slugs may have grown.
  const slugs = results.flatMap((result) => (result instanceof RequestError ? [] : [result.slug]));
  to.noteChanges(results.flatMap((result) => ('outcome' in result && isWritten(result) ? [result.slug] : [])));
  const blocked = results.flatMap((result, index) =>
    result instanceof RequestError || !records[index]?.record.blocked ? [] : [result.slug],
  );
  const unblocked = await blockAll(store, requests);
  const answers = await slices.map(requests, (request) => {
    if ('record' in request) {
      const { slug } = request.record;
      if (!to.isMeant(slug)) return { slug, outcome: 'skipped' as const, warnings: [] };
      return importAnswer(request, to, results.shift());
    }
    if ('next' in request) return request;
    if ('block' in request) return unblocked === null ? request : problemOf(unblocked, context);
    return problemOf(request, context);
  });
  // A new block is in force here at once, as by PATCH; elsewhere, and for other changes, within a minute.
  const { links } = edgeOf(context.environment);
  if (requests.some((request) => 'block' in request)) links.clear();
  for (const slug of slugs) links.drop(slug);
  await Promise.all(blocked.map((slug) => links.forget(slug, rootOf(context))));
  return answers;
}

function isWritten({ outcome }: ImportResult): boolean {
  return outcome === 'created' || outcome === 'merged';
}

/** Writes the blocks of a group, all or none; the error of their store is the answer to each of them. */
async function blockAll(
  store: Import['store'],
  requests: readonly (BlockRequest | object)[],
): Promise<StoreError | null> {
  try {
    await store.block(requests.flatMap((request) => ('block' in request ? [request.block] : [])));
    return null;
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
}

function importAnswer(
  { record: { slug, url }, warnings: lost }: RecordRequest,
  { context, isTrial, document }: Import,
  result: ImportResult | RequestError | undefined,
): Imported | Problem {
  if (result === undefined) throw new Error('a shard did not answer');
  if (result instanceof RequestError) return problemOf(result, context);
  if (result.outcome === 'conflict') {
    const message = `\`${slug}\` already leads to another URL here. It was not changed.`;
    return problemOf(new RequestError('conflict', [fault('alias-taken', message)]), context);
  }
  if (result.outcome === 'purged') {
    const message = `\`${slug}\` was purged. It was not imported.`;
    return problemOf(new RequestError('conflict', [fault('slug-purged', message)]), context);
  }
  if (url === '') return { slug, outcome: result.outcome, warnings: [] };
  const warnings = [...lost];
  if (!isCanonical(url)) warnings.push('url-not-canonical');
  if (context.reservedWords.get(slug) === 'address') warnings.push('alias-reserved');
  if (result.slug !== slug) warnings.push('slug-grown');
  const { unread } = document;
  if (unread.length > 0) warnings.push('columns-unread');
  document.forgetUnread();
  return {
    slug: result.slug,
    ...(isTrial && { canonical: url }),
    outcome: result.outcome,
    warnings,
    ...(unread.length > 0 && { unread }),
  };
}

async function readRequest(to: Import, item: Item): Promise<RecordRequest | BlockRequest | EndOfExport | RequestError> {
  try {
    const value = itemJson(item);
    if (typeof value !== 'object' || value === null || Array.isArray(value) || 'claims' in value) {
      return { ...(await ownRecord(value, to.context)), warnings: [] };
    }
    if ('block' in value) return readValue(BlockLine, value, 'invalid-item');
    if (v.is(ExportEnd, value)) return { next: value.next };
    if (!('purged' in value)) return await foreignRecord(value, to);
    const { slug } = readValue(Tombstone, value, 'invalid-item');
    return { record: recordOfTombstone(slug), digest: null, warnings: [] };
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
}

/** The record of a line of an export. A hash slug must be the hash of its URL. */
async function ownRecord(value: unknown, context: RequestContext): Promise<ImportRequest> {
  const { alias, ...record } = readValue(ExportLine, value, 'invalid-item');
  checkStored(record.url, context);
  const request = await requestOf(record);
  if (alias !== request.record.alias && alias === undefined) {
    throw new RequestError('invalid-item', [
      parameterFault('slug-mismatch', 'slug', 'The slug is not the hash of the URL.'),
    ]);
  }
  return request;
}

/** The record of a link of another shortener, which keeps its slug. */
async function foreignRecord(row: object, { context, owner, document, hashSlugs }: Import): Promise<RecordRequest> {
  const { slug, url: written, createdAt, beginsAt, clicks, lastClickAt, title, note, ...link } = document.readRow(row);
  if (slug !== '') checkSlug(slug, context.reservedWords);
  else if (!hashSlugs)
    throw new RequestError('invalid-item', [parameterFault('slug-missing', 'slug', noSlug(document.unread))]);
  const url = targetOf(written, context, null);
  const now = new Date().toISOString();
  const made = createdAt ?? now;
  const isEarly = beginsAt !== null && beginsAt > now;
  const reason = link.banned ? FORMERLY_BLOCKED : isEarly ? `This link begins at ${beginsAt}.` : null;
  // An end that never changes: repeating the import must change nothing.
  const expiresAt = link.ended ? made : link.expiresAt;
  const request = await requestOf({
    slug: slug || (await digestOf(url)).slice(0, HASH_LENGTH),
    url,
    createdAt: made,
    clicks,
    lastClickAt,
    blocked: reason === null ? null : { at: made, reason },
    claims: [{ owner, createdAt: made, expiresAt, title, note }],
  });
  const warnings = isEarly ? [...link.warnings, 'not-yet-valid' as const] : link.warnings;
  return { ...request, warnings };
}

const FORMERLY_BLOCKED = 'The former shortener blocked this link.';
const NO_SLUG =
  'The link has no slug in a column or member with a known name, such as `slug`. Name the column `slug`, or send ' +
  '`?slugs=hash` to give such links hash slugs: their old addresses do not lead here.';

const noSlug = (unread: readonly string[]) =>
  unread.length === 0 ? NO_SLUG : `${NO_SLUG} These are not known: ${unread.map((name) => `\`${name}\``).join(', ')}.`;

/** Refuses slugs that are new here and reserved. Words of operators are reserved for their own new aliases alone. */
function checkSlug(slug: string, reservedWords: RequestContext['reservedWords']): void {
  if (!isSlug(slug)) {
    throw new RequestError('invalid-item', [parameterFault('parameter-invalid', 'slug', `\`slug\` ${SLUG_FORM}.`)]);
  }
  const reservation = reservedWords.get(slug);
  if (reservation === undefined || reservation === 'operator') return;
  const message = `\`/${slug}\` is an address of this service, or the name of a scheme.`;
  throw new RequestError('conflict', [parameterFault('alias-reserved', 'slug', message)]);
}

/** Marks an alias that looks like a hash slug. */
async function requestOf(record: LinkRecord): Promise<ImportRequest> {
  if (!isHashSlug(record.slug)) return { record, digest: null };
  const digest = await digestOf(record.url);
  if (digest.startsWith(record.slug)) return { record, digest };
  return { record: { ...record, alias: true }, digest: null };
}
