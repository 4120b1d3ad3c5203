/**
 * The DNS lookups of one request. Each name is looked up once. Lookups take turns, and the deadline of a lookup begins
 * with its turn. The platform limits the subrequests of a request, and so the lookups.
 */
import { BoundedMap } from '../../src/kept.ts';
import { Deadline, timedOut } from '../../src/net/deadline.ts';
import { QUERIES, resolveName } from '../../src/net/dns.ts';
import type { AnswerAddress } from '../../src/net/dns-message.ts';
import { isFailure } from '../../src/net/failure.ts';
import { Turns } from '../../src/net/turns.ts';
import type { Undetermined } from '../../src/webhooks/checks.ts';
import { refusesSubrequests } from '../net/platform.ts';
import type { Subrequests } from '../settings/subrequests.ts';

/** Why the addresses of a name are not known, or not all of them. */
export type Unanswered = Exclude<Undetermined, 'not-looked-up'>;

/** What is known about the addresses of a name. */
export interface Lookup {
  /** The addresses that a resolver answered; empty = none. */
  readonly addresses: readonly AnswerAddress[];
  /** Why the name may have more addresses; `null` = these are all. */
  readonly undetermined: Unanswered | null;
  /** When the answer came, in milliseconds since 1970. */
  readonly at: number;
}

/** The subrequests of a request that are not for lookups: the rate limit, and some to spare. */
const RESERVED_SUBREQUESTS = 10;

/** The lookups that take place at the same time. The platform allows a request six connections. */
const CONCURRENCY = 3;

/** After this many timeouts in a row, the resolver is left alone for {@link PAUSE_MS}. */
const MOST_TIMEOUTS = 3;
const PAUSE_MS = 10_000;

/** The answers that are kept. A stream of lines may have any number of names, and memory is limited. */
const MOST_ANSWERS = 1000;

/** The most names that a request may look up, of the subrequests that the platform allows it. */
export function mostLookups(subrequests: number): number {
  return Math.max(1, Math.floor((subrequests - RESERVED_SUBREQUESTS) / QUERIES));
}

interface LookupLimits {
  /** The time that one lookup may take; `null` = no limit. */
  readonly milliseconds: number | null;
  /** The most names. */
  readonly names: number;
}

export class Lookups {
  readonly #answers = new BoundedMap<string, Promise<Lookup>>(MOST_ANSWERS);
  readonly #turns = new Turns({ concurrency: CONCURRENCY, pause: 0 });
  readonly #limits: LookupLimits;
  readonly #subrequests: Subrequests;
  readonly #signal: AbortSignal;
  #asked = 0;
  #timeouts = 0;
  /** Until then the resolver is left alone, in milliseconds since 1970. */
  #pausedUntil = 0;

  constructor(limits: LookupLimits, subrequests: Subrequests, signal: AbortSignal) {
    this.#limits = limits;
    this.#subrequests = subrequests;
    this.#signal = signal;
  }

  /**
   * @param name - a canonical DNS name without a final dot
   * @param url - the DoH endpoint
   */
  find(name: string, url: string): Promise<Lookup> {
    const known = this.#answers.get(name);
    if (known !== undefined) return known;
    if (this.#asked === this.#limits.names) return Promise.resolve(undetermined('lookup-limit'));
    this.#asked += 1;
    // The resolver is asked without a pause.
    const answer = this.#turns.take('', () => this.#ask(name, url));
    this.#answers.set(name, answer);
    return answer;
  }

  async #ask(name: string, url: string): Promise<Lookup> {
    if (this.#subrequests.areRefused) return undetermined('lookup-limit');
    if (Date.now() < this.#pausedUntil) return undetermined('resolver-silent');
    const deadline = new Deadline(this.#limits.milliseconds, timedOut('connect'), this.#signal);
    try {
      this.#subrequests.count(QUERIES);
      const found = await resolveName(name, url, deadline.signal);
      this.#timeouts = 0;
      const failure = found.kind === 'absent' ? null : found.failure;
      const isRefused = refusesSubrequests(failure);
      if (isRefused) this.#subrequests.refuse();
      return {
        addresses: found.kind === 'addresses' ? found.addresses : [],
        undetermined: failure === null ? null : isRefused ? 'lookup-limit' : 'resolver-failed',
        at: Date.now(),
      };
    } catch (error) {
      if (!isFailure(error)) throw error;
      this.#timeouts += 1;
      if (this.#timeouts >= MOST_TIMEOUTS) this.#pausedUntil = Date.now() + PAUSE_MS;
      return undetermined('resolver-silent');
    } finally {
      deadline.end();
    }
  }
}

function undetermined(reason: Unanswered): Lookup {
  return { addresses: [], undetermined: reason, at: Date.now() };
}
