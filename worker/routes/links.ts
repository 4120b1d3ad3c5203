/**
 * `/v1/links`: lists the links of an owner, creates links (one from JSON, any number from lines), and re-points aliases
 * whose site has moved.
 */
import { RequestError } from '../errors/request-error.ts';
import { answerStream, type Item, jsonOf, LINES_TYPE, orProblem, trackStream } from '../http/batch.ts';
import { bodyMediaType, parseJson, readJson, readText } from '../http/body.ts';
import { HEADERS } from '../http/headers.ts';
import { LONGEST_LINE } from '../http/ndjson.ts';
import { None } from '../http/parameters.ts';
import { readParameters } from '../http/query.ts';
import { type RequestContext, type Route, rootOf } from '../http/request-context.ts';
import { answerOnce, JSON_TYPE } from '../http/response.ts';
import { parameterFault, readValue } from '../http/schema.ts';
import { writeText } from '../http/text-writer.ts';
import { admit } from '../links/access.ts';
import { describeLink, type LinkAnswer, linkBlocked } from '../links/describe-link.ts';
import type { CreateRequest, CreateResult } from '../links/operations.ts';
import type { LinkRecord } from '../links/record.ts';
import { readRepointing, repoint } from '../links/repoint.ts';
import { idempotencyKeyOf, NewLink } from '../links/request.ts';
import { type KnownRegistry, LIST_START, type LinkStore } from '../links/store.ts';
import { targetOf } from '../links/target.ts';
import type { Owner } from '../settings/secrets.ts';
import { DEFAULT_LINKS, ListLinks } from './schemas.ts';

/** A request to create links, with the owner of its token. */
interface Creator {
  readonly context: RequestContext;
  readonly owner: Owner;
  readonly store: LinkStore;
  readonly blocks: KnownRegistry['blocks'];
}

export const links: Route = {
  async GET(context) {
    const { owner, store } = await admit(context);
    const { cursor = LIST_START, limit = DEFAULT_LINKS, q: query = '' } = readParameters(context.query, ListLinks);
    const { links, next } = await store.list({ owner: owner.name }, cursor, { limit, query });
    const root = rootOf(context);
    const body = {
      links: links.map((link) => describeLink(link, root, owner)),
      next: next === null ? null : `${next.shard}.${next.slug}`,
    };
    return answerOnce(JSON_TYPE, `${JSON.stringify(body)}\n`);
  },

  async POST(context) {
    const { owner, store } = await admit(context);
    const { blocks } = await store.registry();
    const creator = { context, owner, store, blocks };
    readParameters(context.query, None);
    const type = bodyMediaType(context.request, [JSON_TYPE, LINES_TYPE]);
    const key = idempotencyKeyOf(context.request);
    if (type === JSON_TYPE) return createOne(creator, key);
    if (key === null) return createMany(creator);
    const message = 'A key is for a single link. Lines need no key, because creating a link twice has no effect.';
    throw new RequestError('invalid-parameter', [parameterFault('idempotency-key', 'Idempotency-Key', message)]);
  },

  PATCH: repointLinks,
};

/** Re-points aliases, and answers with a line for each link that leads to the host. */
async function repointLinks(context: RequestContext): Promise<Response> {
  const { owner, store } = await admit(context);
  readParameters(context.query, None);
  bodyMediaType(context.request, [JSON_TYPE]);
  const change = readRepointing(await readJson(context.request, LONGEST_LINE));
  const { readable, writable } = new IdentityTransformStream();
  const done = writeText(writable, async (text) => {
    for await (const answers of repoint(context, store, owner, change)) {
      for (const answer of answers) await text.write(`${JSON.stringify(answer)}\n`);
    }
  });
  trackStream(context, done);
  return answerOnce(LINES_TYPE, readable);
}

async function createOne(creator: Creator, key: string | null): Promise<Response> {
  const { context, owner, store } = creator;
  const text = await readText(context.request, LONGEST_LINE);
  const newLink = readValue(NewLink, parseJson(text, 'invalid-body'), 'invalid-body');
  // A request that is refused leaves the key free, so that the client can correct it.
  const request = createRequest(creator, newLink, key);
  if (key !== null && !(await store.bindKey(owner.name, key, text))) throw new RequestError('key-reused', []);
  const [result] = await store.create([request]);
  const link = answerTo(creator, result);
  context.notes.urls = 1;
  return new Response(`${JSON.stringify(link)}\n`, {
    status: link.created ? 201 : 200,
    headers: { ...HEADERS, 'Cache-Control': 'no-store', 'Content-Type': JSON_TYPE, Location: `/v1/links/${link.slug}` },
  });
}

type Answer = LinkAnswer & { readonly created: boolean };

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
  return { url: targetOf(url, context, blocks), alias, owner: owner.name, key, ...claim };
}

/** @throws RequestError if the link was not created */
function answerTo({ context, owner }: Creator, result: CreateResult | undefined): Answer {
  const root = rootOf(context);
  return { created: result?.kind === 'created', ...describeLink(linkOf(result, root), root, owner) };
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
    const requests = items.map((item) =>
      orProblem(creator.context, () => createRequest(creator, newLinkOf(item), null)),
    );
    const results = await creator.store.create(requests.filter((request) => 'owner' in request));
    return requests.map((request) =>
      'owner' in request ? orProblem(creator.context, () => answerTo(creator, results.shift())) : request,
    );
  });
}

function newLinkOf(item: Item): NewLink {
  const value = jsonOf(item);
  return typeof value === 'string' ? { url: value } : readValue(NewLink, value, 'invalid-item');
}
