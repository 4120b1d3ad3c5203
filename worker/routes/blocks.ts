/**
 * `/v1/blocks`: the targets, hosts and owners that administrators block. A block takes effect everywhere within a
 * minute.
 */
import { bodyMediaType, readJson } from '../http/body.ts';
import { HEADERS } from '../http/headers.ts';
import { notFound } from '../http/methods.ts';
import { LONGEST_LINE } from '../http/ndjson.ts';
import { None } from '../http/parameters.ts';
import { readParameters } from '../http/query.ts';
import type { Route } from '../http/request-context.ts';
import { answerOnce, JSON_TYPE } from '../http/response.ts';
import { readValue } from '../http/schema.ts';
import { admitAdmin } from '../links/access.ts';
import { BlockName, blockedValue, NewBlock } from '../links/blocks.ts';
import { edgeOf } from '../links/edge.ts';

export const blocks: Route = {
  async GET(context) {
    const { store } = await admitAdmin(context);
    readParameters(context.query, None);
    const { blocks } = await store.registry();
    return answerOnce(JSON_TYPE, `${JSON.stringify({ blocks: blocks.list })}\n`);
  },

  async POST(context) {
    const { store } = await admitAdmin(context);
    readParameters(context.query, None);
    bodyMediaType(context.request, [JSON_TYPE]);
    const body = await readJson(context.request, LONGEST_LINE);
    const { kind, value, reason } = readValue(NewBlock, body, 'invalid-body');
    const block = { kind, value: blockedValue({ kind, value }), reason, at: new Date().toISOString() };
    await store.block([block]);
    // In this isolate the block is in force at once; copies in caches last for a minute at most.
    edgeOf(context.environment).links.clear();
    return answerOnce(JSON_TYPE, `${JSON.stringify(block)}\n`);
  },

  async DELETE(context) {
    const { store } = await admitAdmin(context);
    const { kind, value } = readParameters(context.query, BlockName);
    if (!(await store.unblock({ kind, value: blockedValue({ kind, value }) }))) throw notFound();
    return new Response(null, { status: 204, headers: { ...HEADERS, 'Cache-Control': 'no-store' } });
  },
};
