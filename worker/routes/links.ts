/**
 * `/v1/links`: lists the links of an owner, creates links (one from JSON, any number from lines), and re-points aliases
 * whose site has moved. `/v1/blocks`: the targets, hosts and owners that
 * administrators block. A block takes effect everywhere within a minute.
 */

import type { Blocks } from '../../src/links/blocks.ts';
import { jsonText } from '../../src/octets/controls.ts';
import { cacheOf } from '../cache/cache.ts';
import { fault, RequestError } from '../errors/request-error.ts';
import { rootOf } from '../http/address.ts';
import { answerStream, type Item, itemJson, LINES_TYPE, orProblem } from '../http/batch.ts';
import { bodyMediaType, hasMember, parseJson, readLoneJson, readText } from '../http/body.ts';
import { refuseTags } from '../http/conditions.ts';
import { onlyFields } from '../http/fields.ts';
import { notFound } from '../http/methods.ts';
import { LONGEST_LINE } from '../http/ndjson.ts';
import { None } from '../http/parameters.ts';
import { readParameters } from '../http/query.ts';
import type { RequestContext, Route } from '../http/request-context.ts';
import { answerJson, answerNothing, JSON_TYPE, UNCACHED } from '../http/response.ts';
import { parameterFault, readValue } from '../http/schema.ts';
import { answerText } from '../http/text-writer.ts';
import {
  type Action,
  type Admission,
  admit,
  admitAdmin,
  edgeOf,
  noteChanges,
  quotaOf,
  quotaReached,
} from '../links/access.ts';
import { BlockName, blockedValue, NewBlock } from '../links/blocks.ts';
import { checkHeir, HandOver, handOver } from '../links/hand-over.ts';
import type { ShownLink } from '../links/link.ts';
import { describeLink, describePublicly, linkBlocked, ownAnswer } from '../links/link-answer.ts';
import { listRange } from '../links/list-range.ts';
import { readRepointing, repoint } from '../links/repoint.ts';
import { type CreateRequest, type CreateResult, idempotencyKeyOf, NewLink } from '../links/request.ts';
import type { LinkStore } from '../links/store.ts';
import { StoreFailures } from '../links/store-failures.ts';
import { targetOf } from '../links/target.ts';
import { admitClient } from '../net/rate.ts';
import type { Owner } from '../settings/secrets.ts';
import { ChangeLinks, CreateLinks, DEFAULT_LINKS, ListLinks } from './schemas.ts';

/** A request to create links, with the owner of its token. */
interface Creator extends Admission {
  readonly context: RequestContext;
  readonly blocks: Blocks;
  /** The members of the answers; `undefined` = all. */
  readonly fields: readonly string[] | undefined;
}

