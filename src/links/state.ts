/** Whether a link is followed, and where it leads: by its record, and by the blocks that cover more than one link. */
import { explain, type Resolution } from '../index.ts';
import type { Blocks } from './blocks.ts';
import type { Claim, LinkRecord, LinkTarget } from './record.ts';
import { isHashSlug } from './slug.ts';

/** Where a link leads, or why it leads nowhere. */
export type LinkState =
  | { readonly kind: 'live'; readonly target: Resolution }
  | { readonly kind: 'gone' }
  | { readonly kind: 'blocked'; readonly reason: string };

export function isLive({ expiresAt }: Pick<Claim, 'expiresAt'>, now: number): boolean {
  return expiresAt === null || Date.parse(expiresAt) > now;
}

/** The end of the last claim: `null` = never, `undefined` = there is no claim. */
export function expiryOf(claims: readonly Pick<Claim, 'expiresAt'>[]): string | null | undefined {
  const ends = claims.map(({ expiresAt }) => expiresAt);
  return ends.includes(null) ? null : ends.toSorted().at(-1);
}

/** Whether the slug is a hash of the URL, so that the link never gets another target. */
export function isPermanent({ slug, alias }: Pick<LinkRecord, 'slug' | 'alias'>): boolean {
  return isHashSlug(slug) && alias !== true;
}

/**
 * The state of a link by its record alone, as a store knows it.
 *
 * @param now - in milliseconds since 1970
 */
export function recordedState({ blocked, claims }: Pick<LinkTarget, 'blocked' | 'claims'>, now: number) {
  if (blocked !== null) return 'blocked';
  return claims.some((claim) => isLive(claim, now)) ? 'live' : 'gone';
}

/**
 * The state of a link. A block of its owners holds if all owners with a live claim are blocked.
 *
 * @param now - in milliseconds since 1970
 * @throws UrlError if the stored URL is not one by today's rules
 */
export function stateOf({ url, blocked, claims }: LinkTarget, blocks: Blocks, now: number): LinkState {
  if (blocked !== null) return { kind: 'blocked', reason: blocked.reason };
  const owners = claims.filter((claim) => isLive(claim, now)).map(({ owner }) => owner);
  if (owners.length === 0) return { kind: 'gone' };
  const target = explain(url, { complete: true });
  const reason = blocks.reasonForTarget(target) ?? blocks.reasonForOwners(owners);
  return reason === null ? { kind: 'live', target } : { kind: 'blocked', reason };
}
