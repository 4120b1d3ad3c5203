/**
 * The service for programs that watch it or visit it: `/health`, `/metrics`, `/robots.txt` (RFC 9309) and
 * `/.well-known/security.txt` (RFC 9116).
 */
import { fault, RequestError } from '../errors/request-error.ts';
import { gatewayPathSchemes } from '../gateway/contract/gateway-path.ts';
import { rootOf } from '../http/address.ts';
import { readParameters } from '../http/query.ts';
import type { Route } from '../http/request-context.ts';
import { answer, answerJson, answerOnce, TEXT_TYPE } from '../http/response.ts';
import { bearerOf, edgeOf, tokenRequired } from '../links/access.ts';
import { storeStatus } from '../links/readiness.ts';
import { logFault } from '../log.ts';
import { metrics as counted, gauge } from '../metrics.ts';
import type { Environment } from '../settings/environment.ts';
import { version } from '../version.ts';
import { Health } from './schemas.ts';

/** With `?ready`, also whether short links can be served; otherwise only that the Worker runs. */
export const health: Route = {
  async GET({ environment, query }) {
    const { ready } = readParameters(query, Health);
    const follows = ready === 'follow';
    return answerJson({
      ...{ status: 'ok', version },
      ...(ready !== undefined && { store: await storeStatus(environment, follows) }),
    });
  },
};

/** What this process has answered, for Prometheus. Only who has the token of the operator may read it. */
export const metrics: Route = {
  async GET({ environment, request }) {
    const { metricsKeyring } = environment;
    if (metricsKeyring.isEmpty) {
      const message = 'Metrics are off. The secret `METRICS_TOKEN` turns them on.';
      throw new RequestError('not-found', [fault('no-metrics', message)]);
    }
    const token = bearerOf(request);
    if (token === null || (await metricsKeyring.ownerOf(token)) === null) throw tokenRequired(token !== null);
    return answerOnce('text/plain; version=0.0.4; charset=utf-8', counted.text + (await storeGauges(environment)));
  },
};

/** The stores of a self-hosted server. At Cloudflare each row that is counted would be billed. */
async function storeGauges(environment: Environment): Promise<string> {
  const { store, space, watch } = edgeOf(environment);
  if (store === null || environment.STORE_FILES === undefined) return '';
  const disk = await space.read();
  const always = [
    gauge('clicks_waiting', 'Links with clicks that are not stored yet.', store.waitingClicks),
    gauge('stores_damaged', 'Stores that failed when they were last asked, or have damaged files.', watch.away.length),
    ...(disk === null
      ? []
      : [
          gauge('disk_free_bytes', 'Octets that are free on the disk of the stores.', disk.free),
          gauge('disk_low', 'Whether new links are refused, because the disk is nearly full.', Number(disk.isLow)),
        ]),
  ];
  try {
    const { links, octets, away } = await store.figures();
    return [
      ...always,
      gauge('links', 'Short links in the stores.', links),
      gauge('store_bytes', 'Octets of the stores on disk.', octets),
      gauge('stores_away', 'Stores that do not answer.', away),
    ].join('');
  } catch (error) {
    // The counts are still of use.
    logFault(error);
    return [...always, gauge('stores_away', 'Stores that do not answer.', 1)].join('');
  }
}

const DAY_MS = 86_400_000;
/** RFC 9116 §2.5.5 recommends less than a year. */
const SECURITY_TXT_DAYS = 180;

/** Gateways lead to other people's servers, so crawlers must stay out, unless `CRAWLERS` lets them in. */
const DISALLOWED = [
  '/r?',
  '/u/',
  '/open?',
  '/inspect?',
  '/check?',
  ...[...gatewayPathSchemes].map((scheme) => `/${scheme}/`),
];

export const robots: Route = {
  GET(context) {
    const { basePath, crawlers } = context.environment;
    const disallowed = DISALLOWED.map((prefix) => `Disallow: ${basePath}${prefix}\n`).join('');
    const agents = new Set(crawlers.map(({ agent }) => agent));
    const groups = [...agents].map((name) => {
      const paths = crawlers.filter(({ agent }) => agent === name).map(({ path }) => basePath + path);
      return `\nUser-agent: ${name}\n${paths.map(allowed).join('')}${disallowed}`;
    });
    return answer(context, TEXT_TYPE, `User-agent: *\n${disallowed}${groups.join('')}`);
  },
};

/** Parameters and Gopher+ strings of other views. The longest rule that matches counts (RFC 9309 §2.2.2). */
const VIEWS = ['*format=', '*charset=', '*%09%09'];

function allowed(path: string): string {
  return `Allow: ${path}\n${VIEWS.map((view) => `Disallow: ${path}${view}\n`).join('')}`;
}

export const securityTxt: Route = {
  GET(context) {
    const { contact } = context.environment;
    if (contact === null) {
      const message = 'The operator has named no contact. The variable `CONTACT` sets one.';
      throw new RequestError('not-found', [fault('no-contact', message)]);
    }
    const expires = new Date(Math.ceil(Date.now() / DAY_MS + SECURITY_TXT_DAYS) * DAY_MS);
    const canonical = `${rootOf(context)}/.well-known/security.txt`;
    const lines = [`Contact: ${contact.href}`, `Expires: ${expires.toISOString()}`, `Canonical: ${canonical}`, ''];
    // The date changes every day, so the answer must not be cached.
    return answerOnce(TEXT_TYPE, lines.join('\n'));
  },
};
