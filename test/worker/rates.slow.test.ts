/** Rate limits by the bindings of wrangler.toml, which Miniflare counts. In other tests the Worker counts itself. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LinkService, startLinks } from './links/harness.ts';
import { problemType, readProblem } from './problems.ts';
import { refusedIn } from './rate.ts';

let service: LinkService;
beforeAll(async () => {
  service = await startLinks({}, { rate: 20 });
});
afterAll(() => service.close());

const ADDRESS = { 'CF-Connecting-IP': '192.0.2.9' };

test.each<[what: string, ask: () => Promise<Response>]>([
  ['an owner who uses the API', () => service.as('bob', 'GET', '/v1/links?limit=1')],
  ['a client who asks for verdicts', () => service.fetch('/v1/validate?url=x', { headers: ADDRESS })],
])('%s too often gets Retry-After', async (_, ask) => {
  const refused = await refusedIn(30, ask);
  expect(refused.headers.get('retry-after')).toBe('60');
  expect((await readProblem(refused)).type).toEqual(problemType('rate-limited'));
  expect((await service.as('alice', 'GET', '/v1/links')).status).toBe(200);
});
