/**
 * Two URLs whose hashes begin with the same fifty bits: the slug of the second is longer, and each URL keeps its slug.
 * These pairs were found by hashing a hundred million URLs.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestOf, HASH_LENGTH } from '../../../src/links/slug.ts';
import { type CreatedLink, type LinkService, linesOf, startLinks, tokens } from './harness.ts';

const pairs = [
  [32_102_414, 64_838_624],
  [38_272_567, 82_188_124],
  [39_221_245, 50_057_724],
  [40_768_294, 55_894_720],
].map((pair) => pair.map((number) => `https://www.rfc-editor.org/rfc/rfc${number}`));

let service: LinkService;
let links: readonly CreatedLink[];
beforeAll(async () => {
  service = await startLinks();
  const made: CreatedLink[] = [];
  for (const url of pairs.flat()) made.push(await make(service, url));
  links = made;
});
afterAll(() => service.close());

const make = (at: LinkService, url: string): Promise<CreatedLink> => at.make('alice', { url });
const linkTo = (url: string): CreatedLink | undefined => links.find((link) => link.canonical === url);

describe.each(pairs)('%s and %s', (first = '', second = '') => {
  test('have hashes with a common beginning', async () => {
    const digests = await Promise.all([first, second].map(digestOf));
    expect(digests[0]?.slice(0, HASH_LENGTH)).toBe(digests[1]?.slice(0, HASH_LENGTH));
    expect(digests[0]).not.toBe(digests[1]);
  });

  test('have different slugs, the same for every owner', async () => {
    expect([first, second].map((url) => linkTo(url)?.slug.length)).toEqual([HASH_LENGTH, HASH_LENGTH + 2]);
    for (const url of [second, first]) {
      const { slug } = await make(service, url);
      expect(slug).toBe(linkTo(url)?.slug);
      expect((await service.fetch(`/${slug}`)).headers.get('location')).toBe(url);
    }
  });
});

test('keep their slugs in another service, imported in any order', async () => {
  const heir = await startLinks();
  const exported = await (await service.as('root', 'GET', '/v1/links/export')).text();
  for (const line of exported.trimEnd().split('\n').toReversed()) {
    const response = await heir.fetch('/v1/links/import', {
      method: 'POST',
      headers: { Authorization: `Bearer ${tokens.root}`, 'Content-Type': 'application/x-ndjson' },
      body: line,
    });
    const [answer] = await linesOf(response);
    expect(answer?.outcome).toBe('created');
    const url: string = JSON.parse(line).url;
    expect(await make(heir, url)).toMatchObject({ slug: linkTo(url)?.slug, created: false });
  }
  expect(await (await heir.as('root', 'GET', '/v1/links/export')).text()).toBe(exported);
  await heir.close();
});
