/** The context of a request for a link, for tests of parts of gateways that run without the runtime. */
import { explain } from '../../../src/index.ts';
import { openerOf } from '../../../src/open/registry.ts';
import type { Credentials } from '../../../src/protocols/credentials.ts';
import { linkBuilder } from '../../../worker/gateway/contract/link-builder.ts';
import { builtInGateways } from '../../../worker/gateway/open/built-in.ts';
import { type AskContext, prepareRequest } from '../../../worker/gateway/open/gateway-request.ts';
import { type ShapeContext, shapeContext } from '../../../worker/gateway/shapes/context.ts';
import { parseQuery } from '../../../worker/http/query.ts';
import { newNotes } from '../../../worker/log.ts';
import { environmentOf } from '../../../worker/settings/environment.ts';

const ASSETS = { fetch: () => Promise.resolve(new Response()) };

export interface Asking {
  /** The link that is opened. Default: a gopher menu. */
  readonly link?: string;
  /** The query of the request, with its question mark. */
  readonly query?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** Absent = none. */
  readonly body?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly credentials?: Credentials;
}

/** What `prepareRequest` takes, for a request without a gateway path. */
export function askContext({ query = '', method = 'GET', headers = {}, body, settings = {} }: Asking): AskContext {
  const url = `https://waypost.example/open${query}`;
  return {
    request: new Request(url, { method, headers, ...(body !== undefined && { body }) }),
    method,
    id: 'request-1',
    url,
    query: parseQuery(url),
    params: {},
    environment: environmentOf({ ASSETS, ...settings }, builtInGateways),
    notes: newNotes(),
    streaming: [],
    waitUntil: () => {},
    reservedWords: new Map(),
    gatewayPath: null,
    onPlatform: false,
    prosperoTransport: () => () => Promise.reject(new Error('nothing is sent')),
  };
}

/** The context of a shape. */
export function contextOf(asking: Asking = {}): ShapeContext {
  const link = explain(asking.link ?? 'gopher://h.example/1/', { complete: true });
  const asked = askContext(asking);
  const links = linkBuilder(link.canonical, 'https://waypost.example', asked.environment);
  const opener = openerOf(link.scheme);
  if (opener === undefined) throw new Error(`nothing opens ${link.scheme}`);
  const { context, lifetime } = prepareRequest(link, links, asked);
  lifetime.lift();
  return shapeContext(context, opener, asking.credentials ?? null);
}
