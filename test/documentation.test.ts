/**
 * The examples in the documentation comments of the library, the Worker and the command line run, and their results are
 * correct.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import { h } from 'preact';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import * as library from '../src/index.ts';
import { linkBuilder } from '../worker/gateway/contract/link-builder.ts';
import { builtInGateways } from '../worker/gateway/open/built-in.ts';
import { environmentOf } from '../worker/settings/environment.ts';
import { checked, examplesInSentences, fencedExamples, octetsOf } from './examples.ts';

const root = join(import.meta.dirname, '..');

/** One fenced example, and the file whose functions it uses. */
interface Example {
  readonly file: string;
  readonly code: string;
}

const files = globSync('{src,worker,bin}/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.endsWith('.d.ts'));

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

const examplesOf = (read: (text: string) => readonly string[]): Example[] =>
  files.flatMap((file) => read(textOf(file)).map((code) => ({ file, code })));

const fenced = examplesOf(fencedExamples);
const inSentences = examplesOf(examplesInSentences);

const examples: readonly Example[] = [...fenced, ...inSentences];

test.each(['src', 'worker', 'bin'])('%s has examples, and each is fenced, because only fenced ones run', (folder) => {
  const isThere = (file: string) => file.startsWith(`${folder}/`);
  const tags = files.filter(isThere).flatMap((file) => textOf(file).match(/\* @example/g) ?? []);
  expect(tags.length).toBeGreaterThan(0);
  expect(fenced.filter(({ file }) => isThere(file))).toHaveLength(tags.length);
});

test('sentences have examples too', () => {
  expect(inSentences.length).toBeGreaterThan(40);
});

type Exports = Readonly<Record<string, unknown>>;

const load = (file: string): Promise<Exports> => import(/* @vite-ignore */ file);

/** The exports of all modules that a file imports. Its examples may use the same names. */
async function imported(file: string): Promise<Exports> {
  const paths = [...textOf(file).matchAll(/ from '(\.[^']+)'/g)].map(([, path = '']) => path);
  const modules = await Promise.all(paths.map((path) => load(join(root, dirname(file), path))));
  return Object.assign({}, ...modules);
}

const environment = environmentOf({ ASSETS: { fetch: () => Promise.resolve(new Response()) } }, builtInGateways);

/** Names that an example may use without an import. */
const common: Exports = {
  ...library,
  gopher: library.schemes.get('gopher'),
  ftp: library.schemes.get('ftp'),
  octetsOf,
  v,
  element: h,
  environment,
  links: linkBuilder(library.canonicalize('gopher://h.example/'), 'https://waypost.example', environment),
  requestContext: { url: 'https://waypost.example/open?url=go:x', environment },
};

type Run = (...values: unknown[]) => Promise<unknown>;
const asyncFunction: new (...names: string[]) => Run = Object.getPrototypeOf(async () => {}).constructor;

test.each(examples.filter(({ code }) => !code.startsWith('<')))('$file states a result of $code', ({ code }) => {
  expect(checked(code)).toContain('is(');
});

test.each(examples)('$file: $code', async ({ file, code }) => {
  const scope = { ...common, ...(await imported(file)), ...(await load(join(root, file))) };
  const is = (actual: unknown, wanted: unknown) => expect(actual, file).toEqual(wanted);
  const { code: statements } = transformSync(checked(code), { loader: 'tsx', jsxFactory: 'element' });
  await new asyncFunction('is', ...Object.keys(scope), `{${statements}}`)(is, ...Object.values(scope));
});
