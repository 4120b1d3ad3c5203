/** The examples in the documentation comments of the library run, and give the values that stand behind them. */
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import * as library from '../../src/index.ts';

const root = join(import.meta.dirname, '../../src');

/** One fenced example, and the file whose functions it uses. */
interface Example {
  readonly file: string;
  readonly code: string;
}

const files = globSync('**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.d.ts'));

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

const examples: Example[] = files.flatMap((file) => {
  const text = textOf(file);
  return [...text.matchAll(/@example\n \* ```ts\n(.*?) \* ```/gs)].map(([, lines = '']) => ({
    file,
    code: lines.replace(/^ \* ?/gm, ''),
  }));
});

/** Turns `expression; // 'value'` into a comparison, if the comment is a value. */
function checked(code: string): string {
  return code.replace(
    /^((?:try|catch \(\w+\)) \{ |if \(.*?\) )?(.+?); (\} )?\/\/ (.+)$/gm,
    (line, before = '', expression, close = '', value) =>
      isLiteral(value) && !/^(?:const|let)\b/.test(line) ? `${before}is(${expression}, ${value}); ${close}` : line,
  );
}

function isLiteral(value: string): boolean {
  try {
    new Function(`return (${value});`)();
    return !value.includes('…');
  } catch {
    return false;
  }
}

test('there are examples, and each is fenced: only fenced ones run', () => {
  const tags = files.flatMap((file) => textOf(file).match(/@example/g) ?? []);
  expect(tags.length).toBeGreaterThan(10);
  expect(examples).toHaveLength(tags.length);
});

type Exports = Readonly<Record<string, unknown>>;

const load = (file: string): Promise<Exports> => import(/* @vite-ignore */ file);

/** What the modules export that a file imports, as its examples may use the same names. */
async function imported(file: string): Promise<Exports> {
  const paths = [...textOf(file).matchAll(/ from '(\.[^']+)'/g)].map(([, path = '']) => path);
  const modules = await Promise.all(paths.map((path) => load(join(root, dirname(file), path))));
  return Object.assign({}, ...modules);
}

test.each(examples)('$file: $code', async ({ file, code }) => {
  const module = { ...(await imported(file)), ...(await load(join(root, file))) };
  const rooms = { gopher: library.schemes.get('gopher'), ftp: library.schemes.get('ftp') };
  const scope = { ...library, ...rooms, ...module, octetsOf: (text: string) => new TextEncoder().encode(text) };
  const is = (actual: unknown, wanted: unknown) => expect(actual, relative(root, file)).toEqual(wanted);
  const statements = checked(stripTypeScriptTypes(code));
  const names = Object.keys(scope);
  new Function('is', ...names, `{${statements}}`)(is, ...Object.values(scope));
});
