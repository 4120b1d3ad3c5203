/**
 * fast-check with the same random inputs in every run, so that everybody sees the same failures and no build fails by
 * chance. `FC_SEED` selects other inputs; with `FC_SEED=random` they are new in each run.
 */
import fc from 'fast-check';

const seed = process.env.FC_SEED ?? '1994';
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });

/**
 * How often a property is tried unless `FC_RUNS` is set. A fault in a rule shows within some dozens of tries, or needs
 * thousands: `npm run properties` makes 2,000, and `npm run fuzz` a million.
 */
const RUNS = 100;

/**
 * How often to try a property.
 *
 * @param share - the share of `FC_RUNS` for this property: less than 1 if each try is slow
 */
export function runs(share = 1): { numRuns: number } {
  return { numRuns: Math.ceil(Number(process.env.FC_RUNS ?? RUNS) * share) };
}

/**
 * The size of a test that is about many things at once: all of them at 2,000 tries of each property, a twentieth by
 * default.
 *
 * @param size - the number of things at 2,000 tries of each property
 */
export function scaled(size: number): number {
  return Math.ceil(Math.min(1, runs().numRuns / 2000) * size);
}

/** The items of a long list that are tried: all of them at 2,000 tries of each property, every 20th by default. */
export function sampled<Item>(items: readonly Item[]): readonly Item[] {
  const step = Math.max(1, Math.round(2000 / runs().numRuns));
  return items.filter((_, index) => index % step === 0);
}

/** How long a property may take, in milliseconds. It grows with `FC_RUNS`: a million tries need minutes to hours. */
export const PROPERTY_TIMEOUT = 20_000 + Math.max(0, runs().numRuns - RUNS) * 50;

export default fc;
