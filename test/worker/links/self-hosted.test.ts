/** A self-hosted server answers an alias from a copy, and each change is seen at once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { built } from '../built.ts';
import { type RunningWorkerd, startWorkerd } from '../workerd.ts';
import { LINK_TOKENS, tokens } from './harness.ts';

let workerd: RunningWorkerd;
beforeAll(async () => {
  const vars = { LINK_TOKENS, LOG: 'off', CLICK_DELAY: '1s' };
  const path = (await built()).module;
  workerd = await startWorkerd({ waypost: { path, vars, links: 'temporary', selfHost: true } });
});
afterAll(() => workerd.close());

async function ask(method: string, path: string, body?: object, type = 'application/json'): Promise<Response> {
  const headers = { Authorization: `Bearer ${tokens.root}`, ...(body !== undefined && { 'Content-Type': type }) };
  const init = { method, headers, redirect: 'manual' as const, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(`http://127.0.0.1:${workerd.ports.get('waypost')}${path}`, init);
  expect(response.status).toBeLessThan(500);
  return response;
}

/** Follows the alias, several times so that it is kept, and says where it leads, or the status. */
async function follow(path: string): Promise<string> {
  const answers = new Set<string>();
  for (let index = 0; index < 4; index++) {
    const response = await ask('GET', path);
    await response.body?.cancel();
    answers.add(response.headers.get('location') ?? String(response.status));
  }
  return [...answers].join(' ');
}

const OLD = 'https://www.ietf.org/old';
const NEW = 'https://www.ietf.org/new';
const AT = '2026-01-31T12:00:00.000Z';

/** Imports a link to the old address, with other members. */
function importLine(path: string, more: object = {}): Promise<Response> {
  const claims = [{ owner: 'root', createdAt: AT, expiresAt: null }];
  const record = { slug: path.slice(1), url: OLD, createdAt: AT, clicks: 0, lastClickAt: null, blocked: null, claims };
  return ask('POST', '/v1/links/import', { ...record, ...more }, 'application/x-ndjson');
}

test.each<readonly [what: string, change: (path: string) => Promise<Response>, result: string]>([
  ['target', (path) => ask('PATCH', `/v1/links${path}`, { url: NEW }), NEW],
  ['end', (path) => ask('DELETE', `/v1/links${path}`), '410'],
  ['block', (path) => ask('PATCH', `/v1/links${path}`, { blocked: 'By order.' }), '451'],
  ['purge', (path) => ask('DELETE', `/v1/links${path}?purge=true`), '410'],
  ['imported block', (path) => importLine(path, { blocked: { at: AT, reason: 'By order.' } }), '451'],
  ['imported end', (path) => importLine(path, { claims: [{ owner: 'root', createdAt: AT, expiresAt: AT }] }), '410'],
  [
    'imported purge',
    (path) => ask('POST', '/v1/links/import', { slug: path.slice(1), purged: true }, 'application/x-ndjson'),
    '410',
  ],
  ['block of the host', () => ask('POST', '/v1/blocks', { kind: 'host', value: 'www.ietf.org', reason: 'No.' }), '451'],
])('a new %s is seen at once', async (what, change, result) => {
  const path = `/near-${what.replaceAll(' ', '-')}`;
  expect((await ask('POST', '/v1/links', { url: OLD, alias: path.slice(1) })).status).toBe(201);
  expect(await follow(path)).toBe(OLD);
  const answer = await change(path);
  expect([answer.ok, (await answer.text()).includes('"status"')]).toEqual([true, false]);
  expect(await follow(path)).toBe(result);
});

test('a link that takes the meaning of a text is followed at once', async () => {
  await ask('DELETE', '/v1/blocks?kind=host&value=www.ietf.org');
  await (await importLine('/NearCase')).text();
  expect(await follow('/nearcase')).toBe(OLD);
  await (await importLine('/nearcase', { url: NEW })).text();
  expect([await follow('/nearcase'), await follow('/NearCase')]).toEqual([NEW, OLD]);
});

test('every click is counted', async () => {
  await ask('POST', '/v1/links', { url: OLD, alias: 'near-counted' });
  for (let round = 0; round < 5; round++) await follow('/near-counted');
  const link = await (await ask('GET', '/v1/links/near-counted')).json();
  expect(link).toMatchObject({ clicks: 20 });
});
