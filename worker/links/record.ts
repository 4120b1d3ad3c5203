/**
 * The record of a link, which is also the line of an export, and the JSON of the link in the API. Each owner who asked
 * for the link has a claim to it. The link is live as long as one claim is. Its record stays forever, so that a slug
 * never gets another meaning.
 */
import * as v from 'valibot';
import { fault, RequestError } from '../errors/request-error.ts';
import { text, wholeNumber } from '../http/parameters.ts';
import { OWNER, type Owner } from '../settings/secrets.ts';
import { type Claim, type DayClicks, type LinkAnswer, type LinkRecord, Note, Title } from './link.ts';
import { isHashSlug, isSlug } from './slug.ts';

export type { Block, Claim, LinkAnswer, LinkRecord, Tombstone } from './link.ts';

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

export const Time = v.pipe(
  v.string('must be a string'),
  v.check((text) => isTime(text), 'must be a time such as 2026-01-31T12:00:00.000Z'),
);

/** Whether a text is a time of a record: ISO 8601 in UTC with milliseconds, so that text order is time order. */
export function isTime(text: string): boolean {
  const time = Date.parse(text);
  return /^\d{4}-/.test(text) && !Number.isNaN(time) && new Date(time).toISOString() === text;
}

const LONGEST_REASON = 500;
/** Why somebody blocks something. */
export const reason = (description: string) =>
  v.pipe(
    text(description),
    v.trim(),
    v.nonEmpty('must not be empty'),
    v.maxLength(LONGEST_REASON, `must have at most ${LONGEST_REASON} characters`),
  );
export const Reason = reason('Shown to those who follow or make such a link.');

export const SLUG_FORM =
  'must be 1 to 64 letters, digits, and `_`, `.`, `~`, `-`, but not `.` or `..`, and without `.svg` at the end';

const Slug = v.pipe(v.string('must be a string'), v.check(isSlug, SLUG_FORM));

/** A line of an export for a tombstone. */
export const TombstoneLine = v.strictObject({ slug: Slug, purged: v.literal(true) });

const Count = wholeNumber(0, Number.MAX_SAFE_INTEGER);

const Day = v.pipe(
  v.string('must be a string'),
  v.check((text) => isTime(`${text}T00:00:00.000Z`), 'must be a day such as 2026-01-31'),
);

/** A line of an export. Older exports have no titles and no notes. */
export const ExportLine = v.strictObject({
  slug: Slug,
  url: v.string('must be a string'),
  createdAt: Time,
  clicks: Count,
  lastClickAt: v.nullable(Time),
  blocked: v.nullable(v.strictObject({ at: Time, reason: Reason })),
  claims: v.array(
    v.strictObject({
      owner: v.pipe(v.string('must be a string'), v.regex(OWNER, 'must be a name')),
      createdAt: Time,
      expiresAt: v.nullable(Time),
      title: v.optional(Title, null),
      note: v.optional(Note, null),
    }),
    'must be an array',
  ),
  days: v.exactOptional(v.array(v.strictObject({ day: Day, clicks: Count }), 'must be an array')),
  alias: v.exactOptional(v.literal(true, 'must be true')),
});

/** The end of the last claim: `null` = never, `undefined` = there is no claim. */
export function expiryOf(claims: readonly Pick<Claim, 'expiresAt'>[]): string | null | undefined {
  const ends = claims.map(({ expiresAt }) => expiresAt);
  return ends.includes(null) ? null : ends.toSorted().at(-1);
}

/** Whether a link may be followed. */
export type State = 'live' | 'gone' | 'blocked';

export function stateOf({ blocked, claims }: LinkTarget, now: number): State {
  if (blocked !== null) return 'blocked';
  return claims.some((claim) => isLive(claim, now)) ? 'live' : 'gone';
}

export function isLive({ expiresAt }: Pick<Claim, 'expiresAt'>, now: number): boolean {
  return expiresAt === null || Date.parse(expiresAt) > now;
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

/**
 * The JSON of a link. An owner sees the end of their own claim, an administrator sees all claims, and everyone else
 * sees only the end of the last claim.
 *
 * @param reader - the owner that it is for; `null` = the public
 */
export function describeLink(link: LinkRecord, root: string, reader: Owner | null): LinkAnswer {
  const { slug, url, createdAt, clicks, lastClickAt, blocked, claims } = link;
  const own = claims.find(({ owner }) => owner === reader?.name);
  const answer = {
    slug,
    url,
    short: `${root}/${slug}`,
    inspect: `${root}/${slug}+`,
    qr: `${root}/${slug}.svg`,
    createdAt,
    expiresAt: own === undefined ? (expiryOf(claims) ?? null) : own.expiresAt,
    clicks,
    lastClickAt,
    blocked,
  };
  if (reader === null) return answer;
  const { title = null, note = null } = own ?? {};
  return { ...answer, title, note, ...(reader.admin && { claims }) };
}

/** The error for a blocked link, with a `Link` to the service that blocks it (RFC 7725 §4). */
export function linkBlocked(reason: string, root: string): RequestError {
  return new RequestError('link-blocked', [fault('link-blocked', reason)], { Link: `<${root}/>; rel="blocked-by"` });
}
