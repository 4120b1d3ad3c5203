/**
 * The memory of an import: a process with a small heap takes a document of CSV with thousands of columns, and one with
 * millions of lines. One that needs more ends. The platform allows 128 MiB in all.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { built } from '../built.ts';
import { type RunningWorkerd, startWorkerd } from '../workerd.ts';
import { LINK_TOKENS, linesOf, tokens } from './harness.ts';

/** The heap of the whole Worker, in MiB. */
const HEAP = 64;
const COLUMNS = 10_000;
const ROWS = 3000;

let workerd: RunningWorkerd;
beforeAll(async () => {
  const waypost = { path: (await built()).module, vars: { LINK_TOKENS, LOG: 'off' }, links: 'temporary' };
  workerd = await startWorkerd({ waypost }, [`--max-heap-size=${HEAP}`]);
});
afterAll(() => workerd.kill());

/** The answers to a document of CSV. */
async function importCsv(body: string) {
  const response = await fetch(`http://127.0.0.1:${workerd.ports.get('waypost')}/v1/links/import`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${tokens.root}`, 'Content-Type': 'text/csv' },
    body,
  });
  return linesOf(response);
}

test('30 MB of CSV with 10,000 columns are imported', async () => {
  const header = Array.from({ length: COLUMNS - 2 }, (_, index) => `c${index}`).join(',');
  const blanks = ','.repeat(COLUMNS - 2);
  const rows = Array.from({ length: ROWS }, (_, index) => `wide-${index},go:${index}${blanks}`);
  const answers = await importCsv(`slug,url,${header}\n${rows.join('\n')}\n`);
  expect(answers.filter(({ outcome }) => outcome === 'created')).toHaveLength(ROWS);
});

test('16 million lines without a record are imported', async () => {
  const answers = await importCsv(`slug,url\n${'\n'.repeat(16_000_000)}last,go:last\n`);
  expect(answers).toMatchObject([{ slug: 'last', outcome: 'created' }]);
});
