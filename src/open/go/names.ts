/** The answers of services, with the links of results and referrals. */
import { type Canonical, canonicalize } from '../../index.ts';
import { codeOf } from '../../net/failure.ts';
import { displayText } from '../../octets/ansi.ts';
import type { CnrpOrigin, CnrpResult, CnrpStatus } from '../../protocols/cnrp/answer.ts';
import { canonicalOrNull } from '../links.ts';
import type { NamedResult, NameService } from '../names.ts';
import { type GoLink, type ServiceOutcome, serviceName } from './services.ts';

/** The services in the order in which they are set. */
export function servicesOf(link: GoLink, outcomes: readonly ServiceOutcome[]): readonly NameService[] {
  return outcomes.map(({ server, answer, error }) => ({
    name: serviceName(server),
    url: canonicalize(`go://${server.host}:${server.port}`),
    error: error === null ? null : { code: codeOf(error), detail: error.message },
    results: answer?.results.map(namedResult) ?? [],
    referrals: answer?.referrals.map((referral) => ({ ...referral, url: referralLink(link, referral) })) ?? [],
    statuses: answer?.statuses.map(shownStatus) ?? [],
    described: answer?.services ?? [],
  }));
}

function namedResult({ resourceUri, ...result }: CnrpResult): NamedResult {
  const { commonName, description } = result;
  return {
    ...result,
    commonName: displayText(commonName),
    description: description === null ? null : displayText(description),
    uri: resourceUri,
  };
}

function shownStatus({ text, about, ...status }: CnrpStatus): CnrpStatus {
  return { ...status, text: displayText(text), about: about === null ? null : displayText(about) };
}

/** A service whose server is a host and a port, and no path: others have no go link. */
const SERVICE_URI = /^http:\/\/([^/?#@\s]+)\/?$/i;

/** The same query at the service, with the dataset as its property `dataseturi` (RFC 3367 §4.1.3). */
function referralLink({ canonical, details }: GoLink, { service, dataset }: CnrpOrigin): Canonical | null {
  const [, authority] = SERVICE_URI.exec(service ?? '') ?? [];
  if (authority === undefined) return null;
  const [, query = ''] = /^go:(?:\/\/[^?]*\??)?(.*)$/s.exec(canonical) ?? [];
  const narrowed = dataset !== null && details.commonName !== null;
  const rest = narrowed
    ? `${query.replace(/;dataseturi=[^;]*/gi, '')};dataseturi=${encodeURIComponent(dataset.toWellFormed())}`
    : query;
  // Without a port, the URI of the service means that of http.
  const port = /:\d+$/.test(authority) ? '' : ':80';
  return canonicalOrNull(`go://${authority}${port}${rest === '' ? '' : `?${rest}`}`);
}
