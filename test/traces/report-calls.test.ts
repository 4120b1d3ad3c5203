/** Functions of every form report their calls, and do what they did before. */
import { expect, test } from 'vitest';
import { withReports } from './report-calls.ts';

/** Runs code as TypeScript without types, and returns its result with the calls. */
function run(code: string): { readonly result: unknown; readonly calls: readonly string[] } {
  const calls: string[] = [];
  globalThis.__called = (call) => calls.push(call);
  try {
    return { result: new Function(withReports('a.ts', code).replace('export default', 'return'))(), calls };
  } finally {
    globalThis.__called = undefined;
  }
}

test.each([
  ['a declaration', 'function one(a = 1) { return a; } export default one();', 1, ['one']],
  ['a constant', 'const one = (a) => a; export default one(2);', 2, ['one']],
  ['an object as the value', 'const one = () => ({ a: 1 }); export default one();', { a: 1 }, ['one']],
  ['a function in a function', 'const one = () => () => 3; export default one()();', 3, ['one', 'one']],
  [
    'a callback',
    'function one() { return [1, 2].map((n) => n + 1); } export default one();',
    [2, 3],
    ['one', 'one', 'one'],
  ],
  ['a member of an object', 'const o = { GET: () => 4, async POST() {} }; export default o.GET();', 4, ['GET']],
  [
    'a method and a getter',
    'class C { get one() { return this.#two(); } #two() { return 5; } } export default new C().one;',
    5,
    ['C', 'one', 'two'],
  ],
  ['a constructor', 'class C { constructor(a) { this.a = a; } } export default new C(6).a;', 6, ['C']],
  ['a class above', 'class A { a = 7; } class B extends A {} export default new B().a;', 7, ['A', 'B']],
  ['a generator', 'function* one() { yield 8; } export default [...one()];', [8], ['one']],
])('%s', (_, code, result, names) => {
  expect(run(code)).toEqual({ result, calls: names.map((name) => `a.ts:${name}`) });
});

test('types and overloads stay', () => {
  const code = 'function f(a: string): void;\nfunction f(a: unknown): void {}\n';
  expect(withReports('a.ts', code)).toBe(
    'function f(a: string): void;\nfunction f(a: unknown): void {globalThis.__called?.("a.ts:f");}\n',
  );
});
