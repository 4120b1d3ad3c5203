/**
 * The services that a link is looked up at: its own, or all of the settings. Their answers stay apart, because a
 * service orders its results by a relevance of its own (RFC 3367 §4.2.2).
 */

import { CNRP_PORT, type CnrpServer } from '../../net/configured-servers.ts';
import { Deadline, underSignal } from '../../net/deadline.ts';
import { codeOf, type Failure, GatewayError, isFailure } from '../../net/failure.ts';
import type { CnrpAnswer } from '../../protocols/cnrp/answer.ts';
import { askService, refusalIn } from '../../protocols/cnrp/client.ts';
import type { Connect } from '../../protocols/connection.ts';
import { ProtocolError } from '../../protocols/protocol-error.ts';
import { type GoAttribute, type GoRequest, withProperties } from '../../schemes/go/request.ts';
import type { Link, Network, OpenSettings } from '../contract.ts';

export type GoLink = Link<'go'>;

/** A service with its answer, or with the reason why it has none. */
export type ServiceOutcome = { readonly server: CnrpServer } & (
  | { readonly answer: CnrpAnswer; readonly error: null }
  | { readonly answer: null; readonly error: Failure }
);

export function serviceName({ host, port }: CnrpServer): string {
  return port === CNRP_PORT ? host : `${host}:${port}`;
}

/**
 * Asks every service of a link.
 *
 * @param properties - to add to the query, such as the defaults of a client
 * @param isCheck - whether the failure of one service leaves open what the link leads to, though no other has an entry
 * @throws Failure if no service has anything for it
 */
export async function askServices(
  link: GoLink,
  network: Network,
  properties: readonly GoAttribute[] = [],
  isCheck = false,
): Promise<readonly ServiceOutcome[]> {
  const { request: linked, details } = link;
  if (linked === null) {
    throw new ProtocolError('invalid-request', 'A CNRP query is XML in UTF-8, which cannot contain these characters.');
  }
  const request = properties.length === 0 ? linked : withProperties(linked, details, properties);
  const servers = serversOf(link, network.settings);
  // Then nobody was asked, and nothing is known of the link.
  if (servers.length === 0) {
    throw new ProtocolError('unsupported', 'The link names no CNRP service, and none is configured.', {
      advice: 'Name a service in the link, as in go://cnrp.example?fidonet.',
    });
  }
  const [only, ...others] = servers;
  const outcomes: readonly ServiceOutcome[] =
    only !== undefined && others.length === 0
      ? [{ server: only, answer: await askService(connectToService(network, only), only, request), error: null }]
      : await Promise.all(servers.map((server) => askInTime(network, server, request)));
  checkOutcomes(link, outcomes, isCheck);
  return outcomes;
}

/** The services that a link is looked up at: its own, or those of the settings. */
export function serversOf(
  { components: { host, port } }: GoLink,
  { cnrpServices }: Pick<OpenSettings, 'cnrpServices'>,
): readonly CnrpServer[] {
  return host === null || host === '' ? cnrpServices : [{ host, port: port ?? CNRP_PORT }];
}

/**
 * Asks one service of several. It has as long for its whole answer as a server has for its first octet: the others have
 * answered, and a reader waits.
 */
async function askInTime(network: Network, server: CnrpServer, request: GoRequest): Promise<ServiceOutcome> {
  const slow = new ProtocolError('timeout', 'The service did not answer in time.');
  const deadline = new Deadline(network.settings.deadlines.first, slow, network.signal);
  const connect: Connect = async (tls) => {
    const connection = await connectToService(network, server)(tls);
    deadline.signal.addEventListener('abort', () => connection.close(), { once: true });
    if (deadline.signal.aborted) connection.close();
    return connection;
  };
  try {
    const answer = await underSignal(askService(connect, server, request), deadline.signal);
    return { server, answer, error: null };
  } catch (error) {
    if (!isFailure(error) || codeOf(error) === 'client-closed') throw error;
    return { server, answer: null, error };
  } finally {
    deadline.end();
  }
}

function connectToService({ connect }: Network, { host, port }: CnrpServer): Connect {
  return (tls) => connect({ host, port, tls });
}

/** Whether a link asks for the service itself, and not for a name or an id. */
export function asksForService({ details: { commonName, id } }: GoLink): boolean {
  return commonName === null && id === null;
}

/** @throws Failure if no answer has anything to show beside statuses */
function checkOutcomes(link: GoLink, outcomes: readonly ServiceOutcome[], isCheck: boolean): void {
  const answers = outcomes.flatMap(({ answer }) => answer ?? []);
  const wantsService = asksForService(link);
  const hasContent = ({ results, referrals, services }: CnrpAnswer): boolean =>
    results.length > 0 || referrals.length > 0 || (wantsService && services.length > 0);
  if (answers.some(hasContent)) return;
  const failures = outcomes.flatMap(({ server, error }) => (error === null ? [] : [{ server, error }]));
  // That a service was asked in vain says more than that another one may not be asked.
  const first = failures.find(({ error }) => codeOf(error) !== 'egress-denied') ?? failures[0];
  const details = failures.map(({ server, error }) => `${serviceName(server)}: ${error.message}`).join(' ');
  if (answers.length === 0 && first !== undefined) throw new GatewayError(codeOf(first.error), details);
  const refusal = refusalIn(answers.flatMap((answer) => answer.statuses));
  const { code, message, reply, status } = refusal;
  if (isCheck && first !== undefined && code === 'not-found') {
    throw new GatewayError(codeOf(first.error), `No service that answered has an entry for this. ${details}`);
  }
  throw new ProtocolError(code, `${message} ${details}`.trim(), {
    ...{ reply, status, cause: refusal },
    advice: code === 'not-found' ? 'Check the spelling of the name.' : null,
  });
}
