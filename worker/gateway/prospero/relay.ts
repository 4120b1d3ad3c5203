/** Asks the relay, which asks the server by UDP. One request has one deadline for all its questions. */

import { Collector } from '../../../src/octets/collector.ts';
import { latin1Of } from '../../../src/octets/octets.ts';
import { protocolLimits } from '../../../src/protocols/limits.ts';
import { escaped } from '../../../src/protocols/prospero/access.ts';
import type { ObjectPlace } from '../../../src/protocols/prospero/links.ts';
import type { Ask } from '../../../src/schemes/prospero/request.ts';
import type { ProtocolVersion } from '../../../src/schemes/prospero/tokens.ts';
import { GatewayError, isFailure } from '../../errors/gateway-error.ts';
import { type GatewayCode, gatewayErrors } from '../../errors/table.ts';
import { clientClosed, timedOut } from '../../net/deadline.ts';
import { admitTarget } from '../../net/rate.ts';
import type { Environment } from '../../settings/environment.ts';

/** The relay gives up after 20 seconds; this is what its answer may take in addition, in milliseconds. */
const PATIENCE = 25_000;
const LONGEST_DETAIL = 300;
const UNREACHABLE = 'The relay of this service cannot be reached.';

/** The server that a question goes to: canonical, with its port. */
export interface Server extends Pick<ObjectPlace, 'hsoname' | 'version'> {
  readonly host: string;
  readonly port: number;
}

/** What questions need of a request. */
export interface QuestionsContext {
  readonly request: Pick<Request, 'signal'>;
  readonly environment: Pick<Environment, 'deadlines' | 'prosperoRelay' | 'TARGET_RATE'>;
}

export class Questions {
  readonly #context: QuestionsContext;
  readonly #total: AbortSignal;

  constructor(context: QuestionsContext) {
    this.#context = context;
    const { total } = context.environment.deadlines;
    this.#total = AbortSignal.any([context.request.signal, ...(total === null ? [] : [AbortSignal.timeout(total)])]);
  }

  /**
   * The answer of a server, one character for each octet.
   *
   * @throws GatewayError as the relay says; `not-implemented` if there is none
   */
  async ask({ host, port, hsoname, version }: Server, ask: Ask, protocol: ProtocolVersion): Promise<string> {
    const { environment } = this.#context;
    const relay = environment.prosperoRelay;
    if (relay === null) throw new GatewayError('not-implemented', 'This service has no relay for Prospero.');
    await admitTarget(environment.TARGET_RATE, host);
    const question = { host, port, hsoname: escaped(hsoname), objectVersion: version, version: protocol, ask };
    try {
      const response = await relay.fetch(relay.url, {
        method: 'POST',
        headers: { Authorization: `Bearer ${relay.secret}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(question),
        redirect: 'manual',
        signal: AbortSignal.any([this.#total, AbortSignal.timeout(PATIENCE)]),
      });
      const text = latin1Of(await octetsOf(response));
      if (response.status === 200) return text;
      throw refusalOf(text);
    } catch (error) {
      if (isFailure(error)) throw error;
      if (this.#context.request.signal.aborted) throw clientClosed();
      if (error instanceof Error && error.name === 'TimeoutError') throw timedOut('total');
      throw new GatewayError('gateway-unreachable', UNREACHABLE, { cause: error });
    }
  }
}

async function octetsOf({ body }: Response): Promise<Uint8Array> {
  const collector = new Collector(protocolLimits.prosperoAnswer);
  for await (const octets of body ?? []) {
    if (collector.add(octets) < octets.byteLength) throw new GatewayError('gateway-limit', 'The answer is too large.');
  }
  return collector.octets;
}

/** What the relay says about a question that has no answer. */
function refusalOf(text: string): GatewayError {
  const { code, rule, detail } = membersOf(text);
  // That the relay does not know this service is the operator's fault, not the server's or the visitor's.
  if (!isCode(code) || code === 'unauthorized' || code === 'client-closed' || typeof detail !== 'string') {
    return new GatewayError('gateway-unreachable', UNREACHABLE);
  }
  const options = typeof rule === 'string' ? { rule } : {};
  return new GatewayError(code, detail.slice(0, LONGEST_DETAIL), options);
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
