/**
 * The settings of the gateways in other Workers are those of the service that gateways read, with the same sentences.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingsTable } from '../../../worker/settings/settings-table.ts';

/** What only short links, webhooks, bulk requests, the front page and the self-hosted server read. */
const OTHERS = new Set([
  'TRUSTED_PROXIES',
  'EXAMPLES',
  'SUBREQUESTS',
  'LINKS',
  'LINK_SHARDS',
  'CLICK_DELAY',
  'CLICKS',
  'JURISDICTION',
  'STORE_FILES',
  'STORE_SPACE',
  'LINK_QUOTA',
  'LINK_TOKENS',
  'LINK_RATE',
  'SEARCH_RATE',
  'CHALLENGE_RATE',
  'METRICS_TOKEN',
  'WEBHOOK_SECRETS',
]);

test('each has its sentence', () => {
  const file = join(import.meta.dirname, '../../../worker/mounted/published-gateway.d.ts');
  const [, body = ''] = /interface GatewaySettings \{\n(.*?)\n\}/s.exec(readFileSync(file, 'utf8')) ?? [];
  const published = [...body.matchAll(/\/\*\* (.*?) \*\/\n {2}readonly (\w+)\??:/gs)].map(
    ([, sentence = '', key = '']) => [key, sentence.replace(/\s+\* /g, ' ')] as const,
  );
  const own = [...settingsTable]
    .filter(([key]) => !OTHERS.has(key))
    .map(([key, { description }]) => [key, description]);
  expect(Object.fromEntries(published)).toEqual({ ...Object.fromEntries(own), ASSETS: 'The static files of pages.' });
});
