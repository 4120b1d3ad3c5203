/** What a part of the comparison cannot see: two equal refusals say nothing about the answers behind them. */

/** What is counted in a part. */
export interface PartCounts {
  readonly name: string;
  readonly total: number;
  /** The pairs that succeeded on both sides. */
  readonly answered: number;
  /** The pairs that neither side answered. */
  readonly refused: number;
  /** The requests that succeeded on both sides after both had asked a server. */
  readonly served: readonly string[];
}

/** The blind spots of a part, one sentence each. */
export function blindSpots({ name, answered, refused }: PartCounts): readonly string[] {
  return refused < answered
    ? []
    : [`${name} is blind: ${refused} pairs are refusals, and only ${answered} are answers.`];
}
