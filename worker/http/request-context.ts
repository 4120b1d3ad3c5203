/** The context of one request, which every handler gets, and the shape of a route. */
import type { Notes } from '../log.ts';
import type { Environment } from '../settings/environment.ts';
import type { Query } from './query.ts';

/** The parameters of a path by their names, as they were sent: not percent-decoded. */
export type PathParameters = Readonly<Partial<Record<string, string>>>;

export interface RequestContext {
  readonly request: Request;
  /** The method of the request. Method and URL are read once, because each access is a call into the runtime. */
  readonly method: string;
  /** The identifier of the request, which its answer and its line in the log have. */
  readonly id: string;
  /** The absolute URL as it was sent, without `BASE_PATH`, at one of `HOSTS` if there are any. */
  readonly url: string;
  /** The query of the request, decoded. */
  readonly query: Query;
  /** The parameters in the path of the route. */
  readonly params: PathParameters;
  readonly environment: Environment;
  readonly notes: Notes;
  /** Promises that keep the Worker alive until a streamed answer is complete. The log line waits for them too. */
  readonly streaming: Promise<void>[];
  /** Hears the length of a streamed answer, in octets, which the runtime sends and does not tell. Absent = nobody. */
  readonly announce?: (length: number) => void;
  /** Hears that the server sent nothing, so that it may have failed. Absent = nobody. */
  readonly suspect?: () => void;
  /** Keeps the Worker alive for work beside the answer. */
  readonly waitUntil: (work: Promise<unknown>) => void;
  /** Words that must not be aliases of short links. */
  readonly reservedWords: ReadonlyMap<string, Reservation>;
}

/**
 * Why a word is reserved: `/word` is an address of this service, addresses of this service begin with `/word/`, or
 * people would take it for a page of the operator.
 */
export type Reservation = 'address' | 'beginning' | 'operator';

export type Handler = (context: RequestContext) => Response | Promise<Response>;

/**
 * The handlers of a route by their method. `GET` also answers HEAD. The answers to other methods (405) and to OPTIONS
 * follow from these; a route may have its own handler for OPTIONS.
 */
export type Route = Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS', Handler>>>;
