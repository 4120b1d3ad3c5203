/**
 * The gateway to interactive sessions: telnet (RFC 854), rlogin (RFC 1282) and tn3270 (RFC 1576, RFC 2355). Its page
 * has a WebSocket, which opens a connection.
 */
import * as v from 'valibot';
import { codeOf, isFailure } from '../../../src/net/failure.ts';
import { terminal as opener } from '../../../src/open/terminal/terminal.ts';
import { rloginSession, type SessionProtocol, telnetSession } from '../../../src/protocols/telnet/session.ts';
import { tn3270Session } from '../../../src/protocols/tn3270/records.ts';
import type { Model } from '../../../src/protocols/tn3270/screen.ts';
import { fault, RequestError } from '../../errors/request-error.ts';
import { readParameters } from '../../http/query.ts';
import { CLOSE, PageSocket } from '../../net/web-socket.ts';
import { SUBPROTOCOL } from '../../pages/terminal/messages.ts';
import type { Gateway, GatewayContext } from '../contract/contract.ts';
import { gatewayOf } from '../shapes/gateway-of.ts';
import { ownOrigin } from '../shapes/session.tsx';
import { endOf, RelayedSession, SESSION_DEADLINES } from './session.ts';

export const terminal: Gateway<'terminal'> = {
  ...gatewayOf(opener),
  upgrade: (context) => openSession(context, protocolOf(context)),
};

const models: readonly Model[] = [2, 3, 4, 5];

/** The name of a logical unit of VTAM, perhaps behind that of its network. */
const LOGICAL_UNIT = /^[A-Za-z0-9@#$_.-]{1,17}$/;

const DisplayQuery = v.looseObject({
  model: v.exactOptional(v.pipe(v.string(), v.transform(Number), v.picklist(models, 'must be 2, 3, 4 or 5'))),
  lu: v.exactOptional(v.pipe(v.string(), v.regex(LOGICAL_UNIT, 'must be up to 17 letters, digits or . - _ @ # $'))),
});

function protocolOf({ resolution, query }: GatewayContext<'terminal'>): SessionProtocol {
  switch (resolution.scheme) {
    case 'tn3270': {
      const { model = 2, lu = null } = readParameters(query, DisplayQuery);
      return tn3270Session(model, lu);
    }
    case 'rlogin':
      return rloginSession();
    default:
      return telnetSession();
  }
}

/**
 * Opens a session for a page of this Worker.
 *
 * @throws RequestError `foreign-page`
 * @throws GatewayError as `context.connect`, unless the client understands our control messages: scripts cannot read
 * the answer to a failed handshake, so such a client gets the error in a WebSocket that ends at once
 */
async function openSession(context: GatewayContext<'terminal'>, protocol: SessionProtocol): Promise<Response> {
  const { request, environment, execution } = context;
  // Cross-origin resource sharing does not apply to WebSockets: any page could use its visitor's browser.
  if (request.headers.get('Origin') !== ownOrigin(context)) {
    throw new RequestError('foreign-page', [fault('foreign-page', 'Only a page of this service may open a session.')]);
  }
  const offered = (request.headers.get('Sec-WebSocket-Protocol') ?? '').split(',').map((name) => name.trim());
  const subprotocol = offered.includes(SUBPROTOCOL) ? SUBPROTOCOL : null;
  try {
    const connection = await context.connect({ deadlines: SESSION_DEADLINES });
    const { response, page } = PageSocket.open(subprotocol);
    execution.waitUntil(new RelayedSession(page, connection, protocol, environment.deadlines).run());
    return response;
  } catch (error) {
    if (subprotocol === null || !isFailure(error)) throw error;
    const { response, page } = PageSocket.open(subprotocol);
    page.tell(endOf(error));
    page.close(CLOSE.normal, codeOf(error));
    return response;
  }
}