export const links: Route = {
  async GET(context) {
    const { owner, store } = await admit(context, 'list');
    const parameters = readParameters(context.query, ListLinks);
    const { cursor = null, store: alone = null, limit = DEFAULT_LINKS, q: query = '', fields } = parameters;
    if (query !== '') await admitClient(context.environment.SEARCH_RATE, `owner ${owner.name}`);
    const range = await listRange(store, cursor, alone);
    const { links, next, failed } = await store.list({ owner: owner.name }, range, { limit, query });
    const root = rootOf(context);
    return answerJson({
      links: links.map((link) => onlyFields(describeLink(link, root, owner), fields)),
      next: next === null ? null : `${next.shard}.${next.slug}`,
      ...(failed.size > 0 && { problems: failed.problems(context) }),
    });
  },

  async POST(context) {
    const { owner, store } = await admit(context, 'create');
    const { blocks } = await store.registry();
    const { fields } = readParameters(context.query, CreateLinks);
    const creator = { context, owner, store, blocks, fields };
    const type = bodyMediaType(context.request, [JSON_TYPE, LINES_TYPE]);
    refuseTags(context.request);
    const sent = idempotencyKeyOf(context.request);
    // A limited token has keys of its own: those of other tokens would tell it of their requests. No key has a line
    // feed.
    const key = sent === null || owner.only === undefined ? sent : `${owner.only}\n${sent}`;
    if (type === JSON_TYPE) return createOne(creator, key);
    if (key === null) return createMany(creator);
    const message = 'A key is for a single link. Lines need no key, because creating a link twice has no effect.';
    throw new RequestError('invalid-parameter', [parameterFault('idempotency-key', 'Idempotency-Key', message)]);
  },

  /**
   * Re-points aliases, or hands over the links of an owner, and answers with a line for each of them, and with one for
   * each store that failed.
   */
  async PATCH(context) {
    const admission = await admit(context, 'repoint');
    refuseTags(context.request);
    const { owner, store } = admission;
    const { store: alone = null } = readParameters(context.query, ChangeLinks);
    const range = await listRange(store, null, alone);
    const body = await readLoneJson(context.request);
    const failed = new StoreFailures();
    const change = hasMember(body, 'owner') ? readHandOver(body, context, owner) : readRepointing(body);
    if (!change.dryRun) await store.checkSpace();
    const handedOver = (slugs: readonly string[]) => {
      for (const slug of slugs) edgeOf(context.environment).links.drop(slug);
      noteChanges(context, slugs);
    };
    const changes =
      'formerOwner' in change
        ? handOver(store, handedOver, change, range, failed)
        : repoint(context, admission, change, range, failed);
    return answerText(context, LINES_TYPE, async (text) => {
      for await (const answers of changes) {
        for (const answer of answers) await text.write(`${jsonText(answer)}\n`);
      }
      for (const problem of failed.problems(context)) await text.write(`${jsonText(problem)}\n`);
    });
  },
};

function readHandOver(body: unknown, { notes, environment }: RequestContext, { admin }: Owner): HandOver {
  notes.action = 'hand-over' satisfies Action;
  if (!admin) throw new RequestError('administrators-only', []);
  const change = readValue(HandOver, body, 'invalid-body');
  checkHeir(change, environment);
  return change;
}

async function createOne(creator: Creator, key: string | null): Promise<Response> {
  const { context, owner, store } = creator;
  const text = await readText(context.request, LONGEST_LINE);
  const newLink = readValue(NewLink, parseJson(text, 'invalid-body'), 'invalid-body');
  // A request that is refused leaves the key free, so that the client can correct it.
  const request = createRequest(creator, newLink, key);
  if (key !== null && !(await store.bindKey(owner.name, key, text))) throw new RequestError('key-reused', []);
  const [result] = await create(creator, [request]);
  const made = madeBy(result, creator);
  const { link } = made;
  const answer = creationAnswer(creator, newLink.url, made);
  context.notes.urls = 1;
  if (made.wrote !== undefined) context.notes.slug = link.slug;
  const headers = { ...UNCACHED, 'Content-Type': JSON_TYPE, Location: `/v1/links/${link.slug}` };
  // Whoever may not read the link has no tag: what it is a hash of could be guessed from it.
  const tag = owner.only === undefined && { ETag: ownAnswer(context, link, owner).etag };
  return new Response(`${jsonText(onlyFields(answer, creator.fields))}\n`, {
    status: answer.created ? 201 : 200,
    headers: { ...headers, ...tag },
  });
}

/** @throws RequestError if there can be no such link */
function createRequest(
  { context, owner, blocks }: Creator,
  newLink: NewLink,
  key: string | null,
): Omit<CreateRequest, 'digest'> {
  const { url, alias = null, ...claim } = newLink;
  const reason = blocks.reasonForOwners([owner.name]);
  if (reason !== null) throw linkBlocked(reason, rootOf(context));
  if (alias !== null && context.reservedWords.has(alias)) {
    const message = `\`${alias}\` is reserved by this service.`;
    throw new RequestError('conflict', [parameterFault('alias-reserved', 'alias', message)]);
  }
  const keeps = owner.only !== undefined;
  return { url: targetOf(url, context, blocks), alias, owner: owner.name, key, keeps, ...claim };
}

