/** The rules of `npm run lint` find what they are for. */
import { describe, expect, test } from 'vitest';
import { needlessExports } from './exports.ts';
import { repeatedTypes } from './names.ts';
import {
  documentProblems,
  phraseProblems,
  phrasesIn,
  repeatedSentences,
  widthProblems,
  wordProblems,
} from './rules.ts';
import { PHRASES } from './words.ts';

describe('phrases', () => {
  test.each(PHRASES)('$pattern is found', ({ example, instead }) => {
    expect(phrasesIn(example, 1)).toContainEqual({ line: 1, message: expect.stringContaining(instead) });
  });

  test('are found in strings of every kind', () => {
    const code = ["'This is ' + 'no URL'", '`This $', '{x} once more`', '<p>Keep it\n at hand</p>'];
    const source = `f(${code[0]},\n ${code[1]}${code[2]},\n ${code[3]});`;
    expect(phraseProblems('a.tsx', source).map(({ line, message }) => [line, message.slice(0, 15)])).toEqual([
      [1, 'not “is no U” b'],
      [2, 'not “once more”'],
      [3, 'not “at hand” b'],
    ]);
  });

  test('are found in documents, but not in their code', () => {
    expect(documentProblems('One.\n\n```\nonce more\n```\n\nTwo. Do it\nonce more.\n').map(({ line }) => line)).toEqual(
      [7],
    );
  });
});

describe('words', () => {
  test('are found in identifiers of every kind', () => {
    const code = 'const crumbsOf = ({ doubt }: Visit) => <Room harvest={doubt.elsewhere} breadcrumbs="torn" />;';
    expect(wordProblems('a.tsx', code).map(({ message }) => message.split(':')[0])).toEqual([
      ...['crumbsOf', 'doubt', 'Visit', 'Room', 'harvest', 'elsewhere'],
    ]);
  });

  test('are found in names of files', () => {
    expect(wordProblems('src/crumbs.ts', '')).toEqual([
      { line: 1, message: 'crumbs.ts: not “crumbs” but: breadcrumbs' },
    ]);
  });
});

test('long lines of comments are found, but neither addresses nor examples', () => {
  const [long, address] = ['word '.repeat(30), 'a'.repeat(130)];
  const code = `/** ${long} */\n// ${address}\n * ${long}\n * \`\`\`ts\n * ${long}\n * \`\`\`\nconst text = '${long}';\n`;
  expect(widthProblems(code).map(({ line }) => line)).toEqual([1, 3]);
});

test('a sentence about a server that two modules write is found', () => {
  const code = "f('The server is silent.', 'The server left.')";
  const modules = new Map([
    ['a.ts', code],
    ['b.ts', "g('The server left.')"],
  ]);
  expect(repeatedSentences(modules)).toEqual([['The server left.', ['a.ts', 'b.ts']]]);
});

describe('names of types', () => {
  const modules = new Map([
    ['a.ts', 'export interface Row { b: 1 }\ntype Cell = 1;\nfunction f() { type Inner = 1; }'],
    ['b.ts', 'class Row {}\nexport type Cell = 2;\nfunction f() { type Inner = 1; }'],
  ]);

  test('are found that two modules declare', () => {
    expect(repeatedTypes(modules, [])).toEqual([
      ['Row', ['a.ts', 'b.ts']],
      ['Cell', ['a.ts', 'b.ts']],
    ]);
  });

  test('may be shared by the modules of an exception, and by no others', () => {
    const row = { name: 'Row', because: '' };
    const namesWith = (files: readonly string[]) => repeatedTypes(modules, [{ ...row, files }]).map(([name]) => name);
    expect(namesWith(['a.ts', 'b.ts'])).toEqual(['Cell']);
    expect(namesWith(['a.ts', 'c.ts'])).toEqual(['Row', 'Cell']);
  });
});

describe('exports', () => {
  const exporting = 'export const a = 1, b = 2; export function c() {} export class d {} export type e = 1;';
  const unusedBeside = (importing: string, file = 'src/y.ts') => {
    const modules = new Map([
      ['src/x.ts', exporting],
      [file, importing],
    ]);
    const { unused, onlyTested } = needlessExports(modules, () => false);
    return [unused, onlyTested].map((found) => found.map(({ name }) => name).join(' '));
  };

  test.each([
    ['', 'a b c d e'],
    ["import { a, b as other, type e } from './x.ts';", 'c d'],
    ["import type { c } from '../src/x.ts';", 'a b d e'],
    ["import * as all from './x.ts';", ''],
    ["const { a } = await import('./x.ts');", ''],
    ["let all: import('./x.ts').e;", ''],
    ["import { a } from './z.ts'; import b from 'x.ts';", 'a b c d e'],
  ])('that %j does not import are found', (importing, unused) => {
    expect(unusedBeside(importing)).toEqual([unused, '']);
  });

  test('are used by a module that passes them on if another module imports them from there', () => {
    expect(unusedBeside("export { a } from './x.ts'; export * as rest from './none.ts';")[0]).toBe('b c d e a rest');
    const modules = new Map([
      ['src/x.ts', exporting],
      ['src/y.ts', "export * from './x.ts';"],
      ['src/z.ts', "import { d } from './y.ts';"],
    ]);
    expect(needlessExports(modules, () => false).unused.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'e']);
    expect(needlessExports(modules, (file) => file === 'src/y.ts').unused).toEqual([]);
  });

  test('that an example calls are needed by a test', () => {
    const modules = new Map([['src/x.ts', '/** `f(1)` is `2`. */ export function f() {} export function g() {}']]);
    const { unused, onlyTested } = needlessExports(modules, () => false);
    expect([unused, onlyTested]).toEqual([
      [{ file: 'src/x.ts', name: 'g', users: [] }],
      [expect.objectContaining({ name: 'f' })],
    ]);
  });

  test('that only a test imports are told apart', () => {
    expect(unusedBeside("import { a } from '../src/x.ts';", 'test/x.test.ts')).toEqual(['b c d e', 'a']);
  });
});
