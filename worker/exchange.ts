/**
 * One request on its way through the Worker: what every handler gets, and the shape of a route.
 */
import type { Environment } from './env.ts';

/** What the log line says beside status and duration. Never path, query, user info or an address. */
export interface Notes {
  /** The pattern of the route, such as `/v1/resolve`; `null` where none matched. */
  route: string | null;
  /** The scheme of the one URL that was asked for, if the registry knows it. */
  scheme: string | null;
  /** How many URLs the body had. */
  urls: number;
}

export interface Exchange {
  readonly request: Request;
  readonly method: string;
  /** The address without its query: all that the router needs. */
  readonly url: string;
  readonly environment: Environment;
  /** What the route's pattern matched, still percent-encoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly notes: Notes;
  /** Keeps the Worker alive until a streamed answer is out; the log line waits for it too. */
  readonly streaming: Promise<void>[];
}

export type Handler = (exchange: Exchange) => Response | Promise<Response>;

/** The methods an address takes. `GET` serves HEAD as well; OPTIONS and 405 follow from what stands here. */
export type Route = Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', Handler>>>;
