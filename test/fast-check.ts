/**
 * fast-check with the same random inputs in every run: what fails for one fails for all, and a change that breaks
 * nothing breaks no build. `FC_SEED` has other inputs; with `FC_SEED=random` they are new each time.
 */
import fc from 'fast-check';

const seed = process.env.FC_SEED ?? '1994';
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });

/** How often a property is tried where the environment does not say. `.ci/run` tries each 2,000 times. */
const RUNS = 500;

/**
 * How often to try a property.
 *
 * @param share - which share of `FC_RUNS` this property takes: less than 1 where each try is costly
 */
export function runs(share = 1): { numRuns: number } {
  return { numRuns: Math.ceil(Number(process.env.FC_RUNS ?? RUNS) * share) };
}

export default fc;
