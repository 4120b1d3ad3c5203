/**
 * Meeting a rate limit of the local runtime. Its windows begin with each whole minute of the clock, for everybody: a
 * burst that a minute's end cuts in two may go through unrefused, and is then made again.
 */
export interface Burst<Answer> {
  /** The status of each answer, in the order of asking. */
  readonly statuses: readonly number[];
  /** The first answer that was a 429; `null` = none was. */
  readonly refused: Answer | null;
}

/** Asks so many times at once, up to three times over, until one answer at least is a 429. */
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
