/**
 * `/v1/links`: the links of an owner, and new ones: one as JSON, any number as lines.
 */
import * as v from 'valibot';
import { LINES_TYPE, parseJson, trackStream } from '../http/batch.ts';
import { mediaTypeOf, readText } from '../http/body.ts';
import { fingerprint } from '../http/entity-tag.ts';
import { HEADERS } from '../http/headers.ts';
import { answerGroups, type Line, LONGEST_LINE } from '../http/ndjson.ts';
import { egressOf, originOf } from '../http/origin.ts';
import { None } from '../http/parameters.ts';
import { readQuery } from '../http/query.ts';
import type { RequestContext, Route } from '../http/request-context.ts';
import { answerOnce, JSON_TYPE } from '../http/response.ts';
import { admit } from '../links/access.ts';
import { blockedHere, describeLink, type LinkAnswer } from '../links/answer.ts';
import type { LinkRecord } from '../links/record.ts';
import { idempotencyKeyOf, read, Wish } from '../links/request.ts';
import type { Made, Order } from '../links/shard.ts';
import { readSlug, SHARDS, shardOf } from '../links/slug.ts';
import { BEGINNING, type LinkStore, type Place } from '../links/store.ts';
import { targetOf } from '../links/target.ts';
import type { Owner } from '../links/tokens.ts';
import { type Fault, fault, type Problem, problemOf, RequestError } from '../problem.ts';

/** Links on a page of a list. */
export const MOST_LINKS = 200;
const LINKS = 50;

const List = v.object({
  cursor: v.exactOptional(
    v.pipe(
      v.string(),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        const place = placeOf(dataset.value);
        if (place !== null) return place;
        addIssue({ message: 'must be one that this service has given' });
        return NEVER;
      }),
    ),
  ),
  limit: v.exactOptional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, `must be a number from 1 to ${MOST_LINKS}`),
      v.transform(Number),
      v.minValue(1, `must be a number from 1 to ${MOST_LINKS}`),
      v.maxValue(MOST_LINKS, `must be a number from 1 to ${MOST_LINKS}`),
    ),
  ),
});

/** What is made, and for whom. */
interface Making {
  readonly context: RequestContext;
  readonly owner: Owner;
  readonly store: LinkStore;
}

export const links: Route = {
  async GET(context) {
    const { owner, store } = await admit(context);
    const { cursor = BEGINNING, limit = LINKS } = readQuery(context.url, List);
    const found: LinkRecord[] = [];
    for await (const page of store.pages({ owner: owner.name }, cursor, limit + 1)) {
      found.push(...page);
      if (found.length > limit) break;
    }
    const shown = found.slice(0, limit);
    const last = found.length > limit ? shown.at(-1) : undefined;
    const origin = originOf(context);
    const body = {
      links: shown.map((link) => describeLink(link, origin, owner)),
      next: last === undefined ? null : `${shardOf(last.slug)}.${last.slug}`,
    };
    return answerOnce(JSON_TYPE, `${JSON.stringify(body)}\n`);
  },

  async POST(context) {
    const making = { context, ...(await admit(context)) };
    readQuery(context.url, None);
    const type = mediaTypeOf(context.request, [JSON_TYPE, LINES_TYPE]);
    const key = idempotencyKeyOf(context.request);
    if (type === JSON_TYPE) return makeOne(making, key);
    if (key === null) return makeMany(making);
    const message = 'A key goes with one link. Lines can be sent again without one: what is there stays as it is.';
    throw new RequestError('invalid-parameter', [
      { ...fault('idempotency-key', message), parameter: 'Idempotency-Key' },
    ]);
  },
};

/** A place as it stands in a cursor. */
function placeOf(cursor: string): Place | null {
  const [, shard = '', slug = ''] = /^(\d{1,2})\.([a-z0-9_-]+)$/.exec(cursor) ?? [];
  return readSlug(slug) === slug && Number(shard) < SHARDS ? { shard: Number(shard), slug } : null;
}

async function makeOne(making: Making, key: string | null): Promise<Response> {
  const { context, owner, store } = making;
  const text = await readText(context.request, LONGEST_LINE);
  const wish = read(Wish, parseJson(text, 'invalid-body', 'The body is not JSON.'), 'invalid-body');
  if (key !== null && !(await store.pin(owner.name, key, fingerprint(text)))) {
    throw new RequestError('key-reused', []);
  }
  const [made] = await store.create([orderOf(making, wish, key)]);
  const link = answerTo(making, made);
  context.notes.urls = 1;
  return new Response(`${JSON.stringify(link)}\n`, {
    status: link.created ? 201 : 200,
    headers: { ...HEADERS, 'Cache-Control': 'no-store', 'Content-Type': JSON_TYPE, Location: `/v1/links/${link.slug}` },
  });
}

type Answer = LinkAnswer & { readonly created: boolean };

/** @throws RequestError where there can be no such link. */
function orderOf({ context, owner }: Making, wish: Wish, key: string | null): Omit<Order, 'digest'> {
  const { url, alias = null, ...expiry } = wish;
  if (alias !== null && context.reservedWords.has(alias)) {
    throw new RequestError('conflict', [aliasFault('alias-reserved', `\`${alias}\` is a word of this service’s own.`)]);
  }
  return { url: targetOf(url, egressOf(context)), alias, owner: owner.name, key, ...expiry };
}

/** @throws RequestError where none was made. */
function answerTo({ context, owner }: Making, made: Made | undefined): Answer {
  const origin = originOf(context);
  return { created: made?.kind === 'created', ...describeLink(linkOf(made, origin), origin, owner) };
}

function linkOf(made: Made | undefined, origin: string): LinkRecord {
  if (made === undefined) throw new Error('a store did not answer');
  switch (made.kind) {
    case 'taken':
      throw new RequestError('conflict', [aliasFault('alias-taken', 'The alias is taken. Change yours with PATCH.')]);
    case 'blocked':
      throw blockedHere(made.link.blocked?.reason ?? '', origin);
    default:
      return made.link;
  }
}

function aliasFault(code: string, message: string): Fault {
  return { ...fault(code, message), parameter: 'alias' };
}

function makeMany(making: Making): Response {
  const { context } = making;
  const { body } = context.request;
  if (body === null) return answerOnce(LINES_TYPE, '');
  const { answers, done } = answerGroups(body, async (lines) => {
    context.notes.urls += lines.length;
    const orders = lines.map((line) => orProblem(() => orderOf(making, wishIn(line), null)));
    const made = await making.store.create(orders.filter((order) => 'owner' in order));
    return orders.map((order) =>
      JSON.stringify('owner' in order ? orProblem(() => answerTo(making, made.shift())) : order),
    );
  });
  trackStream(context, done);
  return answerOnce(LINES_TYPE, answers);
}

function wishIn(line: Line): Wish {
  if (typeof line !== 'string') throw line;
  const value = parseJson(line, 'invalid-item', 'The line is not JSON.');
  return typeof value === 'string' ? { url: value } : read(Wish, value, 'invalid-item');
}

/** What a line comes to, or the problem with it; the other lines never suffer from it. */
function orProblem<Result>(attempt: () => Result): Result | Problem {
  try {
    return attempt();
  } catch (error) {
    return problemOf(error);
  }
}
