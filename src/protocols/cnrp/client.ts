/** Asks a CNRP service (RFC 3367): an HTTP POST over a connection of its own, and the XML of its answer. */
import type { GoRequest } from '../../schemes/go/request.ts';
import type { Connect } from '../connection.ts';
import { type CollectedAnswer, exchange } from '../http/exchange.ts';
import { protocolLimits } from '../limits.ts';
import { ProtocolError } from '../protocol-error.ts';
import { type CnrpAnswer, type CnrpStatus, parseAnswer } from './answer.ts';

const HTTP_PORT = 80;
const MEDIA_TYPES: ReadonlySet<string> = new Set(['application/cnrp+xml', 'application/xml', 'text/xml']);

/**
 * Asks a service for names, an id or its description.
 *
 * @param server - for the field `Host`; IPv6 in brackets
 * @param request - of a go link
 * @throws ProtocolError as `connect` and `exchange`; with the status of HTTP if that is not 200; `malformed` for an
 * answer that is not one of CNRP. Problems of CNRP itself are statuses of the answer (RFC 3367 §5): see
 * {@link refusalIn}.
 */
export async function askService(
  connect: Connect,
  { host, port }: { readonly host: string; readonly port: number },
  { method, headers, body }: GoRequest,
): Promise<CnrpAnswer> {
  const connection = await connect('none');
  try {
    const request = {
      method,
      host: port === HTTP_PORT ? host : `${host}:${port}`,
      target: '/',
      headers,
      body: new TextEncoder().encode(body),
    };
    return answerIn(await exchange(connection, request, protocolLimits.cnrpBody));
  } finally {
    connection.close();
  }
}

function answerIn({ status, headers, body }: CollectedAnswer): CnrpAnswer {
  if (status !== 200) throw httpRefusal(status);
  const [type = ''] = (headers.get('content-type') ?? 'application/cnrp+xml').toLowerCase().split(/[\t ]*;/);
  if (!MEDIA_TYPES.has(type)) {
    throw new ProtocolError('malformed', 'The server did not answer with CNRP. It may be an ordinary web server.');
  }
  return parseAnswer(body);
}

function httpRefusal(status: number): ProtocolError {
  if (status === 401 || status === 403) {
    return new ProtocolError('forbidden', 'The service requires a login.', { status });
  }
  if (status === 429 || status === 503) return new ProtocolError('busy', 'The service cannot answer now.', { status });
  const what =
    status >= 300 && status < 400 ? 'redirects to another address, which this gateway does not follow' : 'answers';
  return new ProtocolError('malformed', `The service ${what} (HTTP status ${status}).`, { status });
}

const LONGEST_QUOTE = 300;

/**
 * The error for answers without content: of the best of their statuses.
 *
 * @example
 * ```ts
 * const busy = { code: '4.2.1', class: 4, meaning: 'The service is busy.', text: '', about: null };
 * refusalIn([busy]).code; // 'busy'
 * ```
 */
export function refusalIn(statuses: readonly CnrpStatus[]): ProtocolError {
  const isFailure = (status: CnrpStatus): boolean => status.class === 4 || status.class === 5;
  const best =
    statuses.find((candidate) => !isFailure(candidate)) ?? statuses.find((one) => one.class === 4) ?? statuses[0];
  const reply = best?.text.slice(0, LONGEST_QUOTE) ?? '';
  const quote = reply === '' ? '' : ` The service says: “${reply}”.`;
  const options = { reply, status: best?.code ?? null };
  if (best?.class === 4) return new ProtocolError('busy', `${best.meaning}${quote}`, options);
  if (best?.class === 5) return new ProtocolError('server-failure', `${best.meaning}${quote}`, options);
  return new ProtocolError('not-found', `No service has an entry for this.${quote}`, options);
}
