/**
 * `/v1/links`: lists the links of an owner, creates links (one from JSON, any number from lines), and re-points aliases
 * whose site has moved. `/v1/links/{slug}`: one link, for the owners that have a claim to it. `/v1/blocks`: the
 * targets, hosts and owners that administrators block. A block takes effect everywhere within a minute.
 */

import type { Blocks } from '../../src/links/blocks.ts';
import { isPurged, type LinkRecord } from '../../src/links/record.ts';
import { decodeSlug } from '../../src/links/slug.ts';
import { isLive, isPermanent } from '../../src/links/state.ts';
import { jsonText } from '../../src/octets/controls.ts';
import { cacheOf } from '../cache/cache.ts';
import { fault, RequestError } from '../errors/request-error.ts';
import { rootOf } from '../http/address.ts';
import { answerStream, type Item, itemJson, LINES_TYPE, orProblem } from '../http/batch.ts';
import { bodyMediaType, parseJson, readJson, readText } from '../http/body.ts';
import { onlyFields } from '../http/fields.ts';
import { HEADERS } from '../http/headers.ts';
import { LONGEST_LINE } from '../http/ndjson.ts';
import { None } from '../http/parameters.ts';
import { readParameters } from '../http/query.ts';
import type { RequestContext, Route } from '../http/request-context.ts';
import { answerJson, JSON_TYPE } from '../http/response.ts';
import { parameterFault, readValue, shortened } from '../http/schema.ts';
import { answerText } from '../http/text-writer.ts';
import { type Action, type Admission, admit, admitAdmin, edgeOf } from '../links/access.ts';
import { BlockName, blockedValue, NewBlock } from '../links/blocks.ts';
import { checkHeir, formerOwnerOf, HandOver, handOver, LinkHandOver } from '../links/hand-over.ts';
import type { LinkAnswer } from '../links/link.ts';
import { describeLink, linkBlocked } from '../links/link-answer.ts';
import { listRange } from '../links/list-range.ts';
import { readRepointing, repoint } from '../links/repoint.ts';
import { type CreateRequest, type CreateResult, idempotencyKeyOf, LinkChange, NewLink } from '../links/request.ts';
import type { LinkStore } from '../links/store.ts';
import { StoreFailures } from '../links/store-failures.ts';
import { targetOf } from '../links/target.ts';
import { admitClient } from '../net/rate.ts';
import type { Owner } from '../settings/secrets.ts';
import { ChangeLinks, CreateLinks, DEFAULT_LINKS, DeleteLink, ListLinks, ReadLink } from './schemas.ts';

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
    const key = idempotencyKeyOf(context.request);
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
    const { owner, store } = admission;
    const { store: alone = null } = readParameters(context.query, ChangeLinks);
    const range = await listRange(store, null, alone);
    const body = await readBody(context);
    const failed = new StoreFailures();
    const change = hasMember(body, 'owner') ? readHandOver(body, context, owner) : readRepointing(body);
    if (!change.dryRun) await store.checkSpace();
    const changes =
      'formerOwner' in change
        ? handOver(store, edgeOf(context.environment).links, change, range, failed)
        : repoint(context, admission, change, range, failed);
    return answerText(context, LINES_TYPE, async (text) => {
      for await (const answers of changes) {
        for (const answer of answers) await text.write(`${jsonText(answer)}\n`);
      }
      for (const problem of failed.problems(context)) await text.write(`${jsonText(problem)}\n`);
    });
  },
};

/** The body of a request that takes JSON alone. */
function readBody({ request }: RequestContext): Promise<unknown> {
  bodyMediaType(request, [JSON_TYPE]);
  return readJson(request, LONGEST_LINE);
}

