/**
 * `/v1/links/export` and `/v1/links/import`: every link as a line of JSON, out and in again. What was exported is
 * enough to build the service anew: an import of it answers as the old one did, and exports the same octets.
 */

import { LINES_TYPE, parseJson, trackStream } from '../http/batch.ts';
import { mediaTypeOf } from '../http/body.ts';
import { answerGroups, type Line } from '../http/ndjson.ts';
import { None } from '../http/parameters.ts';
import { readQuery } from '../http/query.ts';
import type { RequestContext, Route } from '../http/request-context.ts';
import { answerOnce } from '../http/response.ts';
import { admit, admitAdmin } from '../links/access.ts';
import { type LinkRecord, Line as RecordLine } from '../links/record.ts';
import { read } from '../links/request.ts';
import type { Restored, Scope } from '../links/shard.ts';
import { digestOf, isHashSlug } from '../links/slug.ts';
import { BEGINNING, type LinkStore } from '../links/store.ts';
import { checkStored, isCanonical } from '../links/target.ts';
import { fault, type Problem, problemOf, RequestError } from '../problem.ts';

/** An administrator gets everything; an owner the own links, with the own claims. */
export const exportLinks: Route = {
  async GET(context) {
    const { owner, store } = await admit(context);
    readQuery(context.url, None);
    if (context.method === 'HEAD') return answerOnce(LINES_TYPE, '');
    const { readable, writable } = new IdentityTransformStream();
    trackStream(context, writeAll(writable, store, owner.admin ? 'everything' : { owner: owner.name }));
    return answerOnce(LINES_TYPE, readable);
  },
};

async function writeAll(sink: WritableStream, store: LinkStore, scope: Scope): Promise<void> {
  const encoder = new TextEncoder();
  const writer = sink.getWriter();
  try {
    for await (const page of store.pages(scope, BEGINNING)) {
      await writer.write(encoder.encode(page.map((link) => `${JSON.stringify(seenBy(scope, link))}\n`).join('')));
    }
    await writer.close();
  } catch (reason) {
    await writer.abort(reason).catch(() => undefined);
    throw reason;
  }
}

function seenBy(scope: Scope, link: LinkRecord): LinkRecord {
  if (scope === 'everything') return link;
  return { ...link, claims: link.claims.filter(({ owner }) => owner === scope.owner) };
}

/** What became of a line. */
interface Imported {
  readonly slug: string;
  readonly outcome: Exclude<Restored, 'conflict'>;
  readonly warnings: readonly Warning[];
}

/**
 * The rules have changed since. `url-not-canonical`: today the URL would be written otherwise. `alias-reserved`: the
 * alias has become a word of the service's own, and leads nowhere. Either is kept as it is.
 */
export type Warning = 'url-not-canonical' | 'alias-reserved';

export const importLinks: Route = {
  async POST(context) {
    const { store } = await admitAdmin(context);
    readQuery(context.url, None);
    mediaTypeOf(context.request, [LINES_TYPE]);
    const { body } = context.request;
    if (body === null) return answerOnce(LINES_TYPE, '');
    const { answers, done } = answerGroups(body, (lines) => restoreLines(context, store, lines));
    trackStream(context, done);
    return answerOnce(LINES_TYPE, answers);
  },
};

async function restoreLines(
  { notes, reservedWords }: RequestContext,
  store: LinkStore,
  lines: readonly Line[],
): Promise<string[]> {
  notes.urls += lines.length;
  const records = await Promise.all(lines.map(readRecord));
  const outcomes = await store.restore(
    records.filter((record): record is LinkRecord => !(record instanceof RequestError)),
  );
  return records.map((record) =>
    JSON.stringify(
      record instanceof RequestError ? problemOf(record) : answerRecord(record, reservedWords, outcomes.shift()),
    ),
  );
}

function answerRecord(
  record: LinkRecord,
  reservedWords: ReadonlySet<string>,
  outcome: Restored = 'conflict',
): Imported | Problem {
  const { slug, url } = record;
  if (outcome === 'conflict') return problemOf(conflict(record));
  const warnings: Warning[] = isCanonical(url) ? [] : ['url-not-canonical'];
  if (reservedWords.has(slug)) warnings.push('alias-reserved');
  return { slug, outcome, warnings };
}

function conflict({ slug }: LinkRecord): RequestError {
  return new RequestError('conflict', [fault('alias-taken', `\`${slug}\` leads elsewhere here, and stays as it is.`)]);
}

/** A line as a record, whose slug is that of its URL. */
async function readRecord(line: Line): Promise<LinkRecord | RequestError> {
  try {
    if (typeof line !== 'string') return line;
    const record: LinkRecord = read(
      RecordLine,
      parseJson(line, 'invalid-item', 'The line is not JSON.'),
      'invalid-item',
    );
    checkStored(record.url);
    if (!isHashSlug(record.slug) || (await digestOf(record.url)).startsWith(record.slug)) return record;
    const message = 'The slug is not the hash of the URL.';
    return new RequestError('invalid-item', [{ ...fault('slug-mismatch', message), parameter: 'slug' }]);
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
}
