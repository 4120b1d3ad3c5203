/** Contexts of requests for tests of parts that run without the runtime. */
import { parseQuery } from '../../../worker/http/query.ts';
import type { RequestContext } from '../../../worker/http/request-context.ts';
import { newNotes } from '../../../worker/log.ts';
import { environmentOf } from '../../../worker/settings/environment.ts';

const environment = environmentOf({ ASSETS: { fetch: () => Promise.resolve(new Response()) } });

export interface AskOptions extends Partial<Pick<RequestContext, 'method' | 'environment'>> {
  readonly headers?: Record<string, string>;
  /** The body of a POST; absent = none. */
  readonly body?: BodyInit;
}

/** The context of a request for a path. */
export function contextOf(path: string, { headers = {}, body, ...others }: AskOptions = {}): RequestContext {
  const url = `https://waypost.example${path}`;
  return {
    request: new Request(url, body === undefined ? { headers } : { method: 'POST', headers, body }),
    method: 'GET',
    id: 'request-1',
    url,
    query: parseQuery(url),
    params: {},
    environment,
    notes: newNotes(),
    streaming: [],
    waitUntil: () => {},
    reservedWords: new Map(),
    ...others,
  };
}
