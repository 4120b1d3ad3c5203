/**
 * Requests about short links: the schemas of their bodies, the idempotency key, and what the store asks of its shards.
 */
import * as v from 'valibot';
import { instantOf, type LinkRecord } from '../../src/links/record.ts';
import { isAlias, LONGEST_ALIAS } from '../../src/links/slug.ts';
import { RequestError } from '../errors/request-error.ts';
import { text } from '../http/parameters.ts';
import { parameterFault } from '../http/schema.ts';
import { INSTANT_FORM, Note, reason, Title } from './link.ts';
import type { Pace } from './pace.ts';

/** The first time whose year has more than four digits. */
const END_OF_TIME = Date.UTC(10_000, 0);

/** The end of a claim: a time of ISO 8601 with its offset, in the future. */
const Expiry = v.nullable(
  v.pipe(
    v.string('must be a time, or null'),
    v.metadata({ description: 'The end of the claim; null = never.', format: 'date-time' }),
    v.transform(instantOf),
    v.number(INSTANT_FORM),
    v.check((time) => time > Date.now() && time < END_OF_TIME, 'must be in the future, before the year 10000'),
    v.transform((time) => new Date(time).toISOString()),
  ),
);

const Alias = v.pipe(
  text('A slug of your choice: letters, digits, hyphens and underscores.'),
  v.transform((alias) => alias.toLowerCase()),
  v.check(
    isAlias,
    `must be at most ${LONGEST_ALIAS} letters, digits, hyphens and underscores; ten or more characters need a hyphen ` +
      'or an underscore among them',
  ),
);

/** A new link. Without an end, a title or a note, an existing claim keeps its own. */
export const NewLink = v.strictObject(
  {
    url: text('The target, in any spelling.'),
    alias: v.exactOptional(Alias),
    expiresAt: v.exactOptional(Expiry),
    title: v.exactOptional(Title),
    note: v.exactOptional(Note),
  },
  'A link is an object with `url` and, optionally, `alias`, `expiresAt`, `title` and `note`.',
);
export type NewLink = v.InferOutput<typeof NewLink>;

const A_CHANGE =
  'A change is an object with `url`, `expiresAt`, `title`, `note` or, for administrators, `blocked` or `owner`.';

/** A change to a link. Only an alias can get another URL. */
export const LinkChange = v.pipe(
  v.strictObject(
    {
      url: v.exactOptional(text('The new target; for an alias only.')),
      expiresAt: v.exactOptional(Expiry),
      title: v.exactOptional(Title),
      note: v.exactOptional(Note),
      blocked: v.exactOptional(
        v.nullable(reason('The reason to block the link; null unblocks it. For administrators.')),
      ),
    },
    A_CHANGE,
  ),
  v.minEntries(1, `The change is empty. ${A_CHANGE}`),
);
export type Change = v.InferOutput<typeof LinkChange>;

/** The idempotency key of a request, bare or as a structured field (RFC 9651 §3.3.3); `null` if it has none. */
export function idempotencyKeyOf(request: Request): string | null {
  const value = request.headers.get('Idempotency-Key');
  if (value === null) return null;
  const [, quoted, bare] = /^(?:"([\x20\x21\x23-\x5b\x5d-\x7e]{1,255})"|([\x21\x23-\x7e]{1,255}))$/.exec(value) ?? [];
  const key = quoted ?? bare;
  if (key !== undefined) return key;
  const message = '`Idempotency-Key` must have 1 to 255 ASCII characters, with or without quotation marks.';
  throw new RequestError('invalid-parameter', [parameterFault('idempotency-key', 'Idempotency-Key', message)]);
}

/** A change to one link, with what only some routes ask for. */
export interface Edit extends Change {
  /** Gives the claim of an owner to another one, for administrators. */
  readonly handOver?: { readonly formerOwner: string; readonly owner: string };
  /** Leaves only the slug, so that it never gets another meaning. */
  readonly purge?: true;
  /** Whether the owner may have no more claims, and a claim that has ended cannot begin again. */
  readonly isFull?: boolean;
}

/** What became of an edit. */
export type Edited =
  | { readonly kind: 'changed' | 'stale'; readonly link: LinkRecord }
  /** There is no such link, or the owner has no claim to what changes. */
  | { readonly kind: 'missing' }
  /** The owner may have no more claims. */
  | { readonly kind: 'full' };

/** What a shard gets to create a link. */
export interface CreateRequest extends Omit<NewLink, 'alias'> {
  /** The digest of the URL; its hash slugs are tried in turn. */
  readonly digest: string;
  /** `null` for a hash slug. */
  readonly alias: string | null;
  readonly owner: string;
  /** The idempotency key of the request; `null` if it has none. */
  readonly key: string | null;
  /** Whether the owner may have no more claims; those that they have may change. */
  readonly isFull?: boolean;
  /** Whether a live claim keeps its end, title and note: the token may create, and change nothing. */
  readonly keeps?: boolean;
}

export type CreateResult =
  | {
      readonly kind: 'created' | 'existing';
      readonly link: LinkRecord;
      /** What this request has written: a new claim, or a change of the one that there was; absent = nothing. */
      readonly wrote?: 'claim' | 'change';
    }
  /** The alias leads to another URL, or belongs to another owner. */
  | { readonly kind: 'taken' }
  /** The owner may have no more claims. */
  | { readonly kind: 'full' }
  | { readonly kind: 'blocked'; readonly link: LinkRecord };

/** A new target for a link that has another. */
export interface Move {
  readonly slug: string;
  readonly url: string;
  readonly newUrl: string;
}

/** A record to import. */
export interface ImportRequest {
  readonly record: LinkRecord;
  /** The digest of the URL if the slug is a hash of it, so that the slug can grow; `null` for an alias. */
  readonly digest: string | null;
}

/** The result of importing one record. A hash slug grows if an alias has it. A purged link does not come back. */
export interface ImportResult {
  readonly slug: string;
  readonly outcome: 'created' | 'merged' | 'unchanged' | 'conflict' | 'purged';
}

/** The links of a list: those that an owner has a live claim to, or all. */
export type Scope = { readonly owner: string } | 'everything';

/** A request for a part of a list. */
export interface PageRequest {
  /** The slug after which the part begins. */
  readonly after: string;
  /** The most records. */
  readonly limit: number;
  /** Words that each record has in its slug, URL, or the title or note of the owner; empty = all records. */
  readonly query: string;
  /** The time of the oldest changes that are meant, in milliseconds since 1970; absent = all records. */
  readonly since?: number | undefined;
  /** The pace at which a shard reads it. */
  readonly pace: Pace;
  /** Whether the disk has space for an index of more links. */
  readonly grows: boolean;
}
