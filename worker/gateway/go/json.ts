/** The answers of services as JSON and pages show them, with the links of results and referrals. */
import { type Canonical, canonicalize } from '../../../src/index.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import { canonicalOrNull } from '../../../src/open/links.ts';
import type { CnrpOrigin, CnrpResult, CnrpService, CnrpStatus } from '../../../src/protocols/cnrp/answer.ts';
import type { GoAttribute } from '../../../src/schemes/go/request.ts';
import type { GatewayContext } from '../contract/contract.ts';
import { absolute, openAddress } from '../shared/json-stream.ts';
import { nameOf, type ServiceOutcome } from './services.ts';

type LinkContext = Pick<GatewayContext<'go'>, 'resolution' | 'links'>;

/** A result. Its texts are for people: the service wrote them. */
export interface ListedResult extends Omit<CnrpResult, 'resourceUri'> {
  /** As the service wrote it; `null` if it gives none, although it must. */
  readonly uri: string | null;
  /** The address that opens it; `null` if the URI is invalid, or nothing may open it. */
  readonly open: string | null;
}

/** A referral to another service. It is followed only if somebody asks for it. */
export interface ListedReferral extends CnrpOrigin {
  /** The same query at that service, as a go link; `null` if no go link can name the service. */
  readonly url: Canonical | null;
}

export interface ListedService {
  /** Its host, and its port if it is not that of the protocol. */
  readonly name: string;
  readonly url: Canonical;
  /** Why there is no answer; `null` if there is one. */
  readonly error: { readonly code: string; readonly detail: string } | null;
  readonly results: readonly ListedResult[];
  readonly referrals: readonly ListedReferral[];
  readonly statuses: readonly CnrpStatus[];
  /** The services that the answer describes: itself, and those that it refers to. */
  readonly described: readonly CnrpService[];
}

/** The answers of all services, in the order of `CNRP_SERVICES`. */
export function listedServices(context: LinkContext, outcomes: readonly ServiceOutcome[]): readonly ListedService[] {
  return outcomes.map(({ server, answer, error }) => ({
    name: nameOf(server),
    url: canonicalize(`go://${server.host}:${server.port}`),
    error: error === null ? null : { code: error.code, detail: error.message },
    results: answer?.results.map((result) => listedResult(context, result)) ?? [],
    referrals: answer?.referrals.map((referral) => ({ ...referral, url: referralLink(context, referral) })) ?? [],
    statuses: answer?.statuses.map(listedStatus) ?? [],
    described: answer?.services ?? [],
  }));
}

function listedResult({ links }: LinkContext, { resourceUri, ...result }: CnrpResult): ListedResult {
  const { commonName, description } = result;
  return {
    ...result,
    commonName: displayText(commonName),
    description: description === null ? null : displayText(description),
    uri: resourceUri,
    open: resourceUri === null ? null : links.hrefOf(resourceUri),
  };
}

function listedStatus({ text, about, ...status }: CnrpStatus): CnrpStatus {
  return { ...status, text: displayText(text), about: about === null ? null : displayText(about) };
}

/** A service whose server is a host and a port, and no path: others have no go link. */
const SERVICE_URI = /^http:\/\/([^/?#@\s]+)\/?$/i;

/** The same query at the service, with the dataset as its property `dataseturi` (RFC 3367 §4.1.3). */
function referralLink({ resolution }: LinkContext, { service, dataset }: CnrpOrigin): Canonical | null {
  const [, authority] = SERVICE_URI.exec(service ?? '') ?? [];
  if (authority === undefined) return null;
  const [, query = ''] = /^go:(?:\/\/[^?]*\??)?(.*)$/s.exec(resolution.canonical) ?? [];
  const withoutDataset = query.replace(/;dataseturi=[^;]*/gi, '');
  const narrowed = dataset !== null && resolution.details.commonName !== null;
  const property = narrowed ? `;dataseturi=${encodeURIComponent(dataset.toWellFormed())}` : '';
  // Without a port, the URI of the service means that of http.
  const port = /:\d+$/.test(authority) ? '' : ':80';
  const rest = narrowed ? withoutDataset + property : query;
  return canonicalOrNull(`go://${authority}${port}${rest === '' ? '' : `?${rest}`}`);
}

/** @param defaults - the properties that this client added to the query */
export function namesJson(
  { resolution, links }: LinkContext,
  services: readonly ListedService[],
  defaults: readonly GoAttribute[],
): object {
  const { commonName, id, attributes } = resolution.details;
  return {
    kind: 'names',
    url: resolution.canonical,
    query: { commonName, id, attributes, defaults },
    services: services.map(({ results, referrals, ...service }) => ({
      ...service,
      results: results.map(({ open, ...result }) => ({
        ...result,
        open: open === null ? null : absolute(links, open),
      })),
      referrals: referrals.map((referral) => ({ ...referral, open: openAddress(links, referral.url) })),
    })),
  };
}
