/** An import that stores nothing: what it tries again with each group of lines, and what it keeps. */
import { expect, test } from 'vitest';
import { DryRun } from '../../../worker/links/dry-run.ts';
import { STEADY } from '../../../worker/links/pace.ts';
import type { ImportRequest } from '../../../worker/links/request.ts';
import { AT } from './storage.ts';

const request = (slug: string, url: string): ImportRequest => ({
  record: { slug, url, createdAt: AT, clicks: 0, lastClickAt: null, blocked: null, claims: [] },
  digest: null,
});

/** A store that answers with the number of each record, and the URLs that it was asked for. */
function storeOf() {
  const tried: string[][] = [];
  const tryImport = async (requests: readonly ImportRequest[]) => {
    tried.push(requests.map(({ record }) => record.url));
    return requests.map((_, index) => ({ slug: String(index), outcome: 'created' as const }));
  };
  return { tried, tryImport, pace: () => STEADY };
}

test('lines are tried after all earlier ones with their slugs, and only the new ones are answered', async () => {
  const store = storeOf();
  const run = new DryRun(store);
  expect([run.pace(), await run.block()]).toEqual([STEADY, undefined]);
  const slugs = async (...requests: readonly ImportRequest[]) =>
    (await run.import(requests)).map((result) => 'slug' in result && result.slug);
  expect(await slugs(request('a', 'go:1'), request('b', 'go:2'))).toEqual(['0', '1']);
  expect(await slugs(request('a', 'go:3'), request('a', 'go:4'))).toEqual(['1', '2']);
  expect(await slugs(request('a', 'go:5'), request('c', 'go:6'))).toEqual(['3', '4']);
  expect(await slugs(request('d', 'go:7'))).toEqual(['0']);
  expect(store.tried.map((urls) => urls.map((url) => url.slice(3)).join(''))).toEqual(['12', '134', '13456', '7']);
});

test('it keeps 16 MiB of records', async () => {
  const most = 16 * 1024 * 1024;
  const around = JSON.stringify(request('a', '')).length;
  const half = (more: number) => request('a', 'x'.repeat(most / 2 - around + more));
  const run = new DryRun(storeOf());
  await run.import([half(0), half(0)]);
  await expect(run.import([request('a', '')])).rejects.toMatchObject({
    problem: 'body-too-large',
    faults: [{ code: 'dry-run-too-large', message: expect.stringContaining(`takes ${most} characters`) }],
  });
  await expect(new DryRun(storeOf()).import([half(0), half(1)])).rejects.toThrow('body-too-large');
});
