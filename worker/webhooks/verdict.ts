/** Verdicts on URLs: the checks that need no network, and the check that queries DNS. */
import { formatAddress } from '../../src/egress/address.ts';
import { type EgressPolicy, hostKey, judgeAnswers } from '../../src/egress/policy.ts';
import {
  type Check,
  EXEMPT,
  type Finding,
  fail,
  isAddress,
  judge,
  notChecked,
  pass,
  type Subject,
} from '../../src/webhooks/checks.ts';
import type { ValidationPolicy } from '../../src/webhooks/policy.ts';
import { GatewayError } from '../gateway-error.ts';
import { Deadline, timedOut } from '../net/deadline.ts';
import { type Resolved, resolve } from '../net/dns.ts';

export interface Verdict {
  readonly valid: boolean;
  /** As it was supplied. */
  readonly url: string;
  /** The URL to call if it is valid; `null` if it cannot be read. */
  readonly canonical: string | null;
  readonly checks: readonly Check[];
}

/** The most names that one request may look up. The platform limits the queries, two for each name. */
export const MOST_LOOKUPS = 400;

/**
 * The names that are looked up at the same time. Each takes two of the six connections that the platform allows a
 * request.
 */
const CONCURRENCY = 3;
/** After this many consecutive timeouts, the resolver is not queried again. */
const MOST_TIMEOUTS = 3;

/**
 * The DNS lookups of one request. Each name is looked up once. Lookups wait in a queue, and the deadline of a lookup
 * begins when it leaves the queue.
 */
export class Lookups {
  readonly #results = new Map<string, Promise<Resolved | null>>();
  readonly #queues: Promise<unknown>[] = Array.from({ length: CONCURRENCY }, () => Promise.resolve());
  #timeouts = 0;
  readonly #milliseconds: number | null;
  readonly #signal: AbortSignal;

  /** @param milliseconds - the time that one answer may take; `null` = no limit */
  constructor(milliseconds: number | null, signal: AbortSignal) {
    this.#milliseconds = milliseconds;
    this.#signal = signal;
  }

  /**
   * Looks up the addresses of a name; `null` if the request has already looked up too many names.
   *
   * @param name - a canonical DNS name without a final dot
   * @param url - the DoH endpoint
   */
  find(name: string, url: string): Promise<Resolved | null> {
    const cached = this.#results.get(name);
    if (cached !== undefined) return cached;
    if (this.#results.size === MOST_LOOKUPS) return Promise.resolve(null);
    const queue = this.#results.size % CONCURRENCY;
    const result = Promise.resolve(this.#queues[queue]).then(() => this.#ask(name, url));
    this.#queues[queue] = result.catch(() => undefined);
    this.#results.set(name, result);
    return result;
  }

  async #ask(name: string, url: string): Promise<Resolved> {
    if (this.#timeouts >= MOST_TIMEOUTS) return { kind: 'failed', reason: 'the resolver is silent' };
    const deadline = new Deadline(this.#milliseconds, timedOut('connect'), this.#signal);
    try {
      const found = await resolve(name, url, deadline.signal);
      this.#timeouts = 0;
      return found;
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      this.#timeouts += 1;
      return { kind: 'failed', reason: error.message };
    } finally {
      deadline.lift();
    }
  }
}

/**
 * Judges whether a URL may be called back, with a DNS lookup if the policy requires one.
 *
 * @param url - as it was supplied
 * @example
 * ```ts
 * const lookups = new Lookups(1000, new AbortController().signal);
 * (await verdictOn('https://localhost/', validationPolicy({}), parseEgressPolicy({}), lookups)).valid; // false
 * ```
 */
export async function verdictOn(
  url: string,
  policy: ValidationPolicy,
  egress: EgressPolicy,
  lookups: Lookups,
): Promise<Verdict> {
  const { subject, checks } = judge(url, policy, egress);
  const dns = subject === null ? notChecked('The URL cannot be read.') : await judgeDns(subject, checks, lookups);
  const all: Check[] = [...checks, { id: 'public-dns', severity: 'error', ...dns }];
  const valid = all.every(({ pass, severity }) => pass !== false || severity !== 'error');
  return { valid, url, canonical: subject?.resolution.canonical ?? null, checks: all };
}

async function judgeDns(subject: Subject, checks: readonly Check[], lookups: Lookups): Promise<Finding> {
  const { egress, policy, target } = subject;
  const { host, port } = target;
  if (host === '') return notChecked('There is no host.');
  if (isAddress(host)) return notChecked('The host is an address: there is no name to look up.');
  if (target.exempt) return notChecked(EXEMPT);
  if (!policy.requireDns) return notChecked('The policy asks for no lookup.');
  if (checks.some(({ id, pass }) => id === 'public-address' && pass === false)) {
    return notChecked('The name is not one of public DNS, so it was not looked up.');
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
  // Another check covers the port.
  const verdict = judgeAnswers(found.addresses, { host, port: port ?? 0, defaultPort: port ?? 0 }, egress);
  return verdict.allowed
    ? pass(`The name has only public addresses: ${list}.`)
    : fail(`The name leads to ${list}. ${verdict.detail}`, 'Let every address of the name be a public one.');
}
