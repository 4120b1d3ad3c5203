/** The diffs of `waypost rewrite`, applied by `patch`. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runs } from '../../fast-check.ts';
import { needs } from '../../machine.ts';
import { temporaryFolder, writeFiles } from '../files/files.ts';
import { octetsWritten } from '../harness.ts';
import { checkDiffs } from './diffs.ts';

const folder = temporaryFolder();

test.runIf(needs('patch'))('patch makes the new text of the old one', () => {
  const apply = (input: string, text: string): string => {
    const at = writeFiles(folder, { file: text });
    const run = spawnSync('patch', ['--binary', '-p0', '--fuzz=0'], { cwd: folder, input, encoding: 'utf8' });
    expect(run.stdout + run.stderr).not.toMatch(/FAILED|malformed|offset/);
    return readFileSync(at('file'), 'utf8');
  };
  checkDiffs(apply, runs(0.1));
});

test.runIf(needs('patch'))('patch takes a diff in the encoding of the file', async () => {
  const at = writeFiles(folder, {
    'diff.txt': Buffer.from('caf\xe9\r\nsee <FTP://h/a\r\n b> and\r\nlast FTP://h', 'latin1'),
  });
  const input = await octetsWritten(['rewrite', '--to=canonical', '--diff', at('diff.txt')]);
  const { stdout } = spawnSync('patch', ['--binary', '-p0', '-o-', at('diff.txt')], { input });
  expect(stdout.toString('latin1')).toContain('caf\xe9\r\nsee <ftp://h/ab> and\r\nlast ftp://h/');
});
