/**
 * The examples of the OpenAPI description work: each is sent unchanged, and its answer matches the description. Those
 * that would contact other servers fail at DNS.
 */
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeApi } from '../../../../worker/build/openapi/document.ts';
import type { Operation, OperationParameter } from '../../../../worker/build/openapi/operation.ts';
import { version } from '../../../../worker/version.ts';
import { type RunningWorker, startWorker } from '../../harness.ts';
import { type Description, descriptionOf, expectDescribed } from './description.ts';

const TOKEN = 'root-0123456789abcdef';
const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

let worker: RunningWorker;
let description: Description;
beforeAll(async () => {
  worker = await startWorker({
    LINK_TOKENS: `root:${TOKEN}:admin`,
    METRICS_TOKEN: TOKEN,
    WEBHOOK_SECRETS: SECRET,
    CONTACT: 'curator@museum.example',
    // No host name resolves, so no example contacts another server.
    DOH_URL: 'https://127.0.0.1:1/dns-query',
  });
  description = await descriptionOf(worker);
  // Creates the link of `{slug}` in the examples.
  await ask('/v1/links', 'post', 'application/json', JSON.stringify({ url: 'gopher://gopher.floodgap.com/' }));
});
afterAll(() => worker.close());

interface Example {
  readonly route: string;
  readonly method: string;
  readonly operation: Operation;
  readonly type: string | null;
  readonly body: string | null;
}

/** One for each operation, or for each media type of its body. Operations that delete links come last. */
const examples: readonly Example[] = Object.entries(describeApi(version).paths)
  .flatMap(([route, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const bodies = bodiesOf(operation);
      return (bodies.length === 0 ? [{ type: null, body: null }] : bodies).map((one) => ({
        ...{ route, method, operation },
        ...one,
      }));
    }),
  )
  .sort((a, b) => Number(a.method === 'delete') - Number(b.method === 'delete'));

function bodiesOf({ requestBody }: Operation): { type: string; body: string }[] {
  const content: Record<string, { example?: unknown }> = JSON.parse(JSON.stringify(requestBody?.content ?? {}));
  return Object.entries(content).flatMap(([type, { example }]) => {
    if (example === undefined) return [];
    if (typeof example === 'string') return [{ type, body: example }];
    const isForm = type.includes('form-urlencoded');
    return [{ type, body: isForm ? String(new URLSearchParams(Object(example))) : JSON.stringify(example) }];
  });
}

test('every required parameter has an example', () => {
  const without = examples.flatMap(({ route, operation }) =>
    (operation.parameters ?? [])
      .filter(({ required, example }) => required && example === undefined)
      .map(({ name }) => `${name} of ${route}`),
  );
  expect(without).toEqual([]);
});

test('every body has one, except forms, whose fields another server defines', () => {
  const without = examples.filter(({ operation, body }) => operation.requestBody !== undefined && body === null);
  expect(without.map(({ operation }) => operation.operationId)).toEqual(['submit', 'submitGatewayPath']);
});

describe('an example is answered as described', () => {
  test.each(examples.map((example) => [`${example.method} ${example.route} ${example.type ?? ''}`, example] as const))(
    '%s',
    async (_, { route, method, operation, type, body }) => {
      const response = await ask(addressOf(route, operation.parameters ?? []), method, type, body);
      await expectDescribed(response.clone(), description, route, method);
      const unreachable = ['open', 'openGatewayPath', 'submit', 'submitGatewayPath'].includes(operation.operationId);
      if (unreachable) expect([403, 502]).toContain(response.status);
      else expect(response.status).toBeLessThan(400);
    },
  );
});

function ask(path: string, method: string, type: string | null, body: string | null): Promise<Response> {
  const signed = new Webhook(SECRET).sign('msg', new Date(), body ?? '');
  const headers = {
    ...{ Accept: 'application/json, */*;q=0.1', Authorization: `Bearer ${TOKEN}` },
    ...(type === null ? {} : { 'Content-Type': type }),
    // The signature in the example is too old.
    ...{ 'webhook-id': 'msg', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)), 'webhook-signature': signed },
  };
  return worker.fetch(path, { method: method.toUpperCase(), headers, ...(body === null ? {} : { body }) });
}

/** The address of a request with the example of each parameter. */
function addressOf(route: string, parameters: readonly OperationParameter[]): string {
  const value = ({ example = '' }: OperationParameter): string => encodeURIComponent(example).replaceAll('%2F', '/');
  const path = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((path, parameter) => path.replace(`{${parameter.name}}`, value(parameter)), route);
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
    .map((parameter) => `${parameter.name}=${encodeURIComponent(parameter.example ?? '')}`);
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}