/** Creates links in the store. A claim to a link that exists may get another end. */
async function create({ context, owner, store }: Creator, requests: Parameters<LinkStore['create']>[0]) {
  const results = await store.create(requests, quotaOf(context.environment, owner));
  const { links } = edgeOf(context.environment);
  for (const result of results) {
    if (!(result instanceof RequestError) && result.kind === 'existing') links.drop(result.link.slug);
  }
  return results;
}

/** The slugs of the links that were made, or whose claim has changed. */
function slugsWrittenBy(results: readonly (CreateResult | RequestError)[]): readonly string[] {
  return results.flatMap((one) => ('wrote' in one ? [one.link.slug] : []));
}

function creationAnswer(
  { context, owner }: Creator,
  input: string,
  { kind, link }: Made,
): ShownLink & { readonly input: string; readonly created: boolean } {
  const root = rootOf(context);
  // A token that may only create learns what everybody can see, and nothing of what was written with other tokens.
  const seen = owner.only === undefined ? describeLink(link, root, owner) : describePublicly(link, context);
  return { input, ...seen, created: kind === 'created' };
}

type Made = Extract<CreateResult, { readonly kind: 'created' | 'existing' }>;

/** @throws RequestError if the link was not created */
function madeBy(result: CreateResult | RequestError | undefined, { context, owner }: Creator): Made {
  if (result === undefined) throw new Error('a shard did not answer');
  if (result instanceof RequestError) throw result;
  switch (result.kind) {
    case 'taken': {
      const message = 'The alias is taken. If it is yours, change it with PATCH.';
      throw new RequestError('conflict', [parameterFault('alias-taken', 'alias', message)]);
    }
    case 'blocked':
      throw linkBlocked(result.link.blocked?.reason ?? '', rootOf(context));
    case 'full':
      throw quotaReached(owner, quotaOf(context.environment, owner));
    default:
      return result;
  }
}

function createMany(creator: Creator): Response {
  return answerStream(creator.context, async (items) => {
    // Lines may come for hours, and a block is in force within a minute.
    const { blocks } = await creator.store.registry();
    const requests = items.map((item) =>
      orProblem(creator.context, () => {
        const link = newLinkOf(item);
        return { input: link.url, request: createRequest({ ...creator, blocks }, link, null) };
      }),
    );
    const results = await create(
      creator,
      requests.flatMap((one) => ('request' in one ? [one.request] : [])),
    );
    noteChanges(creator.context, slugsWrittenBy(results));
    return requests.map((one) => {
      if (!('request' in one)) return one;
      const made = () => madeBy(results.shift(), creator);
      return orProblem(creator.context, () => onlyFields(creationAnswer(creator, one.input, made()), creator.fields));
    });
  });
}

function newLinkOf(item: Item): NewLink {
  const value = itemJson(item);
  return typeof value === 'string' ? { url: value } : readValue(NewLink, value, 'invalid-item');
}

export const blocks: Route = {
  async GET(context) {
    const { store } = await admitAdmin(context, 'list-blocks');
    readParameters(context.query, None);
    const { blocks } = await store.registry();
    return answerJson({ blocks: blocks.list });
  },

  async POST(context) {
    const { store } = await admitAdmin(context, 'block');
    readParameters(context.query, None);
    const { kind, value, reason } = readValue(NewBlock, await readLoneJson(context.request), 'invalid-body');
    const block = { kind, value: blockedValue({ kind, value }), reason, at: new Date().toISOString() };
    await store.block([block]);
    // In this isolate the block is in force at once; copies in caches last for a minute at most.
    edgeOf(context.environment).links.clear();
    // An owner has no copies.
    if (kind !== 'owner') await cacheOf(context.environment)?.copies.purge({ kind, value: block.value });
    return answerJson(block);
  },

  async DELETE(context) {
    const { store } = await admitAdmin(context, 'unblock');
    const { kind, value } = readParameters(context.query, BlockName);
    // A block of an older version has the canonical form of then, as the list of blocks shows it.
    const removed =
      (await store.unblock({ kind, value: blockedValue({ kind, value }) })) || (await store.unblock({ kind, value }));
    if (!removed)
      throw notFound(fault('no-such-block', 'No block has this kind and value. `GET /v1/blocks` lists the blocks.'));
    return answerNothing();
  },
};
