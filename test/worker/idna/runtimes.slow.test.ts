/**
 * International hosts have the same canonical forms and the same slugs in this Node, in workerd and in Node 20, and
 * every code point has the same mapping and properties.
 * `npm run idna` compares 100,000. `test/browser/idna.test.ts` compares with Chromium.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { PROPERTY_TIMEOUT } from '../../fast-check.ts';
import { FOLLOW, type HostResult } from '../../src/idna/read-hosts.ts';
import { bundledReadHosts, differences, digest, hosts, results } from '../../src/idna/runtimes.ts';
import { startModule } from '../runtime.ts';

/** What another runtime answers. */
interface Answer {
  readonly others: HostResult[];
  readonly itsDigest: string;
  /** The characters of a later Unicode that it knows. */
  readonly newer?: readonly string[];
}

test('the hosts are valid and not valid', () => {
  const valid = results.filter((result) => 'canonical' in result).length;
  expect(valid).toBeGreaterThan(hosts.length / 10);
  expect(hosts.length - valid).toBeGreaterThan(hosts.length / 10);
});

test('workerd has the same results', async () => {
  const code = `${await bundledReadHosts()}
    export default { fetch: async (request) => Response.json({
      others: await readHosts(await request.json()), itsDigest: await digestOfTables(), newer: knownNewer() }) };`;
  const { origin, close } = await startModule(code, { compatibilityDate: '2026-10-23' });
  try {
    const response = await fetch(origin, { method: 'POST', body: JSON.stringify(hosts) });
    const { others, itsDigest, newer }: Answer = JSON.parse(await response.text());
    expect(newer, FOLLOW).toEqual([]);
    expect(differences(others)).toEqual([]);
    expect(others).toHaveLength(hosts.length);
    expect(itsDigest).toBe(digest);
  } finally {
    await close();
  }
});

/** A Node 20 on the path; `null` if there is none. */
function findNode20(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = folders.flatMap((folder) => globSync('node', { cwd: folder }).map((name) => join(folder, name)));
  const isNode20 = (path: string): boolean =>
    spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.startsWith('v20.') ?? false;
  return candidates.find(isNode20) ?? null;
}

const node20 = findNode20();
if (node20 === null)
  console.warn('\n*** SKIPPED: there is no Node 20 on the path to compare international hosts with.\n');

test.skipIf(node20 === null)(
  'Node 20 has the same results',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'waypost-idna-'));
    try {
      writeFileSync(join(folder, 'hosts.json'), JSON.stringify(hosts));
      writeFileSync(
        join(folder, 'read.cjs'),
        `${await bundledReadHosts()}
      const hosts = JSON.parse(require('node:fs').readFileSync('hosts.json', 'utf8'));
      Promise.all([readHosts(hosts), digestOfTables()]).then(([others, itsDigest]) =>
        process.stdout.write(JSON.stringify({ others, itsDigest })));`,
      );
      const { stdout, stderr } = spawnSync(node20 ?? '', ['read.cjs'], {
        ...{ cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 },
      });
      expect(stderr).toBe('');
      const { others, itsDigest }: Answer = JSON.parse(stdout);
      expect(differences(others)).toEqual([]);
      expect(others).toHaveLength(hosts.length);
      expect(itsDigest).toBe(digest);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  PROPERTY_TIMEOUT,
);
