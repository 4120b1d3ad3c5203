/**
 * The services that a link is looked up at: its own, or all of `CNRP_SERVICES`. Their answers stay apart, because a
 * service orders its results by a relevance of its own (RFC 3367 §4.2.2).
 */
import type { CnrpAnswer, CnrpStatus } from '../../../src/protocols/cnrp/answer.ts';
import { codeOf, GatewayError, gatewayErrorOf, isFailure } from '../../errors/gateway-error.ts';
import { Deadline, underSignal } from '../../net/deadline.ts';
import { CNRP_PORT, type CnrpServer } from '../../settings/cnrp-services.ts';
import type { Environment } from '../../settings/environment.ts';
import { ALIVE, type LinkContext, type LinkFinding } from '../contract/check.ts';
import type { GatewayContext } from '../contract/contract.ts';
import { ask } from './ask.ts';

/** A service with its answer, or with the reason why it has none. */
export type Outcome = { readonly server: CnrpServer } & (
  | { readonly answer: CnrpAnswer; readonly error: null }
  | { readonly answer: null; readonly error: GatewayError }
);

/** The name of a service on pages. */
export function nameOf({ host, port }: CnrpServer): string {
  return port === CNRP_PORT ? host : `${host}:${port}`;
}

/** What the services need of a request. */
export interface ServicesContext extends Pick<GatewayContext<'go'>, 'resolution' | 'connect'> {
  readonly request: Pick<Request, 'signal'>;
  readonly environment: Pick<Environment, 'cnrpServices' | 'deadlines'>;
}

/**
 * Asks every service of a link.
 *
 * @throws GatewayError if no service has anything for it
 */
export async function askServices(context: ServicesContext): Promise<readonly Outcome[]> {
  const { request, components } = context.resolution;
  if (request === null) {
    throw new GatewayError('bad-request', 'A CNRP query is XML in UTF-8, which cannot contain these characters.');
  }
  const { host, port } = components;
  // An empty host is localhost (RFC 3368 §3.3.2), which here can only mean the services of this gateway.
  const named = host !== null && host !== '';
  const servers = named ? [{ host, port: port ?? CNRP_PORT }] : context.environment.cnrpServices;
  const [only, ...others] = servers;
  const outcomes: readonly Outcome[] =
    only !== undefined && others.length === 0
      ? [{ server: only, answer: await ask(context, only, request, context.request.signal), error: null }]
      : await Promise.all(servers.map((server) => askInTime(context, server)));
  checkOutcomes(context, outcomes);
  return outcomes;
}

/** Checks a go link: the services say whether they have an entry. */
export async function checkGo(context: LinkContext<'go'>): Promise<LinkFinding> {
  await askServices(context);
  return ALIVE;
}

/**
 * Asks one service of several. It has as long for its whole answer as a server has for its first octet: the others have
 * answered, and a reader waits.
 */
async function askInTime(context: ServicesContext, server: CnrpServer): Promise<Outcome> {
  const { request } = context.resolution;
  if (request === null) throw new TypeError('a link without a query');
  const slow = new GatewayError('gateway-timeout', 'The service did not answer in time.');
  const deadline = new Deadline(context.environment.deadlines.first, slow, context.request.signal);
  try {
    const answer = await underSignal(ask(context, server, request, deadline.signal), deadline.signal);
    return { server, answer, error: null };
  } catch (error) {
    if (!isFailure(error) || codeOf(error) === 'client-closed') throw error;
    return { server, answer: null, error: gatewayErrorOf(error) };
  } finally {
    deadline.end();
  }
}

/** Whether a link asks for the service itself, and not for a name or an id. */
export function asksForService({ resolution }: Pick<GatewayContext<'go'>, 'resolution'>): boolean {
  const { commonName, id } = resolution.details;
  return commonName === null && id === null;
}

/** @throws GatewayError if no answer has anything to show beside statuses */
function checkOutcomes(context: ServicesContext, outcomes: readonly Outcome[]): void {
  const answers = outcomes.flatMap(({ answer }) => (answer === null ? [] : [answer]));
  const wantsService = asksForService(context);
  const hasContent = ({ results, referrals, services }: CnrpAnswer): boolean =>
    results.length > 0 || referrals.length > 0 || (wantsService && services.length > 0);
  if (answers.some(hasContent)) return;
  const failures = outcomes.flatMap(({ server, error }) => (error === null ? [] : [{ server, error }]));
  const [first] = failures;
  const details = failures.map(({ server, error }) => `${nameOf(server)}: ${error.message}`).join(' ');
  if (answers.length === 0 && first !== undefined) throw new GatewayError(first.error.code, details);
  const statuses = answers.flatMap((answer) => answer.statuses);
  throw statusError(statuses, details);
}

/** The error for answers without content: of the best of their statuses. */
function statusError(statuses: readonly CnrpStatus[], failures: string): GatewayError {
  const isFailure = (status: CnrpStatus): boolean => status.class === 4 || status.class === 5;
  const status =
    statuses.find((candidate) => !isFailure(candidate)) ?? statuses.find((one) => one.class === 4) ?? statuses[0];
  const reply = status?.text.slice(0, 300) ?? '';
  const quote = reply === '' ? '' : ` The service says: “${reply}”.`;
  const detail = (meaning: string): string => `${meaning}${quote} ${failures}`.trim();
  if (status?.class === 4) return new GatewayError('gateway-busy', detail(status.meaning), { reply });
  if (status?.class === 5)
    return new GatewayError('gateway-protocol', detail(`The service reports: ${status.meaning}`), { reply });
  return new GatewayError('not-found', detail('No service has an entry for this.'), {
    advice: 'Check the spelling of the name.',
    reply,
  });
}
