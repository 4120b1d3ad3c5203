/** What is read of the declarations of the compiler: whole statements, and functions with their signatures. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportsOf } from '../../../../worker/build/package/declarations.ts';

const FILES = {
  'index.d.ts': `export { one, type Both } from './part.js';
import { type Shown, type Unary } from './part.js';
/** Has a type of another file. */
export declare const two: Unary;
export declare const three: Shown;
export declare const four: <T>(items: readonly T[], each?: (item: T) => void) => (index: number) => T;
export declare const five: number;
export declare function six(at: {
    readonly host: string;
}): { readonly ok: boolean };
export declare class Seven {
    #hidden;
    constructor(name?: string);
    get name(): string;
}
`,
  'part.d.ts': `/** A comment; with a brace }. */
export declare const one: 'a;b' | "}";
export type Both = {
    readonly kind: 'a';
    readonly at: {
        readonly host: string;
    };
}
/** The other one. */
 | {
    readonly kind: 'b';
};
type Unary = (text: string) => boolean;
export type Shown = Unary;
`,
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'waypost-declarations-'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

const codeOf = (name: string) => exportsOf(join(folder, 'index.d.ts')).find((one) => one.name === name)?.code;

test.each([
  ['two', 'function two(text: string): boolean;'],
  ['three', 'function three(text: string): boolean;'],
  ['four', 'function four<T>(items: readonly T[], each?: (item: T) => void): (index: number) => T;'],
])('the constant %s is a function with its parameters and its result', (name, code) => {
  expect(codeOf(name)).toBe(code);
});

test.each([
  ['one', `const one: 'a;b' | "}";`],
  ['five', 'const five: number;'],
  ['six', 'function six(at: {\n  readonly host: string;\n}): { readonly ok: boolean };'],
  ['Seven', 'class Seven {\n  constructor(name?: string);\n  get name(): string;\n}'],
  [
    'Both',
    `type Both = {
  readonly kind: 'a';
  readonly at: {
    readonly host: string;
  };
}
/** The other one. */
 | {
  readonly kind: 'b';
};`,
  ],
])('the statement of %s is whole', (name, code) => {
  expect(codeOf(name)).toBe(code);
});

test('comments, and whether something exists at run time', () => {
  const two = exportsOf(join(folder, 'index.d.ts')).find(({ name }) => name === 'two');
  expect([two?.comment, two?.isValue]).toEqual(['Has a type of another file.', true]);
  expect(exportsOf(join(folder, 'index.d.ts')).find(({ name }) => name === 'Both')?.isValue).toBe(false);
});

test('an export without a declaration is an error', () => {
  writeFileSync(join(folder, 'wrong.d.ts'), "export { none } from './part.js';\n");
  expect(() => exportsOf(join(folder, 'wrong.d.ts'))).toThrow('exports none, which ./part.js does not declare');
});
