/** Asks Prospero servers for the Worker, which has no UDP: through the relay. */

import { abortReason, timedOut } from '../../src/net/deadline.ts';
import type { GatewayCode } from '../../src/net/failure.ts';
import { GatewayError, isFailure } from '../../src/net/failure.ts';
import { Collector } from '../../src/octets/collector.ts';
import { latin1Of, utf8Of } from '../../src/octets/octets.ts';
import { questionOf } from '../../src/open/prospero/question.ts';
import { protocolLimits } from '../../src/protocols/limits.ts';
import { ProtocolError } from '../../src/protocols/protocol-error.ts';
import { gatewayErrors } from '../errors/table.ts';
import type { ProsperoTransport } from '../gateway/contract/contract.ts';
import { admitTarget } from '../net/rate.ts';

/** The relay gives up after 20 seconds; this is what its answer may take in addition, in milliseconds. */
const PATIENCE = 25_000;
const LONGEST_DETAIL = 300;
const UNREACHABLE = 'The relay of this service cannot be reached.';

/**
 * Makes what asks Prospero servers for one request. It throws a GatewayError as the relay says, `not-implemented` if
 * there is none; or the reason of the signal. The relay judges each server.
 */
export const relayTransport: ProsperoTransport =
  ({ prosperoRelay, TARGET_RATE }, signal) =>
  async (...asked) => {
    if (prosperoRelay === null) throw new GatewayError('not-implemented', 'This service has no relay for Prospero.');
    const { url, secret, fetch } = prosperoRelay;
    const question = questionOf(...asked);
    await admitTarget(TARGET_RATE, question.host);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(question),
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
      });
      const octets = await octetsIn(response);
      if (response.status === 200) return latin1Of(octets);
      throw relayRefusal(utf8Of(octets) ?? '', response.headers.get('Retry-After'));
    } catch (error) {
      if (isFailure(error)) throw error;
      if (signal.aborted) throw abortReason(signal);
      if (error instanceof Error && error.name === 'TimeoutError') throw timedOut('total');
      throw new ProtocolError('unreachable', UNREACHABLE, { cause: error });
    }
  };

async function octetsIn({ body }: Response): Promise<Uint8Array> {
  const collector = new Collector(protocolLimits.prosperoAnswer);
  for await (const octets of body ?? []) {
    if (collector.add(octets) < octets.byteLength) throw new ProtocolError('too-large', 'The answer is too large.');
  }
  return collector.octets;
}

/** What the relay says about a question that has no answer. */
function relayRefusal(text: string, retryAfter: string | null): GatewayError {
  const { code, rule, detail } = membersOf(text);
  // That the relay does not know this service is the operator's fault, not the server's or the visitor's.
  if (!isCode(code) || code === 'unauthorized' || code === 'client-closed' || typeof detail !== 'string') {
    return new GatewayError('gateway-unreachable', UNREACHABLE);
  }
  return new GatewayError(code, detail.slice(0, LONGEST_DETAIL), {
    ...(typeof rule === 'string' && { rule }),
    ...(retryAfter !== null && /^\d{1,10}$/.test(retryAfter) && { headers: { 'Retry-After': retryAfter } }),
  });
}

function isCode(code: unknown): code is GatewayCode {
  return typeof code === 'string' && Object.hasOwn(gatewayErrors, code);
}

function membersOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
