/**
 * `/v1/links/export` and `/v1/links/import`: every link as a line of JSON. An export is enough to rebuild the service:
 * after importing it, the new service gives the same answers and exports the same octets.
 */

import { answerStream, type Item, jsonOf, LINES_TYPE, trackStream } from '../http/batch.ts';
import { bodyMediaType } from '../http/body.ts';
import { None } from '../http/parameters.ts';
import { readParameters } from '../http/query.ts';
import { originOf, type RequestContext, type Route } from '../http/request-context.ts';
import { answerOnce } from '../http/response.ts';
import { parameterFault, readValue } from '../http/schema.ts';
import { admit, admitAdmin } from '../links/access.ts';
import { edgeOf } from '../links/edge.ts';
import type { ImportResult, Scope } from '../links/operations.ts';
import { ExportLine, type LinkRecord } from '../links/record.ts';
import { digestOf, isHashSlug } from '../links/slug.ts';
import { LIST_START, type LinkStore } from '../links/store.ts';
import { checkStored, isCanonical } from '../links/target.ts';
import { fault, type Problem, problemOf, RequestError } from '../problem.ts';

/** An administrator gets every link with every claim; an owner gets only their links, with their own claims. */
export const exportLinks: Route = {
  async GET(context) {
    const { owner, store } = await admit(context);
    readParameters(context.query, None);
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
    for await (const page of store.pages(scope, LIST_START)) {
      await writer.write(encoder.encode(page.map((link) => `${JSON.stringify(visibleTo(scope, link))}\n`).join('')));
    }
    await writer.close();
  } catch (reason) {
    await writer.abort(reason).catch(() => undefined);
    throw reason;
  }
}

function visibleTo(scope: Scope, link: LinkRecord): LinkRecord {
  if (scope === 'everything') return link;
  return { ...link, claims: link.claims.filter(({ owner }) => owner === scope.owner) };
}

/** The answer to an imported line. */
interface Imported {
  readonly slug: string;
  readonly outcome: Exclude<ImportResult, 'conflict'>;
  readonly warnings: readonly Warning[];
}

/**
 * A rule has changed since the export. `url-not-canonical`: the URL now has another canonical form. `alias-reserved`:
 * the alias is now a reserved word, and its address leads to a page of this service. The record is stored unchanged.
 */
export type Warning = 'url-not-canonical' | 'alias-reserved';

export const importLinks: Route = {
  async POST(context) {
    const { store } = await admitAdmin(context);
    readParameters(context.query, None);
    bodyMediaType(context.request, [LINES_TYPE]);
    return answerStream(context, (items) => importItems(context, store, items));
  },
};

async function importItems(
  context: RequestContext,
  store: LinkStore,
  items: readonly Item[],
): Promise<(Imported | Problem)[]> {
  const records = await Promise.all(items.map((item) => readRecord(item, context)));
  const results = await store.import(
    records.filter((record): record is LinkRecord => !(record instanceof RequestError)),
  );
  const answers = records.map((record) =>
    record instanceof RequestError ? problemOf(record) : answerRecord(record, context.reservedWords, results.shift()),
  );
  // A new block is in force here at once, as by PATCH; elsewhere, and for other changes, within a minute.
  const { links } = edgeOf(context.environment);
  const blocked = records.filter((record) => !(record instanceof RequestError) && record.blocked !== null);
  await Promise.all(blocked.map((record) => 'slug' in record && links.forget(record.slug, originOf(context))));
  return answers;
}

function answerRecord(
  record: LinkRecord,
  reservedWords: ReadonlySet<string>,
  outcome: ImportResult = 'conflict',
): Imported | Problem {
  const { slug, url } = record;
  if (outcome === 'conflict') return problemOf(conflict(record));
  const warnings: Warning[] = isCanonical(url) ? [] : ['url-not-canonical'];
  if (reservedWords.has(slug)) warnings.push('alias-reserved');
  return { slug, outcome, warnings };
}

function conflict({ slug }: LinkRecord): RequestError {
  return new RequestError('conflict', [
    fault('alias-taken', `\`${slug}\` already leads to another URL here. It was not changed.`),
  ]);
}

/** The record of a line. A hash slug must be the hash of its URL. */
async function readRecord(item: Item, context: RequestContext): Promise<LinkRecord | RequestError> {
  try {
    const record: LinkRecord = readValue(ExportLine, jsonOf(item), 'invalid-item');
    checkStored(record.url, context);
    if (!isHashSlug(record.slug) || (await digestOf(record.url)).startsWith(record.slug)) return record;
    const message = 'The slug is not the hash of the URL.';
    return new RequestError('invalid-item', [parameterFault('slug-mismatch', 'slug', message)]);
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
}
