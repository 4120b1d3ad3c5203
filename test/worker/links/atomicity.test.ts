/** Concurrent requests: an alias has one creator, and a URL has one link. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scaled } from '../../fast-check.ts';
import { type CreatedLink, LINK_TOKENS, type LinkService, startLinks } from './harness.ts';

describe('concurrent requests', () => {
  let service: LinkService;
  beforeAll(async () => {
    service = await startLinks({
      LINK_TOKENS: `${LINK_TOKENS} ${owners.map(({ name, token }) => `${name}:${token}`)}`,
    });
  });
  afterAll(() => service.close());

  const owners = Array.from({ length: 10 }, (_, index) => ({
    name: `owner${index}`,
    token: `token-0123456789-${index}`,
  }));
  const make = (token: string, newLink: unknown) =>
    service.fetch('/v1/links', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(newLink),
    });
  const tokenOf = (index: number) => owners[index % owners.length]?.token ?? '';

  test('of a hundred creators of one alias, exactly one succeeds', async () => {
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) => make(tokenOf(index), { url: `go:target${index}`, alias: 'wanted' })),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(99);
    const winner: CreatedLink | undefined = await responses.find(({ status }) => status === 201)?.json();
    expect((await service.fetch('/wanted')).headers.get('link')).toContain(winner?.canonical);
  });

  test('of a hundred requests for the same link, one creates it and the others find it', async () => {
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => make(tokenOf(0), { url: 'go:same', alias: 'same' })),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(99).fill(200), 201]);
  });

  test('requests for many URLs in ten spellings each create one link for each URL', async () => {
    const spellings: readonly ((n: number) => string)[] = [
      (n) => `gopher://gopher.floodgap.com/1/%7Efile${n}`,
      (n) => `GOPHER://gopher.floodgap.com/1/~file${n}`,
      (n) => `gopher://GOPHER.Floodgap.COM/1/~file${n}`,
      (n) => `gopher://gopher.floodgap.com:70/1/~file${n}`,
      (n) => `gopher://gopher.floodgap.com:/1/~file${n}`,
      (n) => `gopher://gopher.floodgap.com:0070/1/~file${n}`,
      (n) => `<URL:gopher://gopher.floodgap.com/1/~file${n}>`,
      (n) => `  gopher://gopher.floodgap.com/1/~file${n}\n`,
      (n) => `gopher://%67opher.floodgap.com/1/~file${n}`,
      (n) => `gopher://gopher.floodgap.com/1%2F~f%69le${n}`,
    ];
    const urls = Math.max(10, scaled(100));
    const responses = await Promise.all(
      Array.from({ length: urls * spellings.length }, (_, index) => {
        const url = spellings[Math.floor(index / urls)]?.(index % urls);
        return make(tokenOf(index), { url });
      }),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(urls);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(9 * urls);
    const links = await Promise.all(responses.map((response): Promise<CreatedLink> => response.json()));
    expect(new Set(links.map(({ slug }) => slug)).size).toBe(urls);
    const exported = await (await service.as('root', 'GET', '/v1/links/export')).text();
    expect(exported.match(/~file/g)).toHaveLength(urls);
  });
});
