/** README and the documents match the code: the generated parts are up to date, and every link leads to its place. */
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { specialUse } from '../src/egress/special-names.ts';
import { explain } from '../src/index.ts';
import { formatOfFile, linksIn } from '../src/text/index.ts';
import { topics } from '../worker/pages/docs/topics.ts';
import { settingsTable } from '../worker/settings/settings-table.ts';
import { FILE, readFigures } from './bench/run.ts';
import { brokenLinks, documentFiles } from './document-links.ts';
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

test('docs/decisions.md has at most 450 lines: what was measured on the way belongs to docs/figures.md', () => {
  expect(readDocument('docs/decisions.md').trimEnd().split('\n').length).toBeLessThanOrEqual(450);
});

describe('CHANGELOG', () => {
  const [, ...releases] = readDocument('CHANGELOG.md').split(/^## /m);
  const titles = releases.map((release) => release.split('\n')[0]);

  test('begins with what is not released, and then has the last release, whose version the package has or follows', () => {
    const { version } = JSON.parse(readDocument('package.json'));
    const [, last = ''] = /^(\d+\.\d+\.\d+) · \d{4}-\d\d-\d\d$/.exec(titles[1] ?? '') ?? [];
    const follows = last
      .split('.')
      .map((number, index, numbers) =>
        [...numbers.slice(0, index), Number(number) + 1, ...numbers.slice(index + 1).map(() => 0)].join('.'),
      );
    expect(titles[0]).toBe('Unreleased');
    expect([last, ...follows]).toContain(version);
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

test.each(documentFiles)('the relative links of %s lead to files and their headings', (file) => {
  expect(brokenLinks('.', file)).toEqual([]);
});

test('the list of documents has those that people open first', () => {
  expect(documentFiles).toEqual(
    expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs/README.md']),
  );
});

test('a link to a file or a heading that is not there is broken, in each spelling of Markdown', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-documents-'));
  const links = ['[a](b.md) [a](b.md#c-d) [a](#e) `[a](code.md)`', '[a](no.md) [a](b.md#no) [a](#no)', '[a]: gone.md'];
  writeFileSync(join(folder, 'a.md'), ['# E', ...links, '<img src="no.png">'].join('\n\n'));
  writeFileSync(join(folder, 'b.md'), '# C, `d`\n');
  expect(brokenLinks(folder, 'a.md')).toEqual(['no.md', 'b.md#no', 'a.md#no', 'gone.md', 'no.png']);
  rmSync(folder, { recursive: true });
});

/** Whether a checker asks a server of the Web for it, or nobody. */
function isForeignOrNobodys(url: string): boolean {
  const { scheme, components } = explain(url);
  const use = specialUse(components.host ?? '');
  return use === null ? /^https?$/.test(scheme) : use.what === 'documentation';
}

test.each(globSync(['*.md', 'docs/**/*.{md,txt}']))(
  'a checker finds pages of the Web in %s, and no dead link among its examples',
  async (file) => {
    const { links } = await linksIn(readDocument(file), formatOfFile(file) ?? 'text');
    expect(links.map(({ url }) => url).filter((url) => !isForeignOrNobodys(url))).toEqual([]);
  },
);
