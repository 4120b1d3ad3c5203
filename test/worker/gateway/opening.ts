/** Gateways without a Worker: the context of a request, servers in memory, and pages of what a test makes up. */
import { canonicalize, explain, type Resolution } from '../../../src/index.ts';
import { Memory } from '../../../src/open/memory.ts';
import type { AnyOpened } from '../../../src/open/opened.ts';
import { openerOf } from '../../../src/open/registry.ts';
import type { Connect } from '../../../src/protocols/connection.ts';
import type { GatewayContext } from '../../../worker/gateway/contract/contract.ts';
import { linkBuilder } from '../../../worker/gateway/contract/link-builder.ts';
import { builtInGateways, gateways } from '../../../worker/gateway/open/built-in.ts';
import { viewOf } from '../../../worker/gateway/open/gateway-request.ts';
import { type ShapeContext, shapeContext } from '../../../worker/gateway/shapes/context.ts';
import { respond } from '../../../worker/gateway/shapes/gateway-of.ts';
import { parseQuery } from '../../../worker/http/query.ts';
import { newNotes } from '../../../worker/log.ts';
import { environmentOf } from '../../../worker/settings/environment.ts';
import { connectTo } from '../../src/open/connect.ts';

export interface Asked {
  /** The query of the address, without its question mark. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
  /** Variables and bindings of the Worker. */
  readonly vars?: Readonly<Record<string, unknown>>;
  /** The server of the link. Absent = nothing may be reached. */
  readonly server?: { readonly connect: Connect };
  readonly memory?: Memory;
  /** Further members of the context. */
  readonly more?: Partial<GatewayContext>;
}

/** What a browser sends that opens an address in a window. */
const BROWSER = { Accept: 'text/html', 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate' };

const ROOT = 'https://waypost.example';

/** The context of a request for a link. */
export function gatewayContext(url: string, asked: Asked = {}): GatewayContext {
  const { query: written = '', headers = {}, body, vars = {}, server, memory = new Memory(), more = {} } = asked;
  const ASSETS = { fetch: () => Promise.resolve(new Response('<p>The frame</p>')) };
  const environment = environmentOf({ ASSETS, ...vars }, builtInGateways);
  const links = linkBuilder(canonicalize(url), ROOT, environment);
  const own = links.self();
  const address = ROOT + own + (written === '' ? '' : `${own.includes('?') ? '&' : '?'}${written}`);
  const method = body === undefined ? 'GET' : 'POST';
  const request = new Request(address, {
    method,
    headers: { ...BROWSER, ...headers },
    ...(body !== undefined && { body }),
  });
  const query = parseQuery(`${ROOT}/?${written}`);
  const nothing = () => Promise.reject(new TypeError('nothing may be reached'));
  return {
    resolution: explain(url, { complete: true }),
    request,
    query,
    view: viewOf({ request, query, environment } as Parameters<typeof viewOf>[0]),
    links,
    mayAskPassword: false,
    authorization: null,
    robot: null,
    environment,
    memory,
    notes: newNotes(),
    execution: { waitUntil() {}, announce() {} },
    judgeServer() {},
    resolveServer: () => Promise.resolve(),
    askProspero: nothing,
    connect: (server === undefined ? nothing : connectTo(server).connect) as GatewayContext['connect'],
    ...more,
  };
}

/** The answer of the gateway of a link. */
export async function opened(url: string, asked: Asked = {}): Promise<Response> {
  const context = gatewayContext(url, asked);
  const gateway = gatewayFor(context.resolution);
  return asked.body === undefined ? gateway.open(context) : (gateway.submit ?? gateway.open)(context);
}

function gatewayFor({ scheme }: Resolution) {
  const gateway = gateways.get(scheme);
  if (gateway === undefined) throw new TypeError(`no gateway for ${scheme} links`);
  return gateway;
}

/** The context of what a link leads to. */
export function shapeContextOf(url: string, asked: Asked = {}): ShapeContext {
  const context = gatewayContext(url, asked);
  const opener = openerOf(context.resolution.scheme);
  if (opener === undefined) throw new TypeError(`nothing opens ${url}`);
  return shapeContext(context, opener, null);
}

/** The answer for a link that leads to this shape. */
export function shown(url: string, shape: AnyOpened, asked: Asked = {}): Promise<Response> {
  return respond(shapeContextOf(url, asked), shape as Parameters<typeof respond>[1], {});
}
