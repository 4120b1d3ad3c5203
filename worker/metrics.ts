/**
 * What this process has answered since it started, in the text format of Prometheus 0.0.4. Like the log, it holds no
 * path, no host and no address of a client; every label has a few known values.
 */
import type { LogRecord } from './log.ts';

/** Upper ends of the buckets of durations, in seconds: from the API to the longest pages. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60];

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The numbers of one metric by their labels. */
class Metric {
  readonly #name: string;
  readonly #type: string;
  readonly #help: string;
  readonly #values = new Map<string, number>();

  constructor(name: string, type: string, help: string) {
    this.#name = `waypost_${name}`;
    this.#type = type;
    this.#help = help;
  }

  add(labels: string, value = 1, suffix = ''): void {
    const key = `${suffix}${labels === '' ? '' : `{${labels}}`}`;
    this.#values.set(key, (this.#values.get(key) ?? 0) + value);
  }

  get text(): string {
    const lines = [...this.#values].map(([key, value]) => `${this.#name}${key} ${value}\n`);
    return `# HELP ${this.#name} ${this.#help}\n# TYPE ${this.#name} ${this.#type}\n${lines.join('')}`;
  }
}

/** The requests of one route: how long they took together, and how many are in each bucket and in none before it. */
interface Durations {
  readonly labels: string;
  /** Seconds. */
  sum: number;
  readonly buckets: number[];
}

/** Requests that have all labels in common. */
interface Requests {
  readonly labels: string;
  readonly durations: Durations;
  count: number;
}

/** What was asked of a store. */
export type StoreOperation = 'read' | 'write';

/** Counts requests, and what the stores could not do. */
export class Metrics {
  /** By method, route, scheme and status. Labels are written once, not for each request. */
  readonly #requests = new Map<string, Requests>();
  /** By route. */
  readonly #durations = new Map<string, Durations>();
  readonly #octets = new Metric('response_bytes_total', 'counter', 'Octets of files and of bodies of known length.');
  readonly #refusals = new Metric('refusals_total', 'counter', 'Links that were not opened, by rule or error.');
  readonly #urls = new Metric('urls_total', 'counter', 'URLs in the bodies of requests.');
  readonly #cache = new Metric('cache_requests_total', 'counter', 'Answers that are shared, by where they come from.');
  readonly #cacheOctets = new Metric('cache_bytes_total', 'counter', 'Octets of these answers.');
  readonly #aborted = new Metric('aborted_total', 'counter', 'Answers that broke off.');
  readonly #storeFaults = new Metric('store_faults_total', 'counter', 'Reads and writes that a store did not do.');

  constructor() {
    // Alerts need the zero: an increase from nothing is none.
    for (const operation of ['read', 'write'] as const) this.#storeFaults.add(labelOf(operation), 0);
  }

  countStoreFault(operation: StoreOperation): void {
    this.#storeFaults.add(labelOf(operation));
  }

  count({ method, notes, status, ms }: Pick<LogRecord, 'method' | 'notes' | 'status' | 'ms'>): void {
    const { route, scheme, refusal, octets, urls, aborted, cache } = notes;
    const requests = this.#requestsOf(
      METHODS.has(method) ? method : 'other',
      route ?? 'none',
      scheme ?? 'none',
      status,
    );
    requests.count++;
    const { durations } = requests;
    const seconds = ms / 1000;
    durations.sum += seconds;
    const bucket = BUCKETS.findIndex((end) => seconds <= end);
    const index = bucket < 0 ? BUCKETS.length : bucket;
    durations.buckets[index] = (durations.buckets[index] ?? 0) + 1;
    if (octets > 0) this.#octets.add(durations.labels, octets);
    if (urls > 0) this.#urls.add('', urls);
    if (cache !== undefined) {
      this.#cache.add(`result=${quoted(cache)}`);
      this.#cacheOctets.add(`result=${quoted(cache)}`, octets);
    }
    if (aborted) this.#aborted.add('');
    if (refusal !== null) this.#refusals.add(`rule=${quoted(refusal)}`);
  }

  #requestsOf(method: string, route: string, scheme: string, status: number): Requests {
    const key = `${method} ${route} ${scheme} ${status}`;
    const known = this.#requests.get(key);
    if (known !== undefined) return known;
    const durations = this.#durations.get(route) ?? {
      labels: `route=${quoted(route)}`,
      sum: 0,
      buckets: [...BUCKETS, 0].fill(0),
    };
    this.#durations.set(route, durations);
    const labels = `method="${method}",${durations.labels},scheme=${quoted(scheme)},status="${status}"`;
    const requests = { labels, durations, count: 0 };
    this.#requests.set(key, requests);
    return requests;
  }

  #total(): Metric {
    const metric = new Metric('requests_total', 'counter', 'Requests by method, route, scheme and status.');
    for (const { labels, count } of this.#requests.values()) metric.add(labels, count);
    return metric;
  }

  #seconds(): Metric {
    const metric = new Metric('request_duration_seconds', 'histogram', 'Time until an answer was complete.');
    for (const { labels, sum, buckets } of this.#durations.values()) {
      let count = 0;
      for (const [index, requests] of buckets.entries()) {
        count += requests;
        metric.add(`${labels},le="${BUCKETS[index] ?? '+Inf'}"`, count, '_bucket');
      }
      metric.add(labels, sum, '_sum');
      metric.add(labels, count, '_count');
    }
    return metric;
  }

  /** All metrics as text. */
  get text(): string {
    const all = [
      this.#total(),
      this.#seconds(),
      this.#octets,
      this.#refusals,
      this.#urls,
      this.#cache,
      this.#cacheOctets,
      this.#aborted,
      this.#storeFaults,
    ];
    return all.map(({ text }) => text).join('');
  }
}

function labelOf(operation: StoreOperation): string {
  return `operation=${quoted(operation)}`;
}

/** A value of this moment, as text. */
export function gauge(name: string, help: string, value: number): string {
  const metric = new Metric(name, 'gauge', help);
  metric.add('', value);
  return metric.text;
}

/** The value of a label. Routes and rules have no other character to escape. */
function quoted(value: string): string {
  return `"${value.replace(/["\\\n]/g, '')}"`;
}

/** Those of this process. */
export const metrics = new Metrics();
