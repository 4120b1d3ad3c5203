/**
 * Aliases that were made before their word became the name of a scheme, or of a page: they lead where they led, and no
 * new one is made. The address `/<scheme>/<host>/…` is that of the gateway.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schemes } from '../../../src/index.ts';
import { type LinkService, startLinks, tokens } from './harness.ts';
import { exportOf, importTo, linesIn, record, textOf } from './transfers.ts';

let service: LinkService;
beforeAll(async () => {
  service = await startLinks();
});
afterAll(() => service.close());

const TARGET = 'https://www.example.org/before';
/** The title of `/check`. */
const PAGE = 'Check a list of links';

test('a page that is younger than aliases is there as long as no alias is', async () => {
  for (const headers of [{}, { 'Sec-Fetch-Site': 'cross-site' }]) {
    expect(await (await service.fetch('/check', { headers })).text()).toContain(PAGE);
  }
});

describe.each(['finger', 'dict', 'gopher', 'v1', 'check'])('the alias %s of an old store', (alias) => {
  beforeAll(async () => {
    // As a store of an earlier version has it.
    const [answer] = await importTo(service, textOf(await record(TARGET, { slug: alias })));
    expect(answer).toEqual({ slug: alias, outcome: 'created', warnings: [] });
  });

  test.each(['', '?utm_source=x'])('leads where it led%s', async (query) => {
    // Twice: the second answer may come from the memory of hot links.
    for (let round = 0; round < 2; round++) {
      for (const method of ['GET', 'HEAD']) {
        const response = await service.fetch(`/${alias}${query}`, { method });
        expect([response.status, response.headers.get('location')]).toEqual([302, TARGET]);
      }
    }
  });

  test('is described, has a QR code, and loses the characters that mail programs add', async () => {
    expect(await (await service.fetch(`/${alias}+`)).json()).toMatchObject({ slug: alias, canonical: TARGET });
    const code = await service.fetch(`/${alias}.svg`);
    expect([code.status, code.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    for (const added of ['/', '.', ')']) {
      const response = await service.fetch(`/${alias}${added}`);
      expect([response.status, response.headers.get('location')]).toEqual([302, `/${alias}`]);
    }
  });

  test('is read, changed and exported by its owner', async () => {
    expect((await service.as('alice', 'GET', `/v1/links/${alias}`)).status).toBe(200);
    const changed = await service.as('alice', 'PATCH', `/v1/links/${alias}`, { title: 'Old' });
    expect(await changed.json()).toMatchObject({ slug: alias, title: 'Old' });
    expect(linesIn(await exportOf(service)).map(({ slug }) => slug)).toContain(alias);
  });

  test('cannot be made anew, here or by an import from another shortener', async () => {
    const made = await service.as('alice', 'POST', '/v1/links', { url: 'go:x', alias });
    expect(made.status).toBe(409);
    expect(await made.json()).toMatchObject({ errors: [{ code: 'alias-reserved', parameter: 'alias' }] });
    const response = await service.fetch('/v1/links/import', {
      method: 'POST',
      headers: { Authorization: `Bearer ${tokens.root}`, 'Content-Type': 'text/csv' },
      body: `slug,url\n${alias},go:x\n`,
    });
    expect(await response.text()).toContain('"alias-reserved"');
    expect((await service.fetch(`/${alias}`)).headers.get('location')).toBe(TARGET);
  });
});

test('the page that is younger than its alias is there for its own forms and links', async () => {
  const own = [
    ['/check?url=go:x', {}],
    ['/check', { 'Sec-Fetch-Site': 'same-origin' }],
  ] as const;
  for (const [path, headers] of own) {
    const response = await service.fetch(path, { headers });
    expect([response.status, response.headers.get('vary')]).toEqual([200, 'Accept, Sec-Fetch-Site']);
    expect(await response.text()).toContain(PAGE);
  }
});

test('a scheme without such an alias is not found at its bare name', async () => {
  for (const path of ['/wais', '/wais+', '/wais/']) expect((await service.fetch(path)).status).toBe(404);
});

test('the path of a gateway is never that of an alias', async () => {
  for (const [name, { gatewayPath }] of schemes) {
    if (!gatewayPath) continue;
    const response = await service.fetch(`/${name}/h.invalid/`);
    expect([name, response.headers.get('location')]).not.toEqual([name, TARGET]);
    expect(response.status).not.toBe(302);
  }
});
