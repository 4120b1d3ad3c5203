/**
 * Checks links by `/v1/check` of this service, politely: a few requests at a time, each server in only one of them, and
 * a pause when the service asks for one. What it could not ask comes again, as long as nobody stops it.
 */
import { Turns } from '../../../src/net/turns.ts';
import { waitOf } from './checked-link.ts';
import { type LineAnswer, postLines, RATE_PERIOD_S, Refusal, sleep, WaitRequest } from './links-lines.ts';

/** Requests at the same time. */
const REQUESTS = 3;
/** Links of a request: few, so that little is asked twice after a pause. */
const BATCH = 24;
/** Links of one server in a request, so that a slow server holds up few others. */
const OF_ONE_SERVER = 6;
/** How often a request may break, or a link stay without an answer, before that is the result. */
const ATTEMPTS = 4;
/** Seconds before the next attempt after a broken connection: 2, 4, 8. */
const BACKOFF_S = 2;

export interface CheckEvents {
  /**
   * @param target - as in the list of targets
   * @param answer - that of the service
   */
  readonly checked: (target: string, answer: LineAnswer) => void;
  /** @param until - the time when the next request is sent, in milliseconds of the epoch; `null` = now */
  readonly waiting: (until: number | null) => void;
}

/** Where links are checked, and who is asked. */
interface CheckService {
  /** Of `/v1/check`. */
  readonly address: string;
  /** Whether the Web of their hosts is asked, too. */
  readonly suggest: boolean;
  readonly ask: 'server' | 'archives';
}

/** One run over a list of targets. */
export class ServiceCheck {
  readonly #service: CheckService;
  readonly #targets: readonly string[];
  readonly #events: CheckEvents;
  /** Ends all requests, if somebody stops the run or one of them is refused. */
  readonly #ended = new AbortController();
  readonly #turns = new Turns({ concurrency: REQUESTS, pause: 0 });
  /** The requests under way. */
  #requests = 0;
  /** When the service may be asked again, in milliseconds of the epoch. */
  #notBefore = 0;
  /** When the last server that rests may be asked again, in milliseconds of the epoch. */
  #restUntil = 0;
  /** Broken requests since the last whole one. */
  #failures = 0;
  /** How often the service had no connection left for a link. */
  readonly #attempts = new Map<string, number>();

  /** The server that is asked about a link. The archives of all links are the same few. */
  readonly #serverOf: (target: string) => string;

