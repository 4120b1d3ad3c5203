/** What becomes of two records of one link, and of two claims of one owner. */
import type { Claim, DayClicks, LinkRecord } from './record.ts';
import { expiryOf } from './state.ts';

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
