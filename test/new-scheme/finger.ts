/**
 * Tests of the finger scheme of CONTRIBUTING, whose definition and gateway are in the registries of the copy.
 * new-scheme.test.ts runs this in a copy of the project, as a test.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sentenceOf, wireOctetsOf } from '../../src/definition-of.ts';
import { canonicalize, explain, schemes } from '../../src/index.ts';
import { type RunningWorker, startWorker } from '../worker/harness.ts';

/** Sends each line back. */
const server = createServer((socket) => {
  socket.on('error', () => {});
  socket.once('data', (line) => socket.end(`Login: ${line}`));
}).listen(0, '127.0.0.1');

let worker: RunningWorker;
let closed: RunningWorker;
let address: string;
beforeAll(async () => {
  if (!server.listening) await once(server, 'listening');
  address = `localhost:${(server.address() as AddressInfo).port}`;
  worker = await startWorker({ EGRESS_ALLOW: address });
  closed = await startWorker({ GATEWAYS: '{"finger": "none"}' });
});
afterAll(async () => {
  server.close();
  await Promise.all([worker.close(), closed.close()]);
});

test('it has a canonical form', () => {
  expect(schemes.has('finger')).toBe(true);
  expect(canonicalize('FINGER://Host.example:79/%75ser')).toBe('finger://host.example/user');
});

test('it has details, a request, a sentence and wire octets', () => {
  const link = explain('finger://host.example/user');
  expect(link).toMatchObject({
    kind: 'finger',
    details: { user: 'user' },
    request: { host: 'host.example', port: 79, line: 'user' },
    diagnostics: [],
  });
  expect(sentenceOf(link)).toBe('The user “user” at host.example.');
  expect(wireOctetsOf(link)).toEqual([new TextEncoder().encode('user\r\n')]);
  expect(explain('finger://host.example/a%0D%0Ab').request).toBeNull();
});

test('its gateway opens links at their gateway path', async () => {
  const response = await worker.fetch(`/finger/${address}/user`);
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('Login: user\r\n');
});

test('/v1/schemes lists it', async () => {
  const response = await worker.fetch('/v1/schemes');
  const { schemes: list }: { schemes: readonly { name: string }[] } = JSON.parse(await response.text());
  expect(list).toContainEqual(expect.objectContaining({ name: 'finger', gateway: 'self' }));
});

test('without the gateway, a page explains it and shows the request', async () => {
  const response = await closed.fetch('/finger/host.example/user', { headers: { Accept: 'text/html' } });
  expect(response.status).toBe(501);
  const page = await response.text();
  expect(page).toContain('Finger user information.');
  expect(page).toContain('What a client sends');
});

test('the explorer shows what it means', async () => {
  const response = await worker.fetch('/inspect?url=finger://host.example/user', { headers: { Accept: 'text/html' } });
  expect(await response.text()).toContain('The user “user” at host.example.');
});
