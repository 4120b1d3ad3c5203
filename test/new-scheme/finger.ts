/**
 * Tests of the finger scheme of CONTRIBUTING, whose definition and gateway are in the registries of the copy.
 * new-scheme.slow.test.ts runs this in a copy of the project, as a test.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sentenceOf, wireOctetsOf } from '../../src/definition-of.ts';
import { explain } from '../../src/index.ts';
import { piecesOf } from '../../src/text/mentions.ts';
import { linksInPlainText } from '../../src/text/plain.ts';
import { bundleEmbed } from '../../worker/build/embed.ts';
import { readDocument } from '../readme-tables.ts';
import { type RunningWorker, startWorker } from '../worker/harness.ts';

let worker: RunningWorker;
let closed: RunningWorker;
beforeAll(async () => {
  worker = await startWorker();
  closed = await startWorker({ GATEWAYS: '{"finger": "none"}' });
});
afterAll(() => Promise.all([worker.close(), closed.close()]));

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

test('its links are found in a text', () => {
  const url = 'finger://host.example/user';
  expect(linksInPlainText(`Ask ${url}.`).links.map((link) => link.url)).toEqual([url]);
  expect(piecesOf(`Ask ${url}.`)).toContainEqual({ kind: 'url', text: url, url });
});

test('the script for other sites leaves its links alone, as the definition says', () => {
  expect(bundleEmbed('0')).toContain('gopher');
  expect(bundleEmbed('0')).not.toContain('finger');
});

test.each([
  ['/llms.txt', ', finger.'],
  ['/openapi.json', '"const": "finger"'],
  ['/robots.txt', 'Disallow: /finger/'],
])('%s knows it', async (path, text) => {
  expect(await (await worker.fetch(path)).text()).toContain(text);
});

test('docs/schemes.md has its row', () => {
  expect(readDocument('docs/schemes.md')).toContain('| `finger` | Finger user information | 79 |');
});
