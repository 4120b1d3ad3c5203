/** The pages of links that could not be opened: what happened, what to try next, and where a copy may be. */
import { describe, expect, test } from 'vitest';
import { explain } from '../../../src/index.ts';
import type { GatewayCode } from '../../../src/net/failure.ts';
import { GatewayError } from '../../../src/net/failure.ts';
import { archivesOf } from '../../../src/templates/templates.ts';
import { gatewayErrors } from '../../../worker/errors/table.ts';
import { builtInGateways } from '../../../worker/gateway/open/built-in.ts';
import { failureResponse } from '../../../worker/pages/parts/failure.tsx';
import { environmentOf } from '../../../worker/settings/environment.ts';

const environment = environmentOf({ ASSETS: { fetch: () => Promise.resolve(new Response()) } }, builtInGateways);
const link = explain('gopher://h.example.org/0/a/b.txt', { complete: true });
const breadcrumbs = [
  { text: 'h.example.org', href: '/gopher/h.example.org/' },
  { text: 'a', href: '/gopher/h.example.org/1/a' },
  { text: 'b.txt', href: null },
];

async function pageOf(code: GatewayCode, method = 'GET'): Promise<string> {
  const url = 'https://w.example/gopher/h.example.org/0/a/b.txt';
  const request = new Request(url, { method, headers: { Accept: 'text/html' } });
  const programs = { program: null, command: 'curl gopher://h.example.org/0/a', path: null, others: [] };
  const at = { link, breadcrumbs, archives: archivesOf(link, environment), programs };
  const error = new GatewayError(code, 'What the server did.');
  return failureResponse(error, { request, url, query: [], environment }, at).text();
}

const RETRY = '<a class="go" href="/gopher/h.example.org/0/a/b.txt">Try again</a>';
/** Failures that do not go away by themselves, and the one that nobody sees. */
const FINAL: readonly GatewayCode[] = [
  ...(['bad-request', 'unauthorized', 'egress-denied', 'forbidden', 'not-found', 'client-closed'] as const),
  ...(['not-implemented', 'gateway-limit'] as const),
];
const codes = Object.keys(gatewayErrors).filter((code): code is GatewayCode => code in gatewayErrors);

describe.each(codes)('%s', (code) => {
  test('says what happened, offers another try if that may help, the explanation, and archives', async () => {
    const page = await pageOf(code);
    const { title, advice, archived, problem } = gatewayErrors[code];
    expect(page).toContain(`<h1 dir="auto">${title}</h1>`);
    expect(page).toContain('<p class="lead">What the server did.</p>');
    expect(page).toContain(advice);
    expect(page.includes(RETRY)).toBe(!FINAL.includes(code));
    expect(page).toContain('/inspect?url=gopher%3A%2F%2Fh.example.org%2F0%2Fa%2Fb.txt');
    expect(page.includes('https://web.archive.org/web/gopher://h.example.org/0/a/b.txt')).toBe(archived);
    expect(page).toContain(`/problems#${problem}`);
  });
});

test('what a form sent is not offered again', async () => {
  expect(await pageOf('gateway-timeout', 'POST')).not.toContain('>Try again<');
});

test.each(['gateway-unreachable', 'gateway-timeout', 'rate-limited', 'gateway-protocol', 'gateway-busy'] as const)(
  '%s has archives and another try',
  async (code) => {
    expect(await pageOf(code)).toMatch(/Try again.*web\.archive\.org/s);
  },
);
