/** README and the documents match the code: the generated parts are up to date, and every link leads to its place. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchorsOf } from '../worker/build/anchors.ts';
import { topics } from '../worker/pages/docs/topics.ts';
import { settingsTable } from '../worker/settings/settings-table.ts';
import { FILE, readFigures } from './bench/run.ts';
import { documents, errorsList, readDocument, rulesList, withTables } from './readme-tables.ts';
import * as scale from './scale-document.ts';

const names = readdirSync('docs').filter((name) => name.endsWith('.md'));

describe('the table of settings', () => {
  const settings = readDocument('docs/settings.md');
  test.each([...settingsTable])('has a row for %s', (key, { kind, description }) => {
    expect(settings).toContain(`| \`${key}\` | ${kind} | ${description} |\n`);
  });
});

test.each(Object.keys(documents))('the generated parts of %s are up to date; `npm run readme` writes them', (file) => {
  expect(readDocument(file)).toBe(withTables(file));
});

test('each table of figures says when it was measured', () => {
  for (const [part, { measured }] of Object.entries(readFigures())) expect(measured, part).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test('the generated parts of docs/scale.md are up to date; `npm run readme` writes them', () => {
  const text = scale.readDocument();
  expect(text).toBe(scale.withTables(text));
});

test('README has at most 150 lines', () => {
  expect(readDocument('README.md').split('\n').length).toBeLessThanOrEqual(150);
});

describe('CHANGELOG', () => {
  const [, ...releases] = readDocument('CHANGELOG.md').split(/^## /m);
  const titles = releases.map((release) => release.split('\n')[0]);

  test('begins with what is not released, and then has the version of the package with its date', () => {
    const { version } = JSON.parse(readDocument('package.json'));
    expect(titles[0]).toBe('Unreleased');
    expect(titles[1]).toMatch(new RegExp(`^${version.replaceAll('.', '\\.')} · \\d{4}-\\d\\d-\\d\\d$`));
  });

  test.each(titles.map((title, index) => [title, releases[index]]))('%s fits a screen of 50 lines', (_, release) => {
    expect(release?.trimEnd().split('\n').length).toBeLessThanOrEqual(50);
  });
});

test('the list of rules is that of the definitions; `npm run readme` writes it', () => {
  expect(readFileSync('src/schemes/rules.ts', 'utf8')).toBe(rulesList());
  expect(readFileSync('src/schemes/errors.ts', 'utf8')).toBe(errorsList());
});

test('the figures of the bench are in the order of its parts', () => {
  expect(JSON.stringify(readFigures())).toBe(JSON.stringify(JSON.parse(readFileSync(FILE, 'utf8'))));
});

test('every document is a page of /docs under its own title', () => {
  const titles = names.map((name) => [name.replace('.md', ''), /^# (.*)/.exec(readDocument(`docs/${name}`))?.[1]]);
  expect(Object.fromEntries(titles.filter(([name]) => name !== 'README'))).toEqual(Object.fromEntries(topics));
});

test.each(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...names.map((name) => `docs/${name}`)])(
  'the links of %s lead to something',
  (file) => {
    const broken = [
      ...readDocument(file).matchAll(/(?<!`[^`\n]*)\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g),
    ].filter(([, path = '', anchor]) => {
      const target = path === '' ? file : join(dirname(file), path);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !anchorsOf(readFileSync(target, 'utf8')).has(anchor);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  },
);
