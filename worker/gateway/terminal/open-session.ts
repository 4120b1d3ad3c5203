/**
 * The upgrade: a page of this Worker asks for a WebSocket, and gets a session with the server of the link. The policy
 * and the rate limits are applied before the answer of 101.
 */
import type { SessionProtocol } from '../../../src/protocols/telnet/session.ts';
import { codeOf, isFailure } from '../../errors/gateway-error.ts';
import { fault, RequestError } from '../../errors/request-error.ts';
import { originOf } from '../../http/request-context.ts';
import { CLOSE, PageSocket } from '../../net/web-socket.ts';
import { SUBPROTOCOL } from '../../pages/terminal/messages.ts';
import type { GatewayContext } from '../contract/contract.ts';
import { endOf, SESSION_DEADLINES, Session } from './session.ts';

/** Whether a request asks for a WebSocket (RFC 6455 §4.1). */
export function isUpgrade({ method, headers }: Request): boolean {
  return method === 'GET' && headers.get('Upgrade')?.toLowerCase() === 'websocket';
}

/**
 * Opens a session.
 *
 * @throws RequestError `foreign-page`
 * @throws GatewayError as `context.connect`, unless the client understands our control messages: scripts cannot read
 * the answer to a failed handshake, so such a client gets the error in a WebSocket that ends at once
 */
export async function openSession(context: GatewayContext<'terminal'>, protocol: SessionProtocol): Promise<Response> {
  const { request, environment, execution } = context;
  // Cross-origin resource sharing does not apply to WebSockets: any page could use its visitor's browser.
  if (request.headers.get('Origin') !== originOf(request)) {
    throw new RequestError('foreign-page', [fault('foreign-page', 'Only a page of this service may open a session.')]);
  }
  const subprotocol = offers(request, SUBPROTOCOL) ? SUBPROTOCOL : null;
  try {
    const connection = await context.connect({ deadlines: SESSION_DEADLINES });
    const { response, page } = PageSocket.open(subprotocol);
    execution.waitUntil(new Session(page, connection, protocol, environment.deadlines).run());
    return response;
  } catch (error) {
    if (subprotocol === null || !isFailure(error)) throw error;
    const { response, page } = PageSocket.open(subprotocol);
    page.tell(endOf(error));
    page.close(CLOSE.normal, codeOf(error));
    return response;
  }
}

function offers({ headers }: Request, subprotocol: string): boolean {
  const offered = headers.get('Sec-WebSocket-Protocol') ?? '';
  return offered.split(',').some((name) => name.trim() === subprotocol);
}
