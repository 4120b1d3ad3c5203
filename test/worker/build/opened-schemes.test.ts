/**
 * docs/schemes.md, `/llms.txt`, the OpenAPI description and redirects agree with the registry on what opens a scheme.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDocument } from '../../readme-tables.ts';
import { type RunningWorker, startWorker } from '../harness.ts';

interface Scheme {
  readonly name: string;
  readonly gateway: string;
  readonly example: string;
}

let worker: RunningWorker;
let schemes: readonly Scheme[];

beforeAll(async () => {
  worker = await startWorker({ NEWS_SERVER: 'news.example.org', CNRP_SERVICES: 'names.example.org' });
  ({ schemes } = (await (await worker.fetch('/v1/schemes')).json()) as { schemes: Scheme[] });
});

afterAll(() => worker?.close());

/** The rows of the table of docs/schemes.md: the scheme and its gateway. */
const documented = new Map(
  [
    ...readDocument('docs/schemes.md').matchAll(
      /^\| `([a-z0-9]+)` \| [^|]+ \| [\d—]+ \| (self|self, by a relay|none) \|/gm,
    ),
  ].map(([, name = '', gateway = '']) => [name, gateway]),
);

/** Without a relay, the schemes that need one are closed. */
const withoutRelay = (gateway: string | undefined) => (gateway === 'self, by a relay' ? 'none' : gateway);

test('docs/schemes.md has the gateway of each scheme', () => {
  expect(schemes.map(({ name }) => name)).toEqual([...documented.keys()]);
  expect(schemes.map(({ name, gateway }) => [name, gateway])).toEqual(
    [...documented].map(([name, gateway]) => [name, withoutRelay(gateway)]),
  );
  expect(schemes.filter(({ name }) => /^https?$/.test(name)).map(({ gateway }) => gateway)).toEqual(['none', 'none']);
});

test('/llms.txt names the schemes with a gateway', async () => {
  const text = await (await worker.fetch('/llms.txt')).text();
  const [, listed = ''] =
    /`gateway` in `GET \/v1\/schemes` says what this operator chose:\n([a-z0-9, ]+)\.\n/.exec(text) ?? [];
  expect(listed.split(', ')).toEqual([...documented].flatMap(([name, gateway]) => (gateway === 'none' ? [] : [name])));
});

test('the OpenAPI description has every value', async () => {
  const { components } = (await (await worker.fetch('/openapi.json')).json()) as {
    components: { schemas: { Scheme: { properties: { gateway: { description: string } } } } };
  };
  for (const value of new Set(documented.values())) {
    expect(components.schemas.Scheme.properties.gateway.description).toContain(`\`${value}\``);
  }
});

test('links redirect to a gateway of this Worker exactly where the registry says so', async () => {
  const redirects = await Promise.all(
    schemes.map(async ({ name, example }) => {
      // No gateway connects to the hosts of examples that are reserved for documentation.
      const link = example.replace(/(?<=:\/\/)([^/?#@]*@)?[^/?#:]+\.example(?=[/?#]|$)/, '$1h.example.org');
      const response = await worker.fetch(`/r?url=${encodeURIComponent(link)}`, { redirect: 'manual' });
      return [name, /^\/[a-z]/.test(response.headers.get('location') ?? '') ? 'self' : 'none'];
    }),
  );
  expect(redirects).toEqual(schemes.map(({ name, gateway }) => [name, gateway]));
});
