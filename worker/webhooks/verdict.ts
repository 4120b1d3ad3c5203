/**
 * Verdicts on URLs: the checks that need no network, and the one that asks DNS.
 */
import { formatAddress } from '../../src/egress/address.ts';
import { type EgressPolicy, hostKey, judgeAnswers } from '../../src/egress/policy.ts';
import {
  type Check,
  check,
  destinationOf,
  EXEMPT,
  type Finding,
  fail,
  isAddress,
  isExempt,
  judge,
  pass,
  type Subject,
  unseen,
} from '../../src/webhooks/checks.ts';
import { Deadline, timedOut } from '../net/deadline.ts';
import { type Resolved, resolve } from '../net/dns.ts';
import { GatewayError } from '../net/errors.ts';
import type { ValidationPolicy } from './policy.ts';

export interface Verdict {
  readonly valid: boolean;
  /** As it was given. */
  readonly url: string;
  /** What to call, if at all; `null` where it cannot be read. */
  readonly canonical: string | null;
  readonly checks: readonly Check[];
}

/** Names that one request may have looked up. The platform counts the questions, two for a name. */
export const MOST_LOOKUPS = 400;

/** Names that are looked up at once: two questions each, of the six connections that the platform gives a request. */
const LANES = 3;
/** After so many silences in a row a resolver is not asked again. */
const MOST_SILENCES = 3;

/**
 * The names that one request asks DNS for, each of them once. They take turns, so that none waits for its answer
 * while others are asked.
 */
export class Lookups {
  readonly #asked = new Map<string, Promise<Resolved | null>>();
  readonly #lanes: Promise<unknown>[] = Array.from({ length: LANES }, () => Promise.resolve());
  #silences = 0;
  readonly #milliseconds: number | null;
  readonly #signal: AbortSignal;

  /** @param milliseconds - that an answer may take; `null` = any time */
  constructor(milliseconds: number | null, signal: AbortSignal) {
    this.#milliseconds = milliseconds;
    this.#signal = signal;
  }

  /** What DNS says of a name; `null` where too many have been asked for. */
  find(name: string, url: string): Promise<Resolved | null> {
    const before = this.#asked.get(name);
    if (before !== undefined) return before;
    if (this.#asked.size === MOST_LOOKUPS) return Promise.resolve(null);
    const lane = this.#asked.size % LANES;
    const asking = Promise.resolve(this.#lanes[lane]).then(() => this.#ask(name, url));
    this.#lanes[lane] = asking.catch(() => undefined);
    this.#asked.set(name, asking);
    return asking;
  }

  async #ask(name: string, url: string): Promise<Resolved> {
    if (this.#silences >= MOST_SILENCES) return { kind: 'failed', reason: 'the resolver is silent' };
    const deadline = new Deadline(this.#milliseconds, timedOut('connect'), this.#signal);
    try {
      const found = await resolve(name, url, deadline.signal);
      this.#silences = 0;
      return found;
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      this.#silences += 1;
      return { kind: 'failed', reason: error.message };
    } finally {
      deadline.lift();
    }
  }
}

/**
 * The verdict on a URL.
 *
 * @example
 * ```ts
 * (await verdictOn('https://localhost/', policyOf({}), egress, lookups)).valid; // false
 * ```
 */
export async function verdictOn(
  url: string,
  policy: ValidationPolicy,
  egress: EgressPolicy,
  lookups: Lookups,
): Promise<Verdict> {
  const { subject, checks } = judge(url, policy, egress);
  const dns = subject === null ? unseen('The URL cannot be read.') : await judgeDns(subject, checks, lookups);
  const all = [...checks, check('public-dns', dns)];
  const valid = all.every(({ pass, severity }) => pass !== false || severity !== 'error');
  return { valid, url, canonical: subject?.resolution.canonical ?? null, checks: all };
}

async function judgeDns(subject: Subject, checks: readonly Check[], lookups: Lookups): Promise<Finding> {
  const { egress, policy } = subject;
  const { host, port } = destinationOf(subject);
  if (host === '') return unseen('There is no host.');
  if (isAddress(host)) return unseen('The host is an address: there is no name to look up.');
  if (isExempt(subject)) return unseen(EXEMPT);
  if (!policy.requireDns) return unseen('The policy asks for no lookup.');
  if (checks.some(({ id, pass }) => id === 'public-address' && pass === false)) {
    return unseen('The name is not one of public DNS, so it was not looked up.');
  }
  if (egress.dns.kind === 'system') {
    return fail('This service does not look up names itself.', 'Look it up yourself, and ask with requireDns=false.');
  }
  const found = await lookups.find(hostKey(host), egress.dns.url);
  if (found === null) {
    return fail(`More than ${MOST_LOOKUPS} names were to be looked up.`, 'Ask about the others in another request.');
  }
  if (found.kind === 'absent') return fail('The name has no address.', 'See whether it is spelled right.');
  if (found.kind === 'failed') return fail('DNS did not tell the addresses of the name.', 'Ask again in a while.');
  const list = found.addresses.map(formatAddress).join(', ');
  // The port has a check of its own.
  const verdict = judgeAnswers(found.addresses, { host, port: port ?? 0, defaultPort: port ?? 0 }, egress);
  return verdict.allowed
    ? pass(`The name has only public addresses: ${list}.`)
    : fail(`The name leads to ${list}. ${verdict.detail}`, 'Let every address of the name be a public one.');
}
