/**
 * The services that a link is looked up at: its own, or all of `CNRP_SERVICES`. Their answers stay apart, because a
 * service orders its results by a relevance of its own (RFC 3367 §4.2.2).
 */

import { CNRP_PORT, type CnrpServer } from '../../../src/net/configured-servers.ts';
import { Deadline, underSignal } from '../../../src/net/deadline.ts';
import { codeOf, GatewayError, gatewayErrorOf, isFailure } from '../../../src/net/failure.ts';
import type { CnrpAnswer } from '../../../src/protocols/cnrp/answer.ts';
import { askService, refusalIn } from '../../../src/protocols/cnrp/client.ts';
import type { Connect } from '../../../src/protocols/connection.ts';
import { ProtocolError } from '../../../src/protocols/protocol-error.ts';
import { type GoAttribute, type GoRequest, withProperties } from '../../../src/schemes/go/request.ts';
import type { Environment } from '../../settings/environment.ts';
import type { GatewayContext } from '../contract/contract.ts';

/** A service with its answer, or with the reason why it has none. */
export type ServiceOutcome = { readonly server: CnrpServer } & (
  | { readonly answer: CnrpAnswer; readonly error: null }
  | { readonly answer: null; readonly error: GatewayError }
);

export function nameOf({ host, port }: CnrpServer): string {
  return port === CNRP_PORT ? host : `${host}:${port}`;
}

export interface ServicesContext extends Pick<GatewayContext<'go'>, 'resolution' | 'connect'> {
  readonly request: Pick<Request, 'signal'>;
  readonly environment: Pick<Environment, 'cnrpServices' | 'deadlines'>;
}

/**
 * Asks every service of a link.
 *
 * @param properties - to add to the query, such as the defaults of a client
 * @param isCheck - whether the failure of one service leaves open what the link leads to, though no other has an entry
 * @throws GatewayError if no service has anything for it
 */
export async function askServices(
  context: ServicesContext,
  properties: readonly GoAttribute[] = [],
  isCheck = false,
): Promise<readonly ServiceOutcome[]> {
  const { request: linked, components, details } = context.resolution;
  if (linked === null) {
    throw new GatewayError('bad-request', 'A CNRP query is XML in UTF-8, which cannot contain these characters.');
  }
  const request = properties.length === 0 ? linked : withProperties(linked, details, properties);
  const servers = serversFor(components, context.environment);
  const [only, ...others] = servers;
  const outcomes: readonly ServiceOutcome[] =
    only !== undefined && others.length === 0
      ? [{ server: only, answer: await askService(connectTo(context, only), only, request), error: null }]
      : await Promise.all(servers.map((server) => askInTime(context, server, request)));
  checkOutcomes(context, outcomes, isCheck);
  return outcomes;
}

/**
 * The services that a link is looked up at.
 *
 * @throws GatewayError `not-implemented` if there are none: then nobody was asked, and nothing is known of the link
 */
function serversFor(
  { host, port }: ServicesContext['resolution']['components'],
  { cnrpServices }: Pick<Environment, 'cnrpServices'>,
): readonly CnrpServer[] {
  // An empty host is localhost (RFC 3368 §3.3.2), which here can only mean the services of this gateway.
  if (host !== null && host !== '') return [{ host, port: port ?? CNRP_PORT }];
  if (cnrpServices.length > 0) return cnrpServices;
  const detail = 'The link names no CNRP service, and none is configured.';
  throw new GatewayError('not-implemented', detail, {
    advice: 'Name a service in the link, as in go://cnrp.example?fidonet.',
  });
}

/**
 * Asks one service of several. It has as long for its whole answer as a server has for its first octet: the others have
 * answered, and a reader waits.
 */
async function askInTime(context: ServicesContext, server: CnrpServer, request: GoRequest): Promise<ServiceOutcome> {
  const slow = new ProtocolError('timeout', 'The service did not answer in time.');
  const deadline = new Deadline(context.environment.deadlines.first, slow, context.request.signal);
  const connect: Connect = async (tls) => {
    const connection = await connectTo(context, server)(tls);
    deadline.signal.addEventListener('abort', () => connection.close(), { once: true });
    if (deadline.signal.aborted) connection.close();
    return connection;
  };
  try {
    const answer = await underSignal(askService(connect, server, request), deadline.signal);
    return { server, answer, error: null };
  } catch (error) {
    if (!isFailure(error) || codeOf(error) === 'client-closed') throw error;
    return { server, answer: null, error: gatewayErrorOf(error) };
  } finally {
    deadline.end();
  }
}

function connectTo({ connect }: ServicesContext, { host, port }: CnrpServer): Connect {
  return (tls) => connect({ host, port, tls });
}

/** Whether a link asks for the service itself, and not for a name or an id. */
export function asksForService({ resolution }: Pick<GatewayContext<'go'>, 'resolution'>): boolean {
  const { commonName, id } = resolution.details;
  return commonName === null && id === null;
}

/** @throws GatewayError if no answer has anything to show beside statuses */
function checkOutcomes(context: ServicesContext, outcomes: readonly ServiceOutcome[], isCheck: boolean): void {
  const answers = outcomes.flatMap(({ answer }) => answer ?? []);
  const wantsService = asksForService(context);
  const hasContent = ({ results, referrals, services }: CnrpAnswer): boolean =>
    results.length > 0 || referrals.length > 0 || (wantsService && services.length > 0);
  if (answers.some(hasContent)) return;
  const failures = outcomes.flatMap(({ server, error }) => (error === null ? [] : [{ server, error }]));
  const [first] = failures;
  const details = failures.map(({ server, error }) => `${nameOf(server)}: ${error.message}`).join(' ');
  if (answers.length === 0 && first !== undefined) throw new GatewayError(first.error.code, details);
  const refusal = refusalIn(answers.flatMap((answer) => answer.statuses));
  if (isCheck && first !== undefined && refusal.code === 'not-found') {
    throw new GatewayError(first.error.code, `No service that answered has an entry for this. ${details}`);
  }
  throw new GatewayError(codeOf(refusal), `${refusal.message} ${details}`.trim(), {
    cause: refusal,
    ...(refusal.reply !== null && { reply: refusal.reply }),
    ...(refusal.code === 'not-found' && { advice: 'Check the spelling of the name.' }),
  });
}
