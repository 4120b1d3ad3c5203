/** The OpenAPI description covers every answer of validation: each route, method, status and shape. */
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Description, descriptionOf, expectDescribed } from '../build/openapi/description.ts';
import { startValidator, type Validator } from './harness.ts';

const SECRET = `whsec_${Buffer.from('a secret of twenty-four.').toString('base64')}`;

let validator: Validator;
let description: Description;
beforeAll(async () => {
  validator = await startValidator({ WEBHOOK_SECRETS: SECRET, LINK_TOKENS: 'alice:open-sesame-0123' });
  description = await descriptionOf(validator);
});
afterAll(() => validator.close());

const JSON_TYPE = { 'Content-Type': 'application/json' };
const LINES = { 'Content-Type': 'application/x-ndjson' };
const TEXT = { 'Content-Type': 'text/plain' };

const signed = (body: string): Record<string, string> => {
  const at = new Date();
  return {
    ...JSON_TYPE,
    'webhook-id': 'msg',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign('msg', at, body),
  };
};
const CLOUD_EVENT =
  '{"specversion": "1.0", "id": "1", "source": "/a", "type": "a", "data": {"url": "https://broken.example.com/"}}';
const EVENT = '{"type": "a", "data": {"urls": ["https://hooks.example.com/", "x"]}}';

const rows: readonly (readonly [
  route: string,
  method: string,
  status: number,
  path: string,
  body?: string | undefined,
  headers?: () => Record<string, string>,
])[] = [
  ['/v1/validate', 'GET', 200, '/v1/validate?url=https://hooks.example.com/'],
  ['/v1/validate', 'GET', 200, '/v1/validate?url=x'],
  ['/v1/validate', 'GET', 200, '/v1/validate?url=https://broken.example.com/'],
  ['/v1/validate', 'GET', 200, '/v1/validate?url=https://93.184.215.14/'],
  ['/v1/validate', 'GET', 400, '/v1/validate'],
  ['/v1/validate', 'POST', 200, '/v1/validate', '{"url": "https://127.1/"}', () => JSON_TYPE],
  ['/v1/validate', 'POST', 200, '/v1/validate', '["https://127.1/", 7, "x"]', () => JSON_TYPE],
  ['/v1/validate', 'POST', 200, '/v1/validate', '"https://127.1/"\n7\n', () => LINES],
  ['/v1/validate', 'POST', 400, '/v1/validate', '{', () => JSON_TYPE],
  [
    '/v1/validate',
    'POST',
    401,
    '/v1/validate',
    '{"url": "https://a.example.com/", "challenge": true}',
    () => JSON_TYPE,
  ],
  ['/v1/validate', 'POST', 413, '/v1/validate', JSON.stringify(Array(1001).fill('x')), () => JSON_TYPE],
  ['/v1/validate', 'POST', 415, '/v1/validate', '{}', () => TEXT],
  ['/hooks', 'POST', 200, '/hooks', EVENT, () => signed(EVENT)],
  [
    '/hooks',
    'POST',
    200,
    '/hooks',
    CLOUD_EVENT,
    () => ({ ...signed(CLOUD_EVENT), 'Content-Type': 'application/cloudevents+json' }),
  ],
  ['/hooks', 'POST', 400, '/hooks', '{', () => signed('{')],
  ['/hooks', 'POST', 401, '/hooks', EVENT, () => signed('another')],
  ['/hooks', 'POST', 413, '/hooks', 'x'.repeat(2 ** 20 + 1), () => signed('x')],
  ['/hooks', 'POST', 415, '/hooks', EVENT, () => ({ ...signed(EVENT), ...TEXT })],
  ['/hooks', 'OPTIONS', 200, '/hooks', undefined, () => ({ 'WebHook-Request-Origin': 'h.example' })],
  ['/hooks', 'OPTIONS', 204, '/hooks'],
];

describe('as described', () => {
  const cases = rows.map(([route, method, status, path, body, headers = () => ({})]) => ({
    ...{ route, method, status, path, body },
    headers,
  }));
  test.each(cases)('$method $path: $status', async ({ route, method, status, path, body, headers }) => {
    const init = { method, headers: headers() };
    const response = await validator.fetch(path, body === undefined ? init : { ...init, body });
    expect(response.status).toBe(status);
    await expectDescribed(response, description, route, method.toLowerCase());
  });

  test('every described answer is tested; other files test limits and switches', () => {
    // 403 is that of a service without tokens.
    const otherStatuses = new Set(['403', '408', '429', '501']);
    for (const path of ['/v1/validate', '/hooks']) {
      for (const [method, { responses }] of Object.entries(description.paths[path] ?? {})) {
        const seen = rows.filter(([route, own]) => route === path && own.toLowerCase() === method);
        const statuses = new Set(seen.map(([, , status]) => String(status)));
        const unseen = Object.keys(responses).filter((status) => !statuses.has(status) && !otherStatuses.has(status));
        expect([path, method, unseen]).toEqual([path, method, []]);
      }
    }
  });
});
