/** The description of what links lead to is made from the openers and from the files beside them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isInBrowser } from '../../../../src/definition-of.ts';
import * as general from '../../../../src/open/documentation.ts';
import { openers } from '../../../../src/open/registry.ts';
import { readOpenedDocumentation } from '../../../../worker/build/beside-definitions.ts';
import { openedAnswers, openedParameters, openedSchemas } from '../../../../worker/build/openapi/opened.ts';
import { parametersOf } from '../../../../worker/gateway/shapes/parameters.ts';

const root = join(import.meta.dirname, '../../../../src/open');
const inBrowser = openers.filter(({ schemes }) => schemes.every(isInBrowser)).map(({ kind }): string => kind);
const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !inBrowser.includes(entry.name))
  .map(({ name }) => name);

/** The member `kind` of JSON about a link, which stands not far behind the name of what makes the JSON. */
const JSON_KIND = /(?:(?:\bjson\b|Json\()[\s\S]{0,330}?|\bhead = \{ )\bkind: '([\w-]+)'/g;

const kindsIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [...readFileSync(join(root, folder, name), 'utf8').matchAll(JSON_KIND)])
    .map(([, kind = '']) => kind);

const kindsOf = (schemas: general.Schemas): ReadonlySet<unknown> =>
  new Set(Object.values(schemas).map(({ properties }) => properties?.kind?.const));

describe('every kind of JSON has a schema', () => {
  test.each(folders)('%s', async (folder) => {
    const { answers = {} } = (await readOpenedDocumentation(folder)) ?? {};
    const described = kindsOf({ ...general.answers, ...answers });
    expect(kindsIn(folder).filter((kind) => !described.has(kind))).toEqual([]);
  });

  test('of all openers', () => {
    const kinds = kindsIn('.');
    expect(kinds).toEqual(expect.arrayContaining(['names', 'terminal', 'text']));
    const described = kindsOf(openedAnswers);
    expect(kinds.filter((kind) => !described.has(kind))).toEqual([]);
  });

  test('and is found in the code', () => {
    expect(folders.flatMap(kindsIn)).toEqual(
      expect.arrayContaining(['definitions', 'directory', 'file', 'form', 'mail', 'menu', 'search', 'session']),
    );
  });
});

test('no two files have a schema of the same name', async () => {
  const files = [general, ...(await Promise.all(folders.map(readOpenedDocumentation)))];
  const names = files.flatMap((file) => Object.keys({ ...file?.answers, ...file?.parts }));
  expect(names.toSorted()).toEqual(Object.keys(openedSchemas).toSorted());
});

test('a kind whose JSON is that of every kind needs no file', async () => {
  expect(await readOpenedDocumentation('finger')).toBe(null);
});

describe('a parameter', () => {
  const described = new Map(openedParameters.map(({ name, description }) => [name, description]));

  test('names each opener that has it', () => {
    const missing = openers
      .filter(({ kind }) => !inBrowser.includes(kind))
      .flatMap((opener) => parametersOf(opener).map((parameter) => ({ parameter, name: opener.name })))
      .filter(({ parameter, name }) => !described.get(parameter)?.includes(name));
    expect(missing).toEqual([]);
  });

  test('is described once for all openers that read it alike', () => {
    expect(described.get('hits')).toBe(
      'WAIS: How many documents a search may find. Default: 40. Values: `40`, `100`, `200` or `500`.',
    );
    expect(described.get('order')).toMatch(/^DICT, FTP, .*: The direction of `sort`: `asc` or `desc`\.$/);
    expect(described.get('match')).toMatch(/^Prospero: How .* News: A word in the names/);
    expect(described.get('search')).toMatch(
      /^DICT: The word\. Gopher: Words to search for\. WAIS: Words of documents\./,
    );
  });
});
