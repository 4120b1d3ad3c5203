/** Errors of the system name the file and what is wrong, in our own words. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isSystemError, systemErrorText } from '../../bin/system-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'waypost-errors-'));
afterAll(() => rmSync(folder, { recursive: true }));

function errorOf(work: () => unknown): NodeJS.ErrnoException {
  try {
    work();
  } catch (error) {
    if (isSystemError(error)) return error;
  }
  throw new Error('There was no error of the system.');
}

test('of a file that is missing, of a folder, and of a path through a file', () => {
  const missing = join(folder, 'missing');
  expect(systemErrorText(errorOf(() => readFileSync(missing)))).toBe(`${missing}: no such file or folder`);
  expect(
    systemErrorText(
      errorOf(() => readFileSync(folder)),
      'docs',
    ),
  ).toBe('docs: this is a folder');
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const through = join(file, 'x');
  expect(systemErrorText(errorOf(() => readFileSync(through)))).toBe(`${through}: a part of this path is not a folder`);
});

test('without a file, and with a code that has no words', () => {
  const error = (code: string) => Object.assign(new Error(`${code}: it broke, write`), { code, syscall: 'write' });
  expect(systemErrorText(error('ENOSPC'))).toBe('cannot write the output: the disk is full');
  expect(systemErrorText(error('EXYZ'))).toBe('EXYZ: it broke, write');
  expect(isSystemError(new TypeError('bug'))).toBe(false);
});
