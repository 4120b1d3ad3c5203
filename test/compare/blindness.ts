/**
 * What a part of the comparison cannot see. Two equal refusals say nothing about the answers behind them: most pairs
 * must be answers, and each kind of request must have one for which both sides asked a server.
 */
import { REQUIRED } from './required.ts';

/** What is counted in a part. */
export interface PartCounts {
  readonly name: string;
  /** The pairs that succeeded on both sides. */
  readonly answers: readonly AnsweredRequest[];
  /** How many pairs failed on both sides. */
  readonly refused: number;
}

export interface AnsweredRequest {
  /** The request in one line. */
  readonly what: string;
  /** Whether both sides asked a server for it. */
  readonly served: boolean;
}

/** The blind spots of a part, one sentence each. */
export function blindSpots({ name, answers, refused }: PartCounts): readonly string[] {
  const isMostlyRefused = refused >= answers.length;
  const unseen = (REQUIRED[name] ?? []).filter(
    ({ request, alone = false }) =>
      !answers.some(({ what, served }) => (served || alone) && request.every((pattern) => pattern.test(what))),
  );
  return [
    ...(isMostlyRefused ? [`${name} is blind: ${refused} pairs are refusals, ${answers.length} are answers.`] : []),
    ...unseen.map((required) => `${name} is blind to ${required.name}: no such request was answered on both sides.`),
  ];
}

/** The fewest pairs of a whole run, without those of the library. */
const LEAST_PAIRS = 8000;

/** The blind spots of a whole run: a comparison that has shrunk sees less. */
export function blindSpotsOfRun(
  parts: readonly { readonly name: string; readonly total: number }[],
): readonly string[] {
  const pairs = parts.reduce((sum, { name, total }) => sum + (name === 'library' ? 0 : total), 0);
  return pairs >= LEAST_PAIRS ? [] : [`A whole run has at least ${LEAST_PAIRS} pairs, this one has ${pairs}.`];
}
