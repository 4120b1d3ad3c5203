/** The examples in README and in the documents of the library run, and their results are correct. */
import { globSync, readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';
import { ENTRIES } from '../worker/build/package/entries.ts';
import { checked } from './examples.ts';

/** Examples that other tests run: Workers, programs with servers, and guards that call a network. */
const OTHERS = /from '(?!waypost)|from 'waypost\/(?:worker|protocols|webhooks)|export default/;

const blocks = ['README.md', ...globSync('docs/*.md')].flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = '']) => ({ file, code })),
);
const examples = blocks.filter(({ code }) => !OTHERS.test(code));

test('most examples run here, and state results', () => {
  expect(examples.length).toBeGreaterThan(6);
  const results = examples.flatMap(({ code }) => checked(code).match(/\bis\(/g) ?? []);
  expect(results.length).toBeGreaterThan(12);
});

/** Names and their values, as the imports of an example say. */
async function imported(code: string): Promise<ReadonlyMap<string, unknown>> {
  const values = new Map<string, unknown>();
  for (const [, names = '', entry = ''] of code.matchAll(/^import \{ (.*?) \} from 'waypost(.*?)';$/gm)) {
    const path = new Map(ENTRIES).get(`.${entry}`) ?? entry.replace(/^\/schemes\/(.*)$/, 'src/schemes/$1/definition');
    const module: Record<string, unknown> = await import(/* @vite-ignore */ `../${path}.ts`);
    for (const name of names.split(/, /)) values.set(name, module[name]);
  }
  return values;
}

type Run = (...values: unknown[]) => Promise<unknown>;
const asyncFunction: new (...names: string[]) => Run = Object.getPrototypeOf(async () => {}).constructor;

test.each(examples)('$file: $code', async ({ code }) => {
  const scope = await imported(code);
  for (const [name, value] of scope) expect(value, name).toBeDefined();
  const { code: statements } = transformSync(checked(code.replace(/^import .*$/gm, '')), { loader: 'ts' });
  const is = (actual: unknown, wanted: unknown) => expect(actual).toEqual(wanted);
  await new asyncFunction('is', ...scope.keys(), `{${statements}}`)(is, ...scope.values());
});
