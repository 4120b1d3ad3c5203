/**
 * The log of the Worker: one line of JSON for each request, some for changes of many links, and one for each fault of
 * the Worker itself. None may hold a path, a query, user info or the address of a client, apart from the slugs of links
 * that their owners change.
 */
import { ConfigurationError } from './errors/request-error.ts';
import { StoreError } from './errors/store-error.ts';

/** Notes for the log line of a request. They hold what the lines may. */
export interface Notes {
  /** The pattern of the route, such as `/v1/links/{slug}`; `null` if no route matched. */
  route: string | null;
  /** The scheme of the URL; `unknown` for a scheme that is not in the registry, `null` for a request without a URL. */
  scheme: string | null;
  /** The number of URLs in the body. */
  urls: number;
  /** Whether either side broke off before a streamed answer was complete. */
  aborted: boolean;
  /** Why a link was not opened: the egress rule, or the code of the error; `null` = it was, or there was none. */
  refusal: string | null;
  /** Whether an FTP server sent as many octets as it announced, but not its reply 226; absent = no. */
  unconfirmed?: boolean;
  /** The octets of the body, of a file or of known length; 0 for other bodies. */
  octets: number;
  /** The owner of the token; absent without a valid one. */
  owner?: string;
  /** Whether it is the token of an administrator; absent = no. */
  admin?: true;
  /** What the owner asked for, also if it was refused. */
  action?: string;
  /** The slug of the link that the owner changes, or asks to change; absent = none, or several. */
  slug?: string;
  /**
   * Where the answer of a gateway comes from: a fresh copy, a `stale` one because the server did not answer, an answer
   * on its way to another reader (`collapsed`), or the server (`miss`); absent = it is for this reader alone.
   */
  cache?: 'hit' | 'stale' | 'collapsed' | 'miss';
}

/** The notes of a request of which nothing is known yet. */
export function newNotes(): Notes {
  return { route: null, scheme: null, urls: 0, aborted: false, refusal: null, octets: 0 };
}

/** A request that was answered, for its line. */
export interface LogRecord {
  /** When it began, in milliseconds since 1970. */
  readonly began: number;
  /** What its answer has as `X-Request-Id`. */
  readonly id: string;
  readonly method: string;
  readonly notes: Notes;
  readonly status: number;
  readonly ms: number;
}

/** A line has each note, so that a new one cannot be left out. Its time is written before it. */
type LogLine = { readonly [Note in keyof Required<Notes>]: Notes[Note] } & Omit<LogRecord, 'began' | 'notes'>;

/** Writes the line of a request. `ms` is time on the platform's clock, which stands still while code runs. */
export function logRequest({ began, id, method, notes, status, ms }: LogRecord): void {
  const { route, scheme, urls, aborted, refusal, octets, unconfirmed, owner, admin, action, slug, cache } = notes;
  const line: LogLine = {
    id,
    method,
    route,
    scheme,
    urls,
    aborted,
    refusal,
    octets,
    unconfirmed,
    owner,
    admin,
    action,
    slug,
    cache,
    status,
    ms,
  };
  console.log(`{"time":"${loggedTime(began)}",${JSON.stringify(line).slice(1)}`);
}

/** The slugs of a line. Platforms cut long ones. */
const SLUGS_OF_A_LINE = 100;

/** Writes lines of links that a request on many has changed, when they are changed: it may go on for hours. */
export function logChanges({ id, notes }: Pick<LogRecord, 'id' | 'notes'>, slugs: readonly string[]): void {
  const { owner, admin, action } = notes;
  for (let from = 0; from < slugs.length; from += SLUGS_OF_A_LINE) {
    const line = { id, owner, admin, action, slugs: slugs.slice(from, from + SLUGS_OF_A_LINE) };
    console.log(`{"time":"${loggedTime(Date.now())}",${JSON.stringify(line).slice(1)}`);
  }
}

/** The second of the newest line, since 1970, and its text up to the point before the milliseconds. */
let second = Number.NaN;
let secondText = '';

/** A time as ISO 8601. Many lines share a second, whose text takes the runtime 2 µs of a redirect's 120. */
function loggedTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds !== second) {
    secondText = new Date(seconds * 1000).toISOString().slice(0, -'000Z'.length);
    second = seconds;
  }
  const rest = String(Math.floor(milliseconds) - seconds * 1000);
  return `${secondText}${rest.padStart(3, '0')}Z`;
}

/** Faults that have their line: one may be the answer to many lines of a batch. */
const logged = new WeakSet<Error>();

/**
 * Writes the line of a fault, once: its name and its place in the code, and for a store what failed. The message may
 * quote a URL or a server, so it is left out.
 *
 * @param id - what the answer to the request has as `X-Request-Id`; absent = no request waits for it
 */
export function logFault(error: unknown, id: string | null = null): void {
  const fault = error instanceof Error ? error : new TypeError();
  if (logged.has(fault)) return;
  logged.add(fault);
  const { name, message, stack = '' } = fault;
  // A message can have lines that look like frames.
  const lines = stack.replace(message, '').split('\n');
  const frames = lines.filter((line) => /^\s+at /.test(line)).map((line) => line.trim());
  const failed = error instanceof StoreError ? error : null;
  const detail = error instanceof ConfigurationError ? error.message : (failed?.advice ?? null);
  writeFault({ id, fault: name, ...failed?.logged, detail, frames });
}

function writeFault(line: object): void {
  console.error(`{"time":"${loggedTime(Date.now())}",${JSON.stringify(line).slice(1)}`);
}

/** Writes the line of a trouble that this process gets over. The sentence must not quote a URL or a client. */
export function logTrouble(fault: string, detail: string): void {
  writeFault({ id: null, fault, detail, frames: [] });
}
