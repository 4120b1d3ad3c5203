/** A comparison of two Workers: each request goes to one after the other, and everything that differs is kept. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  bodyDifference,
  type Difference,
  firstDifference,
  headLines,
  logLines,
  receivedDifference,
  steady,
} from './comparable.ts';
import { type Answer, type Asked, exchange, NO_ANSWER, noAnswer } from './exchange.ts';
import type { ProfileName } from './profiles.ts';
import type { Outcome, Report } from './report.ts';
import type { ServerName, Servers } from './servers.ts';
import type { Side } from './side.ts';
import { talk as converse, type Talk } from './web-socket.ts';

export interface Request extends Asked {
  /** The settings of the Workers; default: `main`. */
  readonly profile?: ProfileName;
  /** Whether the answer is asked for several things at once, so that servers are reached in no order. */
  readonly unordered?: boolean;
}

/** An answer, and what servers received until it was complete. */
interface Recorded {
  readonly answer: Answer;
  readonly received: readonly string[];
}

/** The line of a connection that asks a gopher server for its capabilities, or was about to. */
const CAPABILITIES = /^gopher\w*, control.*: "(?:caps\.txt\\r\\n)?"$/;

/** The end of a line of a connection that was left in good order. */
const FAREWELL = /QUIT\\r\\n"$/;

/** The field of an answer that was kept (RFC 9211). */
const IS_COPY = /; hit\b/;
/** Longer than it takes to keep an answer, in milliseconds. */
const KEEPING_MS = 1000;

/** How long lines of a log may take to arrive, in milliseconds. */
const LOG_MS = 5000;

