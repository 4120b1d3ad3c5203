/**
 * Sends bursts of requests that exceed a rate limit of the local runtime. Its windows begin with each minute of the
 * clock: a burst across two minutes may stay below the limit, and is then repeated.
 */
export interface Burst<Answer> {
  /** The status of each answer, in the order of the requests. */
  readonly statuses: readonly number[];
  /** The first answer with status 429; `null` = there is none. */
  readonly refused: Answer | null;
}

/** Sends a number of requests at once, and repeats that up to three times until an answer is a 429. */
export async function burst<Answer extends { readonly status: number }>(
  size: number,
  ask: () => Promise<Answer>,
): Promise<Burst<Answer>> {
  let last: Burst<Answer> = { statuses: [], refused: null };
  for (let round = 0; round < 3 && !last.refused; round++) {
    const answers = await Promise.all(Array.from({ length: size }, ask));
    last = {
      statuses: answers.map(({ status }) => status),
      refused: answers.find(({ status }) => status === 429) ?? null,
    };
  }
  return last;
}

/** The refusal of a burst whose other answers are all 200. */
export async function refusedIn<Answer extends { readonly status: number }>(
  size: number,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const { statuses, refused } = await burst(size, ask);
  if (!refused || statuses.some((status) => status !== 200 && status !== 429)) {
    throw new Error(`expected answers of 200 and 429, got ${[...new Set(statuses)].join(', ')}`);
  }
  return refused;
}