  constructor(service: CheckService, targets: readonly string[], events: CheckEvents, signal: AbortSignal) {
    this.#service = service;
    this.#serverOf = service.ask === 'archives' ? () => service.ask : serverOf;
    this.#targets = targets;
    this.#events = events;
    signal.addEventListener('abort', () => this.#ended.abort(signal.reason), { once: true });
  }

  /**
   * Checks all targets.
   *
   * @throws the reason of the signal if somebody stops it
   * @throws Refusal if the service refuses to check, or cannot be reached several times in a row
   */
  async run(): Promise<void> {
    try {
      // Suggestions need most connections of a request, and one question to each host is for all of its links.
      const most = this.#service.suggest ? 0 : BATCH;
      await Promise.all(batchesOf(this.#targets, most, this.#serverOf).map((batch) => this.#check(batch)));
    } finally {
      this.#ended.abort();
    }
  }

  /** Checks targets in one request, and in others those that come again. */
  async #check(batch: readonly string[]): Promise<void> {
    for (let left = batch; left.length > 0; ) {
      const asked = left;
      left = await this.#turns.take([...new Set(asked.map(this.#serverOf))], () => this.#ask(asked));
    }
  }

  /** @returns the targets that come again */
  async #ask(batch: readonly string[]): Promise<readonly string[]> {
    await this.#waitForService();
    this.#requests += 1;
    const again: string[] = [];
    let answered = 0;
    try {
      const { address, suggest, ask } = this.#service;
      const query = ask === 'archives' ? `?ask=${ask}` : suggest ? '?suggest=true' : '';
      const request = { address: address + query, items: batch, signal: this.#ended.signal, token: null };
      for await (const answer of postLines(request)) {
        const target = batch[answered];
        if (target === undefined) break;
        answered += 1;
        if (this.#comesAgain(target, answer)) again.push(target);
        else this.#events.checked(target, answer);
      }
      if (answered === batch.length) this.#failures = 0;
      else this.#fail('The service ended its answer too early.');
    } catch (error) {
      if (this.#ended.signal.aborted || error instanceof Refusal) throw error;
      if (error instanceof WaitRequest) this.#wait(error.seconds);
      else this.#fail(error instanceof Error ? error.message : String(error));
    } finally {
      this.#requests -= 1;
      // If nothing else is under way, people see how long a pause takes.
      if (this.#requests === 0 && this.#restUntil > Date.now()) this.#events.waiting(this.#restUntil);
    }
    return [...batch.slice(answered), ...again];
  }

  /** Whether a link is asked about again, after the pause that its answer asks for. */
  #comesAgain(target: string, answer: LineAnswer): boolean {
    switch (waitOf(answer)) {
      case null:
        return false;
      case 'client':
        this.#wait(RATE_PERIOD_S);
        return true;
      case 'server':
        this.#turns.rest(this.#serverOf(target), RATE_PERIOD_S * 1000);
        this.#restUntil = Date.now() + RATE_PERIOD_S * 1000;
        return true;
      case 'request': {
        const attempts = (this.#attempts.get(target) ?? 0) + 1;
        this.#attempts.set(target, attempts);
        return attempts < ATTEMPTS;
      }
    }
  }

  #wait(seconds: number): void {
    this.#notBefore = Math.max(this.#notBefore, Date.now() + seconds * 1000);
  }

  async #waitForService(): Promise<void> {
    const { signal } = this.#ended;
    signal.throwIfAborted();
    for (let wait = this.#notBefore - Date.now(); wait > 0; wait = this.#notBefore - Date.now()) {
      this.#events.waiting(this.#notBefore);
      await sleep(wait, signal);
    }
    this.#events.waiting(null);
  }

  /** @throws Refusal if that was the last attempt */
  #fail(reason: string): void {
    this.#failures += 1;
    if (this.#failures >= ATTEMPTS) throw new Refusal(`The service cannot be reached: ${reason}`);
    this.#wait(BACKOFF_S ** this.#failures);
  }
}

/**
 * Targets by request: a few of each server, then a few more of each that has more.
 *
 * @param most - how many targets of several servers share a request
 */
function batchesOf(
  targets: readonly string[],
  most: number,
  serverOf: (target: string) => string,
): readonly (readonly string[])[] {
  const servers = new Map<string, string[][]>();
  for (const target of targets) {
    const server = serverOf(target);
    const groups = servers.get(server) ?? [];
    servers.set(server, groups);
    const few = groups.at(-1);
    if (few === undefined || few.length === OF_ONE_SERVER) groups.push([target]);
    else few.push(target);
  }
  const batches: string[][][] = [];
  for (const few of inTurn([...servers.values()])) {
    const batch = batches.at(-1) ?? [];
    const isThere = batch.some(([other = '']) => serverOf(other) === serverOf(few[0] ?? ''));
    if (batch.length > 0 && !isThere && batch.flat().length + few.length <= most) batch.push(few);
    else batches.push([few]);
  }
  return batches.map(inTurn);
}

/** The first of each list, then the second of each: what belongs to one server waits for each other. */
function inTurn<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const items: Item[] = [];
  for (let at = 0, left = lists; left.length > 0; at++) {
    for (const list of left) items.push(...list.slice(at, at + 1));
    left = left.filter(({ length }) => length > at + 1);
  }
  return items;
}

/** The host of a link, as the service counts servers. Links without one have the server of a setting. */
function serverOf(target: string): string {
  return /^[a-z\d+.-]+:\/\/(\[[^\]]*\]|[^/?#:]*)/.exec(target)?.[1] || target.slice(0, target.indexOf(':'));
}
