/** A comparison of two Workers: each request goes to one after the other, and everything that differs is kept. */
import {
  bodyDifference,
  type Difference,
  firstDifference,
  headLines,
  receivedDifference,
  steady,
} from './comparable.ts';
import { type Answer, type Asked, exchange } from './exchange.ts';
import type { ProfileName } from './profiles.ts';
import type { Report } from './report.ts';
import type { ServerName, Servers } from './servers.ts';
import type { Side } from './side.ts';

export interface Request extends Asked {
  /** The settings of the Workers; default: `main`. */
  readonly profile?: ProfileName;
  /** Whether the answer is asked for several things at once, so that servers are reached in no order. */
  readonly unordered?: boolean;
}

export class Session {
  readonly servers: Servers;
  readonly #before: Side;
  readonly #after: Side;
  readonly #report: Report;
  /** The current fault, as the report names it. */
  #fault = '';

  constructor(servers: Servers, before: Side, after: Side, report: Report) {
    this.servers = servers;
    this.#before = before;
    this.#after = after;
    this.#report = report;
  }

  /** Sends a request to both, compares, and returns the answer of the Worker before. */
  async ask(request: Request | string): Promise<Answer> {
    const asked = typeof request === 'string' ? { path: request } : request;
    const start = Date.now();
    const before = await this.#send(this.#before, asked);
    const after = await this.#send(this.#after, asked);
    const milliseconds = Date.now() - start;
    this.#report.count(describe(asked) + this.#fault, milliseconds, [
      ['the head', firstDifference(headLines(before.answer), headLines(after.answer))],
      ['the body', bodyDifference(before.answer, after.answer)],
      ['what servers received', receivedDifference(before.received, after.received)],
    ]);
    return before.answer;
  }

  async #send(
    side: Side,
    request: Request,
  ): Promise<{ readonly answer: Answer; readonly received: readonly string[] }> {
    const { profile = 'main', unordered = false } = request;
    const origin = await side.origin(profile);
    this.servers.forget();
    const answer = await exchange(origin, request);
    const received = (await this.servers.received()).map(steady);
    return { answer, received: unordered ? received.toSorted() : received };
  }

  /** Runs requests while a server has a fault. */
  async withFault(
    name: ServerName,
    fault: Parameters<ReturnType<Servers['faults']>['set']>[0],
    run: () => Promise<void>,
  ) {
    await this.servers.faults(name).set(fault);
    this.#fault = ` · ${name} has the fault ${JSON.stringify(fault)}`;
    try {
      await run();
    } finally {
      await this.servers.faults(name).set(null);
      this.#fault = '';
    }
  }
}

/** A request in one line. */
function describe({ profile = 'main', method, path, headers = {}, body }: Request): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const verb = method ?? (body === undefined ? 'GET' : 'POST');
  const content = body === undefined ? [] : [`body ${JSON.stringify(String(body).slice(0, 100))}`];
  return [`${verb} ${path}`, ...fields, ...content, ...(profile === 'main' ? [] : [`(${profile})`])].join(' · ');
}

export type { Difference };
