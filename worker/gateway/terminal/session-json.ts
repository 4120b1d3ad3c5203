/** The JSON about a session: what the link is, and the address of its WebSocket. */
import { SUBPROTOCOL } from '../../pages/terminal/messages.ts';
import type { GatewayContext } from '../contract/contract.ts';
import { adviceOf } from './view-parameters.ts';

/** The address may change its meaning with the settings, and nothing is gained by a cached answer. */
const FRESH = { 'Cache-Control': 'no-store', Vary: 'Accept' };

export function describeSession(context: GatewayContext<'terminal'>): Response {
  const { resolution, links } = context;
  const { host, port } = resolution.components;
  const { user } = adviceOf(context);
  const socket = `${links.root.replace(/^http/, 'ws')}${links.self()}`;
  const body = { kind: 'terminal', url: resolution.canonical, protocol: resolution.scheme, host, port, user };
  return Response.json({ ...body, socket, subprotocol: SUBPROTOCOL }, { headers: FRESH });
}
