/** `waypost check` of many lines: none is kept. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { writeBundle } from './harness.ts';

/** Lines, and the heap in MiB of a process that would die with all of them at once. */
const [MANY, HEAP] = [50_000, 32] as const;

test('many lines fit into a small heap', async () => {
  const file = await writeBundle();
  const run = new URL('../../../bin/check/run.ts', import.meta.url).href;
  const script = `
    const { linkChecker } = await import(${JSON.stringify(file)});
    const { checkLinks } = await import(${JSON.stringify(run)});
    const request = { options: {}, publicOnly: false, pause: 0, concurrency: 16, settings: {}, archives: null };
    const checking = { ...request, source: { kind: 'list', encoding: 'utf-8' }, report: 'ndjson', accept: new Set(), strict: false, lenient: false, remembered: null };
    const stdin = (async function* () {
      for (let line = 0; line < ${MANY}; line++) yield Buffer.from('mailto:a' + line + '@h.example\\n');
    })();
    const counted = { lines: 0 };
    const stdout = { write: (text, done) => { counted.lines++; done(); } };
    const stderr = { write: (text, done) => { done(); } };
    await checkLinks(checking, linkChecker(request, { env: {} }, '1'), { stdin, stdout, stderr, env: {} }, '1');
    console.log(counted.lines);
  `;
  const flags = [`--max-old-space-size=${HEAP}`, '--input-type=module', '-e', script];
  const { stdout } = spawnSync(process.execPath, flags, { encoding: 'utf8' });
  expect(stdout).toBe(`${MANY}\n`);
});
