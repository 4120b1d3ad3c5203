/** Scripts that are mostly the work of others begin with their licence. */
import { afterAll, expect, test } from 'vitest';
import { assets } from '../../../worker/pages/parts/assets.ts';
import { startWorker } from '../harness.ts';

const worker = await startWorker();
afterAll(() => worker.close());

test.each([
  [assets.idna, 'UNICODE LICENSE V3', 'SPDX-License-Identifier: Unicode-3.0'],
  [assets.htmlLinks, 'parse5', 'Ivan Nikulin'],
  [assets.markdownLinks, '@lezer/markdown', 'Marijn Haverbeke'],
  [assets.docsSearch, 'Luca Ongaro', 'Permission is hereby granted'],
  [assets.qrPath, 'MIT License', 'David Evans'],
])('%s', async (path, ...texts) => {
  const script = await (await worker.fetch(`/${path}`)).text();
  expect(script).toMatch(/^\/\*!/);
  const licence = script.slice(0, script.indexOf('*/'));
  for (const text of texts) expect(licence).toContain(text);
  expect(licence).toMatch(/THE (?:SOFTWARE IS|DATA FILES AND SOFTWARE ARE)\s+PROVIDED "AS IS"/);
});
