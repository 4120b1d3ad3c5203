/** README matches the code: every setting has its row, and the generated parts are up to date. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { settingsTable } from '../worker/settings/settings.ts';
import { FILE, readFigures, textOf } from './bench/run.ts';
import { commandLine, readReadme, rulesList, withTables } from './readme-tables.ts';
import * as scale from './scale-document.ts';

const readme = readReadme();

describe('the table of settings', () => {
  test.each([...settingsTable])('has a row for %s', (key, { kind, description }) => {
    expect(readme).toContain(`| \`${key}\` | ${kind} | ${description} |\n`);
  });
});

test('the generated parts are up to date; `npm run readme` writes them', () => {
  expect(readme).toBe(withTables(readme));
});

test('the generated parts of docs/command-line.md are up to date; `npm run readme` writes them', () => {
  const text = readFileSync(commandLine.file, 'utf8');
  expect(text).toBe(commandLine.withTables(text));
});

test('the generated parts of docs/scale.md are up to date; `npm run readme` writes them', () => {
  const text = scale.readDocument();
  expect(text).toBe(scale.withTables(text));
});

test('the list of rules is that of the definitions; `npm run readme` writes it', () => {
  expect(readFileSync('src/schemes/rules.ts', 'utf8')).toBe(rulesList());
});

test('the figures of the bench are written as the formatter writes them', () => {
  expect(textOf(readFigures())).toBe(readFileSync(FILE, 'utf8'));
});
