/** The JSON about a session: what the link is, and the address of its WebSocket. */
import { SUBPROTOCOL } from '../../pages/terminal/messages.ts';
import type { GatewayContext } from '../contract/contract.ts';
import type { Advice } from './view-parameters.ts';

/**
 * The body of an answer in JSON.
 *
 * @param advice - what the link suggests to log in with
 */
export function sessionJson(
  { resolution, links }: Pick<GatewayContext<'terminal'>, 'resolution' | 'links'>,
  { user }: Pick<Advice, 'user'>,
): object {
  const { canonical, scheme, components } = resolution;
  const { host, port } = components;
  const socket = `${links.root.replace(/^http/, 'ws')}${links.self()}`;
  return { kind: 'terminal', url: canonical, protocol: scheme, host, port, user, socket, subprotocol: SUBPROTOCOL };
}