function hasMember(body: unknown, name: string): boolean {
  return typeof body === 'object' && body !== null && name in body;
}

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
  const link = creationAnswer(creator, newLink.url, result);
  context.notes.urls = 1;
  return new Response(`${jsonText(onlyFields(link, creator.fields))}\n`, {
    status: link.created ? 201 : 200,
    headers: { ...HEADERS, 'Cache-Control': 'no-store', 'Content-Type': JSON_TYPE, Location: `/v1/links/${link.slug}` },
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
async function create({ context, store }: Creator, requests: Parameters<LinkStore['create']>[0]) {
  const results = await store.create(requests);
  const { links } = edgeOf(context.environment);
  for (const result of results) {
    if (!(result instanceof RequestError) && result.kind === 'existing') links.drop(result.link.slug);
  }
  return results;
}

/** @throws RequestError if the link was not created */
function creationAnswer(
  { context, owner }: Creator,
  input: string,
  result: CreateResult | RequestError | undefined,
): LinkAnswer & { readonly created: boolean } {
  if (result instanceof RequestError) throw result;
  const root = rootOf(context);
  return { input, ...describeLink(linkOf(result, root), root, owner), created: result?.kind === 'created' };
}

function linkOf(result: CreateResult | undefined, root: string): LinkRecord {
  if (result === undefined) throw new Error('a shard did not answer');
  switch (result.kind) {
    case 'taken': {
      const message = 'The alias is taken. If it is yours, change it with PATCH.';
      throw new RequestError('conflict', [parameterFault('alias-taken', 'alias', message)]);
    }
    case 'blocked':
      throw linkBlocked(result.link.blocked?.reason ?? '', root);
    default:
      return result.link;
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
    return requests.map((one) => {
      if (!('request' in one)) return one;
      const answer = () => onlyFields(creationAnswer(creator, one.input, results.shift()), creator.fields);
      return orProblem(creator.context, answer);
    });
  });
}

function newLinkOf(item: Item): NewLink {
  const value = itemJson(item);
  return typeof value === 'string' ? { url: value } : readValue(NewLink, value, 'invalid-item');
}

export const link: Route = {
  async GET(context) {
    const { fields } = readParameters(context.query, ReadLink);
    const { link, owner } = await findLink(context, 'read');
    const own = link.claims.find((claim) => claim.owner === owner.name);
    if (!owner.admin && own !== undefined && !isLive(own, Date.now())) throw new RequestError('link-gone', []);
    const { days = [] } = link;
    return answerJson(onlyFields({ ...describeLink(link, rootOf(context), owner), days }, fields));
  },

  async PATCH(context) {
    readParameters(context.query, None);
    const { link, owner, store } = await findLink(context, 'change');
    const body = await readBody(context);
    if (hasMember(body, 'owner')) return handOverLink(body, context, { link, owner, store });
    const change = readValue(LinkChange, body, 'invalid-body');
    const { url: input } = change;
    const { blocked, ...others } = change;
    if (blocked !== undefined) {
      const action: Action = blocked === null ? 'unblock' : 'block';
      context.notes.action = Object.keys(others).length === 0 ? action : `change,${action}`;
      if (!owner.admin) throw new RequestError('administrators-only', []);
    }
    if (change.url !== undefined) {
      const { blocks } = await store.registry();
      change.url = newTarget(link, targetOf(change.url, context, blocks));
    }
    const changed = await store.amend(link.slug, owner, change);
    if (changed === null) throw noSuchLink(link.slug, owner);
    await edgeOf(context.environment).links.forget(link.slug, rootOf(context));
    return answerJson({
      ...(input !== undefined && { input }),
      ...describeLink(changed, rootOf(context), owner),
    });
  },

  async DELETE(context) {
    const { purge = false } = readParameters(context.query, DeleteLink);
    const { link, owner, store } = await findLink(context, purge ? 'purge' : 'delete');
    const now = new Date();
    const own = link.claims.filter((claim) => claim.owner === owner.name);
    if (purge && !owner.admin) throw new RequestError('administrators-only', []);
    if (purge) await store.purge(link.slug);
    else {
      const claims = own.length === 0 ? link.claims : own;
      if (!claims.some((claim) => isLive(claim, now.getTime()))) throw new RequestError('link-gone', []);
      const ended = await store.amend(link.slug, owner, { expiresAt: now.toISOString() });
      if (ended === null) throw noSuchLink(link.slug, owner);
    }
    await edgeOf(context.environment).links.forget(link.slug, rootOf(context));
    return deleted();
  },
};

interface FoundLink extends Admission {
  readonly link: LinkRecord;
}

/** Gives the claim of an owner to another one. */
async function handOverLink(body: unknown, context: RequestContext, { link, owner, store }: FoundLink) {
  context.notes.action = 'hand-over' satisfies Action;
  if (!owner.admin) throw new RequestError('administrators-only', []);
  const change = readValue(LinkHandOver, body, 'invalid-body');
  const formerOwner = formerOwnerOf(link, change.formerOwner);
  checkHeir({ ...change, formerOwner }, context.environment);
  const handed = await store.handOver([link.slug], formerOwner, change.owner);
  const changed = handed.length === 0 ? null : await store.read(link.slug);
  if (changed === null)
    throw missing('no-such-claim', `\`${formerOwner}\` has no claim to this link that has not ended.`);
  await edgeOf(context.environment).links.forget(link.slug, rootOf(context));
  return answerJson(describeLink(changed, rootOf(context), owner));
}

/**
 * The link of a request, if the owner of the token has a claim to it or is an administrator.
 *
 * @throws RequestError 410 if the link was purged, unless it is purged again
 */
async function findLink(context: RequestContext, action: Action): Promise<FoundLink> {
  const { owner, store } = await admit(context, action);
  const slug = decodeSlug(context.params.slug ?? '');
  const link = await store.read(slug);
  if (link === null) throw noSuchLink(slug, owner);
  if (!owner.admin && !link.claims.some((claim) => claim.owner === owner.name)) throw noSuchLink(slug, owner);
  if (isPurged(link) && action !== 'purge') throw new RequestError('link-gone', []);
  return { link, owner, store };
}

/** The same for a link of somebody else as for one that does not exist. */
function noSuchLink(slug: string, { name, admin }: Owner): RequestError {
  const whose = admin ? '' : ` of \`${name}\``;
  const message = `There is no short link “${shortened(slug)}”${whose}. \`GET /v1/links\` lists those that there are.`;
  return missing('no-such-link', message);
}

function missing(code: string, message: string): RequestError {
  return new RequestError('not-found', [fault(code, message)]);
}

function newTarget(link: LinkRecord, target: string): string {
  if (!isPermanent(link) || target === link.url) return target;
  const message =
    'The target of a hash slug cannot change, because the slug is a hash of it. Only an alias can get a new target.';
  throw new RequestError('conflict', [parameterFault('slug-is-hash', 'url', message)]);
}

function deleted(): Response {
  return new Response(null, { status: 204, headers: { ...HEADERS, 'Cache-Control': 'no-store' } });
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
    const { kind, value, reason } = readValue(NewBlock, await readBody(context), 'invalid-body');
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
      throw missing('no-such-block', 'No block has this kind and value. `GET /v1/blocks` lists the blocks.');
    return deleted();
  },
};
