/** How the suite of `guardedFetch` calls servers, which look public to it. */
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect } from 'vitest';
import { EgressError } from '../../../src/egress/egress-error.ts';
import type { LimitOptions } from '../../../src/guarded-fetch/options.ts';
import type { WebhookOptions } from '../../../src/webhooks/policy.ts';
import { type Receiver, receiver } from './receiver.ts';

/** Looks up a name; each call may have another answer. */
export type TestResolve = (name: string) => Promise<readonly string[]>;

interface CallOptions extends WebhookOptions, LimitOptions {}

/** `guardedFetch` of a platform, with a resolver and the authority of the tests. */
export type FetchWith = (
  url: string,
  init: RequestInit | Request,
  options: CallOptions,
  resolve: TestResolve,
) => Promise<Response>;

export interface Platform {
  readonly fetch: FetchWith;
  /** The codings that it asks for. */
  readonly codings: string;
}

/** A request as the receiver saw it. */
export interface Echoed {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const readEcho = (response: Response): Promise<Echoed> => response.json();

export type Calls = ReturnType<typeof callsOf>;

/** What the tests of a platform need. */
export function callsOf({ fetch, codings }: Platform) {
  const open: Receiver[] = [];
  afterAll(() => Promise.all(open.map((server) => server.close())));
  const started = async (server: Promise<Receiver>): Promise<Receiver> => {
    open.push(await server);
    return server;
  };

  /** Calls a server of this test by a name, as if it were public. */
  const call = (
    { port }: Pick<Receiver, 'port'>,
    init: RequestInit | Request = {},
    options: CallOptions = {},
    { scheme = 'http', path = '/in?a=b', name = 'localhost.example.com', more = [] as readonly number[] } = {},
  ) =>
    fetch(
      init instanceof Request ? init.url : `${scheme}://${name}:${port}${path}`,
      init,
      {
        schemes: ['http', 'https'],
        egress: { EGRESS_ALLOW: [port, ...more].map((port) => `127.0.0.1:${port}`).join(' ') },
        ...options,
      },
      async () => ['127.0.0.1'],
    );

  const failure = async (called: Promise<Response>): Promise<readonly [code: string, rule: string]> => {
    const error: unknown = await called.then(
      async (response) => new Error(`It answered: ${await response.text()}`),
      (error) => error,
    );
    if (!(error instanceof EgressError)) throw error;
    expect(error.message).toMatch(/\.$/);
    return [error.code, error.rule];
  };
  const bodyFailure = (called: Promise<Response>) =>
    failure(called.then((response) => response.text()).then((text) => new Response(text)));

  /** Repeats the request as JSON. */
  let echo: Receiver;
  beforeAll(async () => {
    echo = await started(
      receiver(async (request, response) => {
        const body = await text(request);
        const { method, url, headers } = request;
        response.setHeader('Set-Cookie', ['a=1', 'b=2']).end(JSON.stringify({ method, url, headers, body }));
      }),
    );
  });
  const echoed = async (init: RequestInit | Request) => readEcho(await call(echo, init));
  return {
    ...{ fetch, codings, started, call, failure, bodyFailure, echoed },
    get echo() {
      return echo;
    },
  };
}
