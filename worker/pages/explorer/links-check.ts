/**
 * Checks links by `/v1/check` of this service, politely: a few requests at a time, each server in only one of them, and
 * a pause when the service asks for one. What it could not ask comes again, as long as nobody stops it.
 */
import { WITH_DEFAULT_SERVER } from '../../../src/text/scheme-names.ts';
import { withoutUserInfo } from '../../../src/uri/user-info.ts';
import { type LineAnswer, postLines, RATE_PERIOD_S, Refusal, WaitRequest } from './links-lines.ts';

/** The statuses of `/v1/check`, as pages say them. */
export const STATUS_NAMES = {
  alive: 'alive',
  moved: 'moved',
  restricted: 'restricted',
  gone: 'gone',
  unavailable: 'unavailable',
  unreachable: 'unreachable',
  'other-protocol': 'other protocol',
  'not-checked': 'not checked',
} as const;

export type LinkStatus = keyof typeof STATUS_NAMES;

/** Where a copy may be. Nobody has asked the archive. */
export interface ArchiveAddress {
  readonly name: string;
  readonly url: string;
  /** The address with `{date}` in it; `null` = the archive's addresses have no date. */
  readonly dated: string | null;
}

/** What the service says about a link. */
export interface CheckedLink {
  readonly status: LinkStatus;
  /** One sentence. It may quote the server. */
  readonly detail: string;
  /** For `moved`: where to. */
  readonly location: string | null;
  /** ISO 8601; empty if nothing was asked. */
  readonly checkedAt: string;
  readonly archives: readonly ArchiveAddress[];
}

/**
 * What is sent of a link: no user name, no password and no fragment. `null` = nothing, because no server can be asked
 * about it. `checkTarget('ftp://ada:secret@h.example/a#b')` is `'ftp://h.example/a'`.
 *
 * @param canonical - a canonical URL
 */
