/**
 * What this process has answered since it started, in the text format of Prometheus 0.0.4. Like the log, it holds no
 * path, no host and no address of a client; every label has a few known values.
 */
import type { Notes } from './log.ts';

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

/** An answered request. */
export interface Answered {
  readonly method: string;
  readonly notes: Notes;
  readonly status: number;
  /** On the platform's clock, in milliseconds. */
  readonly ms: number;
}

/** Counts requests. */
export class Metrics {
  readonly #requests = new Metric('requests_total', 'counter', 'Requests by method, route, scheme and status.');
  readonly #seconds = new Metric('request_duration_seconds', 'histogram', 'Time until an answer was complete.');
  readonly #octets = new Metric('response_bytes_total', 'counter', 'Octets of files and of bodies of known length.');
  readonly #refusals = new Metric('refusals_total', 'counter', 'Links that were not opened, by rule or error.');
  readonly #urls = new Metric('urls_total', 'counter', 'URLs in the bodies of requests.');
  readonly #aborted = new Metric('aborted_total', 'counter', 'Answers that broke off.');

  count({ method, notes, status, ms }: Answered): void {
    const { route, scheme, refusal, octets, urls, aborted } = notes;
    const labels = `route=${quoted(route ?? 'none')}`;
    const name = METHODS.has(method) ? method : 'other';
    this.#requests.add(`method="${name}",${labels},scheme=${quoted(scheme ?? 'none')},status="${status}"`);
    const seconds = ms / 1000;
    for (const end of BUCKETS) this.#seconds.add(`${labels},le="${end}"`, seconds <= end ? 1 : 0, '_bucket');
    this.#seconds.add(`${labels},le="+Inf"`, 1, '_bucket');
    this.#seconds.add(labels, seconds, '_sum');
    this.#seconds.add(labels, 1, '_count');
    this.#octets.add(labels, octets);
    this.#urls.add('', urls);
    this.#aborted.add('', Number(aborted));
    if (refusal !== null) this.#refusals.add(`rule=${quoted(refusal)}`);
  }

  /** All metrics as text. */
  get text(): string {
    const all = [this.#requests, this.#seconds, this.#octets, this.#refusals, this.#urls, this.#aborted];
    return all.map(({ text }) => text).join('');
  }
}

/** The value of a label. Routes and rules have no other character to escape. */
function quoted(value: string): string {
  return `"${value.replace(/["\\\n]/g, '')}"`;
}

/** Those of this process. */
export const metrics = new Metrics();
