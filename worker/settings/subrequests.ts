/**
 * How many subrequests the platform allows a request: what `SUBREQUESTS` says, until the platform refuses one. A plan
 * does not tell a Worker its limit, and no setting can be right for all.
 */

/** Connections, lookups and whatever else a request may always try, so that a wrong lesson stops nobody. */
const FEWEST = 20;

export class SubrequestLimit {
  #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get limit(): number {
    return this.#limit;
  }

  /**
   * Learns from a refusal. Later requests of this isolate stay below the limit.
   *
   * @param made - the subrequests of the request that the platform refused one of, with that one
   */
  learn(made: number): void {
    this.#limit = Math.min(this.#limit, Math.max(FEWEST, made - 1));
  }
}

/** The subrequests of one request. */
export class Subrequests {
  readonly #allowed: SubrequestLimit;
  #made = 0;
  #areRefused = false;

  constructor(allowed: SubrequestLimit) {
    this.#allowed = allowed;
  }

  /** Whether the platform has refused one: it refuses all others. */
  get areRefused(): boolean {
    return this.#areRefused;
  }

  /** Counts subrequests that begin now. */
  count(number: number): void {
    this.#made += number;
  }

  /** Notes that the platform has refused one. */
  refuse(): void {
    if (!this.#areRefused) this.#allowed.learn(this.#made);
    this.#areRefused = true;
  }
}
