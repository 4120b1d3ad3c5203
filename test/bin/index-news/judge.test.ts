/**
 * `npm run judge`: mbox files and ZIP files that Python wrote, and mbox files that people published (`NEWS_MBOX`, a
 * folder with them): each message as Python's mailbox module reads it is in the archive, octet for octet. Without
 * Python, they are skipped, aloud.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './folder.ts';
import { judge } from './judge.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('\n!!! SKIPPED: there is no python3.\n');

test.runIf(hasPython)('files that Python wrote', async () => {
  const folder = temporaryFolder();
  execFileSync('python3', [join(import.meta.dirname, 'foreign.py'), folder]);
  const mbox = join(folder, 'foreign.mbox');
  for (const name of ['foreign.mbox', 'deflated.zip', 'stored.zip', 'streamed.zip']) {
    const { same, repeated, others } = await judge([join(folder, name)], [mbox]);
    expect({ name, same, repeated, others: others.length }).toEqual({ name, same: 300, repeated: 0, others: 0 });
  }
});

const { NEWS_MBOX = '' } = process.env;
if (NEWS_MBOX === '') console.warn('\n!!! SKIPPED: NEWS_MBOX names no folder with mbox files.\n');

test.runIf(hasPython && NEWS_MBOX !== '')('files that people published', async () => {
  for (const name of readdirSync(NEWS_MBOX)) {
    const { same, repeated, others } = await judge([join(NEWS_MBOX, name)]);
    console.log(`${name}: ${same} the same, ${repeated} repeat an id, ${others.length} differ`);
    expect(same).toBeGreaterThan(0);
    expect(others.map(({ separator, id }) => `${separator} ${id}`)).toEqual([]);
  }
});