export class Session {
  readonly servers: Servers;
  readonly #before: Side;
  readonly #after: Side;
  readonly #report: Report;
  /** The paths that were asked for, each with its settings. */
  readonly #asked = new Set<string>();
  /** The lines of the servers whose caps.txt both Workers have read. */
  readonly #capabilities = new Set<string>();
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
    const sent = this.#withoutCopies(asked);
    return this.#compare(describe(asked), (side) => this.#send(side, sent));
  }

  /**
   * The first request for a path is answered as it is for most visitors, and its answer is kept. Later ones take no
   * copy: it would hide what the server is asked, and when it expires is chance.
   */
  #withoutCopies(request: Request): Request {
    const { profile = 'main', path, headers } = request;
    const key = `${profile} ${path}`;
    if (!this.#asked.has(key)) {
      this.#asked.add(key);
      return request;
    }
    return { ...request, headers: { 'Cache-Control': 'no-cache', ...headers } };
  }

  /** Asks each for what it has just answered and kept. Nobody else may ask for this path. */
  async askForCopy(path: string): Promise<void> {
    await this.#compare(`GET ${path} · from a copy`, async (side) => {
      await this.#send(side, { path });
      // An answer is kept when it is complete. How often each is asked shows in its log.
      await sleep(KEEPING_MS);
      const recorded = await this.#send(side, { path });
      const isCopy = recorded.answer.headers.some(([name, value]) => name === 'cache-status' && IS_COPY.test(value));
      return isCopy ? recorded : { ...recorded, answer: noAnswer('there is no copy') };
    });
  }

  /** Asks each for what it has answered before, if that has changed since (RFC 9110 §13.1.2). */
  async revalidate(path: string): Promise<void> {
    const fresh = { 'Cache-Control': 'no-cache' };
    await this.#compare(`GET ${path} · with its own entity tag`, async (side) => {
      const { answer } = await this.#send(side, { path, headers: fresh });
      const tag = answer.headers.find(([name]) => name === 'etag')?.[1];
      return this.#send(side, { path, headers: tag === undefined ? fresh : { ...fresh, 'If-None-Match': tag } });
    });
  }

  /** Runs a session over a WebSocket with both. */
  async talk(talk: Talk): Promise<void> {
    const { profile = 'main', path, steps } = talk;
    await this.#compare(`WebSocket ${path} · ${JSON.stringify(steps)} · (${profile})`, async (side) => {
      const origin = await side.origin(profile);
      const recorded = await this.#record(() => converse(origin, talk), false);
      // Whether a server notices a page that leaves at once depends on who is quicker.
      return { ...recorded, received: recorded.received.filter((line) => !line.endsWith(': ""')) };
    });
  }

  /** Compares the logs of both since this was called last. */
  async compareLogs(): Promise<void> {
    // The lines of a log arrive late.
    const end = Date.now() + LOG_MS;
    while (this.#before.logged !== this.#after.logged && Date.now() < end) await sleep(5);
    const what = 'the logs';
    const difference = firstDifference(what, logLines(this.#before.takeLog()), logLines(this.#after.takeLog()));
    this.#report.count({ what, found: [['a line', difference]] });
  }

  /** Runs requests while a server has a fault. */
  async withFault(
    name: ServerName,
    fault: Parameters<ReturnType<Servers['faults']>['set']>[0],
    run: () => Promise<void>,
  ): Promise<void> {
    await this.servers.faults(name).set(fault);
    this.#fault = ` · ${name} has the fault ${JSON.stringify(fault)}`;
    try {
      await run();
    } finally {
      await this.servers.faults(name).set(null);
      this.#fault = '';
    }
  }

  async #compare(what: string, send: (side: Side) => Promise<Recorded>): Promise<Answer> {
    const start = Date.now();
    const before = await send(this.#before);
    const after = await send(this.#after);
    this.#report.count({
      what: what + this.#fault,
      milliseconds: Date.now() - start,
      outcomes: [outcomeOf(before), outcomeOf(after)],
      found: [
        ['the head', firstDifference(what, headLines(before.answer), headLines(after.answer))],
        ['the body', bodyDifference(what, before.answer, after.answer)],
        ['what servers received', this.#receivedDifference(what, before.received, after.received)],
      ],
    });
    return before.answer;
  }

  /**
   * Both Workers read a gopher server's caps.txt once, and again when they have forgotten it. The first time is
   * compared; who forgets first is chance.
   */
  #receivedDifference(what: string, before: readonly string[], after: readonly string[]): Difference | null {
    const isNew = (line: string): boolean => !this.#capabilities.has(line);
    const difference = receivedDifference(what, before.filter(isNew), after.filter(isNew));
    for (const line of before) if (CAPABILITIES.test(line) && after.includes(line)) this.#capabilities.add(line);
    return difference;
  }

  async #send(side: Side, request: Request): Promise<Recorded> {
    const { profile = 'main', unordered = false } = request;
    const origin = await side.origin(profile);
    const recorded = await this.#record(() => exchange(origin, request), unordered);
    if (profile !== 'hasty') return recorded;
    // The gateway reads caps.txt beside the item, unless the item has failed by then. Whether a server that never stops
    // hears a farewell is chance.
    const received = recorded.received.filter((line) => !CAPABILITIES.test(line));
    return { ...recorded, received: received.map((line) => line.replace(FAREWELL, '"')) };
  }

  async #record(send: () => Promise<Answer>, unordered: boolean): Promise<Recorded> {
    this.servers.forget();
    const answer = await send();
    const received = (await this.servers.received()).map(steady);
    return { answer, received: unordered ? received.toSorted() : received };
  }
}

const FIRST_ERROR = 400;

/** A link that must not be reached has a finding, too. */
const NOT_CHECKED = '"status":"not-checked"';

function outcomeOf({ answer, received }: Recorded): Outcome {
  const { status, body } = answer;
  if (status === NO_ANSWER || status >= FIRST_ERROR) return 'refused';
  if (received.length > 0) return 'served';
  return body.includes(NOT_CHECKED) ? 'refused' : 'answered';
}

/** A request in one line. */
function describe({ profile = 'main', method, path, headers = {}, body }: Request): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const verb = method ?? (body === undefined ? 'GET' : 'POST');
  const content = body === undefined ? [] : [`body ${JSON.stringify(String(body).slice(0, 100))}`];
  return [`${verb} ${path}`, ...fields, ...content, ...(profile === 'main' ? [] : [`(${profile})`])].join(' · ');
}
