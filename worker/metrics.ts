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

/** Requests that have all labels in common. */
interface Requests {
  readonly method: string;
  readonly status: number;
  readonly labels: string;
  count: number;
}

/** The requests of one route: how long they took together, and how many are in each bucket and in none before it. */
interface RouteRequests {
  readonly labels: string;
  /** Seconds. */
  sum: number;
  readonly buckets: number[];
  /** By scheme. Each list is short: the methods and statuses of one scheme. */
  readonly requests: Map<string, Requests[]>;
}

/** What was asked of a store. */
export type StoreOperation = 'read' | 'write';

/** Counts requests, and what the stores could not do. */
export class Metrics {
  /** By route. A request is found by the texts that it has, so that none is made for it. */
  readonly #routes = new Map<string, RouteRequests>();
  readonly #octets = new Metric('response_bytes_total', 'counter', 'Octets of files and of bodies of known length.');
  readonly #refusals = new Metric('refusals_total', 'counter', 'Links that were not opened, by rule or error.');
  readonly #urls = new Metric('urls_total', 'counter', 'URLs in the bodies of requests.');
  readonly #cache = new Metric('cache_requests_total', 'counter', 'Answers that are shared, by where they come from.');
  readonly #cacheOctets = new Metric('cache_bytes_total', 'counter', 'Octets of these answers.');
  readonly #aborted = new Metric('aborted_total', 'counter', 'Answers that broke off.');
  readonly #storeFaults = new Metric('store_faults_total', 'counter', 'Reads and writes that a store did not do.');

  constructor() {
    // Alerts need the zero: an increase from nothing is none.
    for (const operation of ['read', 'write'] as const) this.#storeFaults.add(operationLabel(operation), 0);
  }

  countStoreFault(operation: StoreOperation): void {
    this.#storeFaults.add(operationLabel(operation));
  }

  count({ method, notes, status, ms }: Pick<LogRecord, 'method' | 'notes' | 'status' | 'ms'>): void {
    const { route, scheme, refusal, octets, urls, aborted, cache } = notes;
    const requests = this.#routeOf(route ?? 'none');
    requestsOf(requests, METHODS.has(method) ? method : 'other', scheme ?? 'none', status).count++;
    const seconds = ms / 1000;
    requests.sum += seconds;
    const bucket = BUCKETS.findIndex((end) => seconds <= end);
    const index = bucket < 0 ? BUCKETS.length : bucket;
    requests.buckets[index] = (requests.buckets[index] ?? 0) + 1;
    if (octets > 0) this.#octets.add(requests.labels, octets);
    if (urls > 0) this.#urls.add('', urls);
    if (cache !== undefined) {
      this.#cache.add(`result=${quotedLabel(cache)}`);
      this.#cacheOctets.add(`result=${quotedLabel(cache)}`, octets);
    }
    if (aborted) this.#aborted.add('');
    if (refusal !== null) this.#refusals.add(`rule=${quotedLabel(refusal)}`);
  }

  #routeOf(route: string): RouteRequests {
    const known = this.#routes.get(route);
    if (known !== undefined) return known;
    const requests: RouteRequests = {
      labels: `route=${quotedLabel(route)}`,
      sum: 0,
      buckets: [...BUCKETS, 0].fill(0),
      requests: new Map(),
    };
    this.#routes.set(route, requests);
    return requests;
  }

  #total(): Metric {
    const metric = new Metric('requests_total', 'counter', 'Requests by method, route, scheme and status.');
    for (const { requests } of this.#routes.values()) {
      for (const { labels, count } of [...requests.values()].flat()) metric.add(labels, count);
    }
    return metric;
  }

  #seconds(): Metric {
    const metric = new Metric('request_duration_seconds', 'histogram', 'Time until an answer was complete.');
    for (const { labels, sum, buckets } of this.#routes.values()) {
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

function requestsOf({ labels, requests }: RouteRequests, method: string, scheme: string, status: number): Requests {
  const list = requests.get(scheme) ?? [];
  const known = list.find((counted) => counted.status === status && counted.method === method);
  if (known !== undefined) return known;
  const added: Requests = {
    method,
    status,
    labels: `method="${method}",${labels},scheme=${quotedLabel(scheme)},status="${status}"`,
    count: 0,
  };
  requests.set(scheme, [...list, added]);
  return added;
}

function operationLabel(operation: StoreOperation): string {
  return `operation=${quotedLabel(operation)}`;
}

/** A value of this moment, as text. */
export function gauge(name: string, help: string, value: number): string {
  const metric = new Metric(name, 'gauge', help);
  metric.add('', value);
  return metric.text;
}

/** The value of a label. Routes and rules have no other character to escape. */
function quotedLabel(value: string): string {
  return `"${value.replace(/["\\\n]/g, '')}"`;
}

/** Those of this process. */
export const metrics = new Metrics();
