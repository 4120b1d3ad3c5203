/**
 * The record of a short link, which is also the line of an export. Each owner who asked for the link has a claim to it.
 * The link is live as long as one claim is. Its record stays forever, so that a slug never gets another meaning.
 */
import { isHashSlug } from './slug.ts';

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

/** Whether the slug is a hash of the URL, so that the link never gets another target. */
export function isPermanent({ slug, alias }: Pick<LinkRecord, 'slug' | 'alias'>): boolean {
  return isHashSlug(slug) && alias !== true;
}

/** Clicks are counted up to the largest integer that JSON carries without loss; an export must be importable. */
export const MOST_CLICKS = Number.MAX_SAFE_INTEGER;

/** Whether a text is a time of a record: ISO 8601 in UTC with milliseconds, so that text order is time order. */
export function isTime(text: string): boolean {
  const time = Date.parse(text);
  return /^\d{4}-/.test(text) && !Number.isNaN(time) && new Date(time).toISOString() === text;
}

/** The end of the last claim: `null` = never, `undefined` = there is no claim. */
export function expiryOf(claims: readonly Pick<Claim, 'expiresAt'>[]): string | null | undefined {
  const ends = claims.map(({ expiresAt }) => expiresAt);
  return ends.includes(null) ? null : ends.toSorted().at(-1);
}

/**
 * Merges two records of one link. Of two claims of one owner, the imported one wins; without a title or note, it leaves
 * those of the other.
 */
export function merge(before: LinkRecord, imported: LinkRecord): LinkRecord {
  const claims = new Map(before.claims.map((claim) => [claim.owner, claim]));
  for (const claim of imported.claims) {
    const own = claims.get(claim.owner);
    const { title = null, note = null } = own ?? {};
    claims.set(claim.owner, { ...claim, title: claim.title ?? title, note: claim.note ?? note });
  }
  const days = mergeDays(before.days, imported.days);
  return {
    ...before,
    ...(days.length > 0 && { days }),
    createdAt: earliest(before.createdAt, imported.createdAt),
    clicks: Math.max(before.clicks, imported.clicks),
    lastClickAt: latest(before.lastClickAt, imported.lastClickAt),
    blocked: imported.blocked ?? before.blocked,
    claims: [...claims.values()].toSorted((a, b) => (a.owner < b.owner ? -1 : 1)),
  };
}

/** A claim, and that of another owner who hands it over. */
export function joined(own: Claim, other: Claim): Claim {
  return {
    ...own,
    createdAt: earliest(own.createdAt, other.createdAt),
    expiresAt: expiryOf([own, other]) ?? null,
    title: own.title ?? other.title,
    note: own.note ?? other.note,
  };
}

/** Both count the same clicks, so the larger number of a day is right. */
function mergeDays(before: readonly DayClicks[] = [], imported: readonly DayClicks[] = []): readonly DayClicks[] {
  const days = new Map(before.map(({ day, clicks }) => [day, clicks]));
  for (const { day, clicks } of imported) days.set(day, Math.max(days.get(day) ?? 0, clicks));
  return [...days].map(([day, clicks]) => ({ day, clicks })).toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

const earliest = (a: string, b: string): string => (a < b ? a : b);

function latest(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}
