/** The script for other sites as a file: its size, its octets, and its headers. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../../../package.json';
import { bundleEmbed, embedNames, integrityOf } from '../../../../worker/build/embed.ts';
import { type RunningWorker, startWorker } from '../../harness.ts';

/** The largest size of the script, in octets after gzip. */
const MOST_OCTETS = 2048;

/** Pages that pin a version rely on its octets: if they change, change the version in package.json. */
const PINNED: Readonly<Record<string, string>> = {
  '0.1.0': 'sha384-pL4RY6/PrjN0AacDg/VcdUfqe9qZgcgR6JbcY6cCNrHovU4JkvanwEQpVQRyXN7Y',
  '0.2.0': 'sha384-xQGaoWpct908DHE1X3VkpsztcrjSLfksuGLlM4DEcvnvRfQ9oT6ctBspV8oZ6s8Q',
  '0.3.0': 'sha384-fUVJAQqkTe9axhG/EoA7utguzq2gvwClsjTt/o+oZ8F3z+emJIGUfhh6BQ3/AAxH',
  '0.4.0': 'sha384-K1yuyS36Agh6r3epAYq6d5f5FTLJE29CL2xNmAxa+Uw6Ti+3ji1QKljtk3RHBa2D',
};

const { version } = manifest;
const script = bundleEmbed(version);

test('is small', () => {
  const size = gzipSync(script, { level: 9 }).length;
  console.log(`waypost.js: ${size} octets gzip, ${script.length} as it is`);
  expect(size).toBeLessThan(MOST_OCTETS);
});

test('has the same octets for the same version', () => {
  expect(integrityOf(script)).toBe(PINNED[version]);
});

test('obeys a strict policy', () => {
  expect(script).not.toMatch(/\beval\b|new Function|innerHTML|\.style\b|cssText/);
});

/** The platform serves the files at the root, and the Worker those below its path. */
describe.each(['', '/tools/waypost'])('as it is served below %j', (base) => {
  let worker: RunningWorker;
  beforeAll(async () => {
    worker = await startWorker({ BASE_PATH: base }, { platform: true });
  });
  afterAll(() => worker.close());

  test.each(embedNames(version).map((name) => `${base}/${name}`))(
    '%s may be loaded and checked by any page',
    async (path) => {
      const response = await worker.fetch(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
      // Fetch §3.2 for `crossorigin`, §3.7 for pages under Cross-Origin-Embedder-Policy.
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(await response.text()).toBe(script);
    },
  );

  test('only the address with a version is cached forever', async () => {
    const caching = await Promise.all(
      embedNames(version).map(async (name) => (await worker.fetch(`${base}/${name}`)).headers.get('cache-control')),
    );
    expect(caching).toEqual(['public, max-age=3600', 'public, max-age=31536000, immutable']);
  });

  test('files that no version changes are cached forever, and others are not there', async () => {
    const { headers } = await worker.fetch(`${base}/assets/waypost.css`);
    expect(headers.get('cache-control')).toContain('immutable');
    expect((await worker.fetch(`${base}/assets/nothing.css`)).status).toBe(404);
  });
});
