/**
 * `/v1/links/export` and `/v1/links/import`: every link as a line of JSON. An export is enough to rebuild the service:
 * after importing it, the new service gives the same answers and exports the same octets. If a store fails, the export
 * goes on with the next one, and ends with a problem that names it. An import also takes the exports of other
 * shorteners.
 */

import { isPurged, type LinkRecord, type Tombstone } from '../../src/links/record.ts';
import { jsonText } from '../../src/octets/controls.ts';
import { type AnswerGroup, answerArray, answerStream, LINES_TYPE } from '../http/batch.ts';
import { bodyMediaType, readJson } from '../http/body.ts';
import { refuseTags } from '../http/conditions.ts';
import { readParameters } from '../http/query.ts';
import type { Route } from '../http/request-context.ts';
import { answerOnce, JSON_TYPE } from '../http/response.ts';
import { answerText } from '../http/text-writer.ts';
import { admit, admitAdmin, noteChanges } from '../links/access.ts';
import { DryRun } from '../links/dry-run.ts';
import { type ImportFormats, importItems } from '../links/import.ts';
import { listRange } from '../links/list-range.ts';
import type { Scope } from '../links/request.ts';
import { shardOf } from '../links/shards.ts';
import { StoreFailures } from '../links/store-failures.ts';
import { ExportLinks, ImportLinks } from './schemas.ts';

/** An administrator gets every link with every claim; an owner gets only their links, with their own claims. */
export const exportLinks: Route = {
  async GET(context) {
    const { owner, store } = await admit(context, 'export');
    const { after = '', store: alone = null, changedSince: since } = readParameters(context.query, ExportLinks);
    const { shards } = await store.registry();
    // In a store of its own, a slug after which an export begins may be any text: what is behind damage is found so.
    const from = after === '' ? null : { shard: alone ?? shardOf(after, shards), slug: after };
    const range = await listRange(store, from, alone);
    const scope = owner.admin ? 'everything' : { owner: owner.name };
    if (context.method === 'HEAD') return answerOnce(LINES_TYPE, '');
    return answerText(context, LINES_TYPE, async (text) => {
      const write = async (lines: readonly unknown[]) => {
        for (const line of lines) await text.write(`${jsonText(line)}\n`);
      };
      if (scope === 'everything' && from === null && alone === null) {
        const { blocks } = await store.registry();
        await write(blocks.list.map((block) => ({ block })));
      }
      const failed = new StoreFailures();
      const increment = since === undefined ? undefined : { since, next: Number.POSITIVE_INFINITY };
      for await (const page of store.pages(scope, range, failed, { increment })) {
        await write(page.map((link) => visibleTo(scope, link)));
      }
      await write(failed.problems(context));
      if (increment === undefined) return;
      await write([{ next: { changedSince: new Date(increment.next).toISOString() } }]);
    });
  },
};

function visibleTo(scope: Scope, link: LinkRecord): LinkRecord | Tombstone {
  if (isPurged(link)) return { slug: link.slug, purged: true };
  if (scope === 'everything') return link;
  return { ...link, claims: link.claims.filter(({ owner }) => owner === scope.owner) };
}

const CSV_TYPE = 'text/csv';

/** The most octets of a document of JSON. Lines have no such limit. */
const LARGEST_DOCUMENT = 16 * 1024 * 1024;

/** The lines that are imported together: each shard writes its part of them to disk at once. */
const IMPORTED_TOGETHER = 4096;

/** @param formats - reads the exports of other shorteners */
export const importLinks = (formats: ImportFormats): Route => ({
  async POST(context) {
    const { owner: admin, store } = await admitAdmin(context, 'import');
    const {
      owner = admin.name,
      slugs,
      dryRun = false,
      store: alone = null,
    } = readParameters(context.query, ImportLinks);
    refuseTags(context.request);
    await listRange(store, null, alone);
    const { shards } = await store.registry();
    const document = formats.readDocument();
    const to = {
      context,
      store: dryRun ? new DryRun(store) : store,
      noteChanges: (slugs: readonly string[]) => (dryRun ? undefined : noteChanges(context, slugs)),
      owner,
      document,
      isMeant: (slug: string) => alone === null || shardOf(slug, shards) === alone,
      hashSlugs: slugs === 'hash',
      isTrial: dryRun,
    };
    const answer: AnswerGroup = (items) => importItems(to, items);
    switch (bodyMediaType(context.request, [LINES_TYPE, CSV_TYPE, JSON_TYPE])) {
      case LINES_TYPE:
        return answerStream(context, answer, undefined, IMPORTED_TOGETHER);
      case CSV_TYPE:
        return answerStream(context, answer, document.csv(), IMPORTED_TOGETHER);
      case JSON_TYPE: {
        const rows = formats.rowsIn(await readJson(context.request, LARGEST_DOCUMENT));
        return answerArray(context, rows, answer);
      }
    }
  },
});
