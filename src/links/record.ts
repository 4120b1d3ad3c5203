/**
 * The record of a short link, which is also the line of an export. Each owner who asked for the link has a claim to it.
 * The link is live as long as one claim is. Its record stays forever, so that a slug never gets another meaning.
 */

/** The names of owners: safe in a token, in a line of an export and in a log. */
export const OWNER = /^[A-Za-z0-9._-]{1,64}$/;

/** An owner's claim, which keeps a link alive until it ends. Times are as {@link isTime} takes them. */
export interface Claim {
  readonly owner: string;
  readonly createdAt: string;
  /** `null` = never. */
  readonly expiresAt: string | null;
  readonly title: string | null;
  readonly note: string | null;
}

/** The block of one link. */
export interface Block {
  readonly at: string;
  readonly reason: string;
}

/** The clicks of a day in UTC. */
export interface DayClicks {
  readonly day: string;
  readonly clicks: number;
}

export interface LinkRecord {
  readonly slug: string;
  /** Canonical when it was stored, and never rewritten; empty = the link was purged. */
  readonly url: string;
  readonly createdAt: string;
  readonly clicks: number;
  readonly lastClickAt: string | null;
  readonly blocked: Block | null;
  /** In the order of their owners. */
  readonly claims: readonly Claim[];
  /** The last 400 days with clicks. */
  readonly days?: readonly DayClicks[];
  /** Present if the slug is an alias that looks like a hash slug. */
  readonly alias?: true;
}

/** A record in an export of which only the slug is left. */
export interface Tombstone {
  readonly slug: string;
  readonly purged: true;
}

/** The part of a record that decides whether the link is followed, and where it leads. */
export type LinkTarget = Pick<LinkRecord, 'slug' | 'url' | 'blocked' | 'alias'> & {
  readonly claims: readonly Pick<Claim, 'owner' | 'expiresAt'>[];
};

/** The record of a tombstone has no URL. */
export function isPurged({ url }: Pick<LinkRecord, 'url'>): boolean {
  return url === '';
}

export function recordOfTombstone(slug: string): LinkRecord {
  return { slug, url: '', createdAt: '', clicks: 0, lastClickAt: null, blocked: null, claims: [] };
}

/** Clicks are counted up to the largest integer that JSON carries without loss; an export must be importable. */
export const MOST_CLICKS = Number.MAX_SAFE_INTEGER;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/** An instant of RFC 3339, in milliseconds since 1970; the seconds may be missing. `null` = the text is none. */
export function instantOf(text: string): number | null {
  // `Date.parse` reads 31 February as 3 March.
  if (!INSTANT.test(text) || !isTime(`${text.slice(0, 10)}T00:00:00.000Z`)) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}

/** Whether a text is a time of a record: ISO 8601 in UTC with milliseconds, so that text order is time order. */
export function isTime(text: string): boolean {
  const time = Date.parse(text);
  return /^\d{4}-/.test(text) && !Number.isNaN(time) && new Date(time).toISOString() === text;
}
