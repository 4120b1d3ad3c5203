/**
 * Every answer to thousands of random requests is as the OpenAPI description says: status, headers, media type and
 * schema: 9,000 of them with `FC_RUNS=2000`, which is the default of slow tests.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import fc, { PROPERTY_TIMEOUT, scaled } from '../../../fast-check.ts';
import { type RunningWorker, startWorker } from '../../harness.ts';
import { type Description, descriptionOf, expectDescribed } from './description.ts';
import { CRAWL_TOKENS, type CrawlRequest, requestsTo } from './requests.ts';

const REQUESTS = scaled(9000);
const AT_ONCE = 16;

let worker: RunningWorker;
let description: Description;
beforeAll(async () => {
  const { root, alice, create, read } = CRAWL_TOKENS;
  worker = await startWorker({
    LINK_TOKENS: `root:${root}:admin alice:${alice} alice:${create}:create alice:${read}:read`,
    METRICS_TOKEN: root,
    CONTACT: 'curator@museum.example',
    RATE_LIMITS: 'off',
    // No host name resolves, so no request leads to another server.
    DOH_URL: 'https://127.0.0.1:1/dns-query',
  });
  description = await descriptionOf(worker);
  for (const alias of ['here', 'gone', 'blocked', 'taken'])
    await asRoot('POST', '/v1/links', { url: 'go:here', alias });
  await asRoot('DELETE', '/v1/links/gone');
  await asRoot('PATCH', '/v1/links/blocked', { blocked: 'By order.' });
});
afterAll(() => worker.close());

async function asRoot(method: string, path: string, body?: object): Promise<void> {
  const headers = { Authorization: `Bearer ${CRAWL_TOKENS.root}`, 'Content-Type': 'application/json' };
  await (await worker.fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).text();
}

/** No random request has an alias of another link for sure, and none deletes this one. */
const TAKEN: CrawlRequest = {
  route: '/v1/links',
  method: 'POST',
  path: '/v1/links',
  headers: { Authorization: `Bearer ${CRAWL_TOKENS.root}`, 'Content-Type': 'application/json' },
  body: JSON.stringify({ url: 'go:elsewhere', alias: 'taken' }),
};

test(
  `${REQUESTS} random requests are answered as described`,
  async () => {
    const seed = Number(process.env.FC_SEED ?? 1994);
    const requests = fc.sample(requestsTo(description), { numRuns: REQUESTS, ...(Number.isNaN(seed) ? {} : { seed }) });
    const faults: string[] = [];
    const statuses = new Map<number, number>();
    const queue = [...requests, TAKEN].values();
    const work = async () => {
      for (const request of queue) {
        const { method, path, headers, body } = request;
        const response = await worker.fetch(path, { method, headers, ...(body !== null && { body }) });
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        try {
          await checkAnswer(response, request);
        } catch (error) {
          faults.push(`${method} ${path.slice(0, 200)} ${JSON.stringify(headers)} ${body?.slice(0, 100)}: ${error}`);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(faults.slice(0, 20)).toEqual([]);
    // The crawl gets somewhere: it sees pages, redirects, new links and refusals.
    const expected = [200, 201, 204, 302, 304, 400, 401, 403, 404, 405, 409, 410, 415, 422, 451, 501];
    // A short crawl, as a fast run of all tests makes it, cannot meet every status.
    if (REQUESTS >= 1000) expect(expected.filter((status) => !statuses.has(status))).toEqual([]);
    expect(statuses.get(500)).toBeUndefined();
  },
  4 * PROPERTY_TIMEOUT,
);

/** The statuses that every address has, whatever its operations are. */
async function checkAnswer(response: Response, { route, method }: CrawlRequest): Promise<void> {
  const operations = description.paths[route] ?? {};
  const described = method === 'HEAD' ? 'get' : method.toLowerCase();
  if (described in operations) return expectDescribed(response, description, route, described);
  // Only schemes with a gateway have gateway paths.
  if (route.startsWith('/{scheme}') && response.status === 404) return;
  if (method === 'OPTIONS') {
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(response.headers.get('Allow')).toContain('OPTIONS');
    return;
  }
  expect(response.status).toBe(405);
  expect(response.headers.get('Allow')?.split(', ')).not.toContain(method);
  await response.text();
}
