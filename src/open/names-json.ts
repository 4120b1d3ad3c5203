/** The JSON of what name services have found. */
import type { JsonLinks } from './links.ts';
import type { Names } from './opened.ts';

export function namesJson({ url, query, services }: Names, { open }: Pick<JsonLinks, 'open'>): object {
  return {
    kind: 'names',
    url,
    query,
    services: services.map(({ results, referrals, ...service }) => ({
      ...service,
      results: results.map((result) => ({ ...result, open: open(result.uri) })),
      referrals: referrals.map((referral) => ({ ...referral, open: open(referral.url) })),
    })),
  };
}
