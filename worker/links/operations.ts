/** The operations of a shard: their arguments and results. */
import type { LinkRecord } from './record.ts';

/** A request to create a link. */
export interface CreateRequest {
  readonly url: string;
  /** The digest of the URL; its hash slugs are tried in turn. */
  readonly digest: string;
  /** `null` for a hash slug. */
  readonly alias: string | null;
  readonly owner: string;
  /** Absent = an existing claim keeps its end, and a new claim has no end. */
  readonly expiresAt?: string | null;
  /** Absent = an existing claim keeps its title, and a new claim has none. */
  readonly title?: string | null;
  /** As the title. */
  readonly note?: string | null;
  /** The idempotency key of the request; `null` if it has none. */
  readonly key: string | null;
}

export type CreateResult =
  | { readonly kind: 'created' | 'existing'; readonly link: LinkRecord }
  /** The alias leads to another URL, or belongs to another owner. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'blocked'; readonly link: LinkRecord };

/** A change to a link. Absent members stay unchanged. */
export interface Change {
  /** For an alias only: a hash slug never changes its URL. */
  readonly url?: string;
  readonly expiresAt?: string | null;
  readonly title?: string | null;
  readonly note?: string | null;
  /** The reason of a block; `null` = no block. */
  readonly blocked?: string | null;
}

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
}

/** A part of a list. */
export interface RecordPage {
  readonly links: readonly LinkRecord[];
  /** Whether the shard has more links after these. */
  readonly more: boolean;
}