export function checkTarget(canonical: string): string | null {
  const [, scheme = '', slashes] = /^([a-z][a-z\d+.-]*):(\/\/[^/?#])?/.exec(canonical) ?? [];
  if (scheme === 'file' || (slashes === undefined && !WITH_DEFAULT_SERVER.includes(scheme))) return null;
  return /[@#]/.test(canonical) ? withoutUserInfo(canonical).replace(/#.*$/, '') : canonical;
}

/** The answer about a link that is not sent. */
export const NO_SERVER: CheckedLink = {
  status: 'not-checked',
  detail: 'No server can be asked about a link of this kind.',
  ...{ location: null, checkedAt: '', archives: [] },
};

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
  /** @param target - as in the list of targets */
  readonly checked: (target: string, result: CheckedLink) => void;
  /** @param until - the time when the next request is sent, in milliseconds of the epoch; `null` = now */
  readonly waiting: (until: number | null) => void;
}

interface Server {
  readonly targets: string[];
  /** When it may be asked again, in milliseconds of the epoch. */
  notBefore: number;
}

/** One run over a list of targets. */
export class LinkChecker {
  readonly #address: string;
  readonly #events: CheckEvents;
  readonly #signal: AbortSignal;
  /** Servers that no request is asking now. */
  #free: Server[];
  #left: number;
  /** When the service may be asked again, in milliseconds of the epoch. */
  #notBefore = 0;
  #failures = 0;
  readonly #attempts = new Map<string, number>();

  /** @param address - of `/v1/check` */
  constructor(address: string, targets: readonly string[], events: CheckEvents, signal: AbortSignal) {
    this.#address = address;
    this.#events = events;
    this.#signal = signal;
    this.#left = targets.length;
    const servers = new Map<string, Server>();
    for (const target of targets) {
      const name = serverOf(target);
      const server = servers.get(name) ?? { targets: [], notBefore: 0 };
      servers.set(name, server);
      server.targets.push(target);
    }
    this.#free = [...servers.values()];
  }

  /**
   * Checks all targets.
   *
   * @throws the reason of the signal if somebody stops it
   * @throws Refusal if the service refuses to check, or cannot be reached several times in a row
   */
  async run(): Promise<void> {
    const own = new AbortController();
    this.#signal.addEventListener('abort', () => own.abort(), { once: true });
    try {
      await Promise.all(Array.from({ length: REQUESTS }, () => this.#work(own.signal)));
    } finally {
      // If one request is refused, the others end, too.
      own.abort();
    }
  }

  async #work(signal: AbortSignal): Promise<void> {
    while (this.#left > 0) {
      signal.throwIfAborted();
      const now = Date.now();
      const servers = this.#notBefore > now ? [] : this.#take(now);
      if (servers.length > 0) await this.#ask(servers, signal);
      else await this.#pause(now, signal);
    }
  }

  /** Takes servers for one request. The links of each come in turn, so that few wait for each other. */
  #take(now: number): Server[] {
    const taken: Server[] = [];
    const later: Server[] = [];
    let free = BATCH;
    let at = 0;
    for (; at < this.#free.length && free > 0; at++) {
      const server = this.#free[at];
      if (server === undefined) break;
      if (server.notBefore > now) later.push(server);
      else {
        taken.push(server);
        free -= Math.min(OF_ONE_SERVER, server.targets.length);
      }
    }
    this.#free = [...later, ...this.#free.slice(at)];
    return taken;
  }

  async #pause(now: number, signal: AbortSignal): Promise<void> {
    const isFree = this.#free.length > 0;
    const server = this.#free.reduce((first, { notBefore }) => Math.min(first, notBefore), Number.POSITIVE_INFINITY);
    const until = Math.max(this.#notBefore, isFree ? server : 0);
    if (until > now + 1000 && isFree) this.#events.waiting(until);
    await sleep(Math.min(1000, Math.max(50, until - now)), signal);
    if (Date.now() >= until) this.#events.waiting(null);
  }

  async #ask(servers: readonly Server[], signal: AbortSignal): Promise<void> {
    const batch = inTurn(
      servers.map((server) => server.targets.splice(0, OF_ONE_SERVER).map((target) => ({ target, server }))),
    );
    let answered = 0;
    try {
      const items = batch.map(({ target }) => target);
      for await (const answer of postLines({ address: this.#address, items, signal, token: null })) {
        const item = batch[answered];
        if (item === undefined) break;
        answered += 1;
        this.#accept(item.target, item.server, answer);
      }
      if (answered === batch.length) this.#failures = 0;
      else this.#fail(new Refusal('The service ended its answer too early.'));
    } catch (error) {
      if (signal.aborted || error instanceof Refusal) throw error;
      if (error instanceof WaitRequest) this.#wait(error.seconds);
      else this.#fail(error);
    } finally {
      for (const { target, server } of batch.slice(answered).toReversed()) server.targets.unshift(target);
      this.#free.push(...servers.filter(({ targets }) => targets.length > 0));
    }
  }

  #accept(target: string, server: Server, answer: LineAnswer): void {
    const result = resultOf(answer);
    const wait = waitOf(answer);
    const attempts = (this.#attempts.get(target) ?? 0) + 1;
    if (wait !== null && (wait !== 'request' || attempts < ATTEMPTS)) {
      if (wait === 'request') this.#attempts.set(target, attempts);
      if (wait === 'client') this.#wait(RATE_PERIOD_S);
      if (wait === 'server') server.notBefore = Date.now() + RATE_PERIOD_S * 1000;
      server.targets.push(target);
      return;
    }
    this.#left -= 1;
    this.#events.checked(target, result);
  }

  #wait(seconds: number): void {
    this.#notBefore = Math.max(this.#notBefore, Date.now() + seconds * 1000);
  }

  /** @throws Refusal if that was the last attempt */
  #fail(error: unknown): void {
    this.#failures += 1;
    const reason = error instanceof Error ? error.message : String(error);
    if (this.#failures >= ATTEMPTS) throw new Refusal(`The service cannot be reached: ${reason}`);
    this.#wait(BACKOFF_S ** this.#failures);
  }
}

/** What has to end before a link can be asked about again; `null` = the answer is the result. */
function waitOf({ status, reason }: LineAnswer): 'client' | 'server' | 'request' | null {
  if (status === 429) return 'client';
  if (status !== 'not-checked') return null;
  if (reason === 'rate-limited') return 'server';
  // The service has no more connections for this request, but for the next one.
  return reason === 'connection-limit' ? 'request' : null;
}

function resultOf(answer: LineAnswer): CheckedLink {
  const { status, detail, location, checkedAt, archives } = answer;
  return {
    // A problem says why the service did not ask.
    status: isStatus(status) ? status : 'not-checked',
    detail: textOf(detail) ?? 'The service did not say why.',
    location: textOf(location),
    checkedAt: textOf(checkedAt) ?? '',
    archives: Array.isArray(archives) ? archives.flatMap(archiveOf) : [],
  };
}

function isStatus(value: unknown): value is LinkStatus {
  return typeof value === 'string' && Object.hasOwn(STATUS_NAMES, value);
}

function archiveOf(value: unknown): readonly ArchiveAddress[] {
  const { name, url, dated }: LineAnswer = typeof value === 'object' && value !== null ? { ...value } : {};
  const address = textOf(url);
  // Settings name archives. Anything else would be a link that runs a script.
  if (address === null || !/^https?:\/\//.test(address)) return [];
  const withDate = textOf(dated);
  return [
    { name: textOf(name) ?? address, url: address, dated: /^https?:\/\//.test(withDate ?? '') ? withDate : null },
  ];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** The host, as the service counts servers. Links without one have the server of a setting. */
function serverOf(target: string): string {
  return /^[a-z\d+.-]+:\/\/(\[[^\]]*\]|[^/?#:]*)/.exec(target)?.[1] || target.slice(0, target.indexOf(':'));
}

/** The first of each list, then the second of each. */
function inTurn<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}

/** Waits, and throws the reason of the signal if that comes first. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}
