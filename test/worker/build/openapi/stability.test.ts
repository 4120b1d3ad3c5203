/** What `docs/stability.md` promises of the API is what the description says: nothing less, and nothing more. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeApi } from '../../../../worker/build/openapi/document.ts';
import { version } from '../../../../worker/version.ts';

const { components, paths } = describeApi(version);
const text = readFileSync('docs/stability.md', 'utf8');

/** The promised members of each answer, by the first cell of their row. */
const promised = new Map(
  [...text.matchAll(/^\| (`\/v1\/[^`]+`|a problem) \| (`.*`) \|$/gm)].map(([, answer = '', members = '']) => [
    answer.replaceAll('`', ''),
    [...members.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  ]),
);

/** The schemas of the answers. */
const SCHEMAS: Readonly<Record<string, string>> = {
  '/v1/resolve': 'Resolution',
  '/v1/compare': 'Comparison',
  '/v1/check': 'LinkCheck',
  '/v1/validate': 'Verdict',
  '/v1/links/{slug}': 'Link',
  'a problem': 'Problem',
};

test('every answer that can be asked for in parts has its row', () => {
  const selective = Object.keys(paths).filter((path) =>
    paths[path]?.get?.parameters?.some(({ name }) => name === 'fields'),
  );
  // A list has the links of its row.
  const rows = selective.filter((path) => path !== '/v1/links');
  expect([...promised.keys()].toSorted()).toEqual([...rows, 'a problem'].toSorted());
});

test.each([...promised])('%s', (answer, members) => {
  const schema = components.schemas[SCHEMAS[answer] ?? ''] ?? {};
  for (const { properties = {}, required = [] } of schema.oneOf ?? [schema]) {
    expect(members).toEqual(expect.arrayContaining([...required]));
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(members));
    // These belong to the answers of this route alone, so that not every resolution has them.
    const ofRoute = ['links', 'opens'];
    expect(members.filter((name) => !required.includes(name) && !ofRoute.includes(name))).toEqual([]);
  }
});
