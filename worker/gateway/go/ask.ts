/** Asks one CNRP service: a POST over a connection of its own, and the XML of its answer. */
import { type CnrpAnswer, parseAnswer } from '../../../src/protocols/cnrp/answer.ts';
import { CnrpError } from '../../../src/protocols/cnrp/cnrp-error.ts';
import { exchange, type HttpAnswer } from '../../../src/protocols/http/exchange.ts';
import { protocolLimits } from '../../../src/protocols/limits.ts';
import type { GoRequest } from '../../../src/schemes/go/request.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { CnrpServer } from '../../settings/cnrp-services.ts';
import type { GatewayContext } from '../contract/contract.ts';

const HTTP_PORT = 80;
const MEDIA_TYPES: ReadonlySet<string> = new Set(['application/cnrp+xml', 'application/xml', 'text/xml']);

/**
 * Asks a service.
 *
 * @param signal - closes the connection when it aborts
 * @throws GatewayError as `connect` and `exchange`; `gateway-protocol` for an answer that is not one of CNRP
 */
export async function ask(
  { connect }: Pick<GatewayContext<'go'>, 'connect'>,
  { host, port }: CnrpServer,
  { headers, body }: GoRequest,
  signal: AbortSignal,
): Promise<CnrpAnswer> {
  const connection = await connect({ host, port });
  const close = (): void => connection.close();
  signal.addEventListener('abort', close, { once: true });
  if (signal.aborted) close();
  try {
    const request = {
      method: 'POST' as const,
      host: port === HTTP_PORT ? host : `${host}:${port}`,
      target: '/',
      headers,
      body: new TextEncoder().encode(body),
    };
    return answerIn(await exchange(connection, request, protocolLimits.cnrpBody));
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}

/** Problems of CNRP itself come with the status 200 (RFC 3367 §5). */
function answerIn({ status, headers, body }: HttpAnswer): CnrpAnswer {
  if (status !== 200) throw statusError(status);
  const [type = ''] = (headers.get('content-type') ?? 'application/cnrp+xml').toLowerCase().split(/[\t ]*;/);
  if (!MEDIA_TYPES.has(type)) {
    throw new GatewayError(
      'gateway-protocol',
      'The server did not answer with CNRP. It may be an ordinary web server.',
    );
  }
  try {
    return parseAnswer(body);
  } catch (error) {
    if (!(error instanceof CnrpError)) throw error;
    throw new GatewayError('gateway-protocol', error.message);
  }
}

function statusError(status: number): GatewayError {
  if (status === 401 || status === 403) {
    return new GatewayError('forbidden', 'The service requires a login.');
  }
  if (status === 429 || status === 503) return new GatewayError('gateway-busy', 'The service cannot answer now.');
  const what =
    status >= 300 && status < 400 ? 'redirects to another address, which this gateway does not follow' : 'answers';
  return new GatewayError('gateway-protocol', `The service ${what} (HTTP status ${status}).`);
}
