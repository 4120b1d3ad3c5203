/** The faults that `npm run mutate` plants, the code with all of them in it, and the list of those nobody can see. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { EQUIVALENT } from './equivalent.ts';
import { instrumented } from './instrument.ts';
import { mutantsOf } from './mutants.ts';
import { changeOf, lineOf } from './planted.ts';
import { scoresTable } from './scores.ts';
import { selection } from './selection.ts';

const root = join(import.meta.dirname, '../..');

/** What a module becomes, fault by fault. */
function changes(code: string): readonly string[] {
  return mutantsOf(code, 'a.ts').map((mutant) => changeOf(code, mutant));
}

describe('a fault', () => {
  test.each<[what: string, code: string, changes: readonly string[]]>([
    ['a comparison at its limit', 'f(a < b)', ['f(a < b); → ', 'f(a < b) → a < b', 'a < b → a <= b']],
    ['a number', 'x = 64', ['x = 64; → ', '64 → (64 + 1)', '64 → (64 - 1)']],
    ['a condition', 'if (a) b++', ['a → true', 'a → false', 'b++; → ', 'b++ → b--']],
    ['one of two conditions', 'y = a && !b', ['y = a && !b; → ', 'a && !b → a', 'a && !b → !b', '!b → b']],
    ['an entry of a list', "const l = ['a', 'b']", ["['a', 'b'] → ['b']", "['a', 'b'] → ['a']"]],
    ['an entry of a table', 'const t = { a: b }', ['{ a: b } → {}']],
    ['a guard that is not called', 'throw new E(clean(x))', ['throw new E(clean(x)); → ', 'clean(x) → x']],
    ['another method', 'const s = a.startsWith(b)', ['a.startsWith(b) → a.endsWith(b)']],
    ['a call that is left out', 'const s = a.trim()', ['a.trim() → a']],
    [
      'a method of the parent, which cannot be',
      'class A extends B { m = () => [super.map(c)] }',
      ['[super.map(c)] → []'],
    ],
    ['an anchor', 'const r = /^a$/', ['/^a$/ → /a$/', '/^a$/ → /^a/']],
    ['a count', 'const r = /\\d{1,3}/', ['/\\d{1,3}/ → /\\d{1,4}/']],
    ['a sentence, which is for people', "const s = 'not found'", []],
    ['a type', "type T = 'a' | 1; interface I { a: 'b' }", []],
    ['a name', "import { a } from 'b'; export { a as c }; const o = () => ({ b: a })", []],
    ['what only tells the types', 'const n = l[i] ?? 0', []],
  ])('%s', (_, code, expected) => {
    expect(changes(`${code};`)).toEqual(expected);
  });
});

describe('a module with its faults', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, '__active');
    Reflect.deleteProperty(globalThis, '__reached');
  });

  const code = 'const limit = (n, seen) => { if (n > 3) return "no"; else seen.push(n); return "yes"; };';
  const numbered = mutantsOf(code, 'a.ts').map((mutant, id) => ({ ...mutant, id }));
  const run = (active: number) => {
    Reflect.set(globalThis, '__active', active);
    const seen: number[] = [];
    const limit = new Function(`${instrumented(code, numbered)}; return limit`)();
    return [limit(3, seen), limit(4, seen), seen];
  };

  test('is itself without one, and different with each', () => {
    expect(run(-1)).toEqual(['yes', 'no', [3]]);
    expect(numbered.length).toBeGreaterThan(6);
    for (const mutant of numbered) expect(run(mutant.id), changeOf(code, mutant)).not.toEqual(run(-1));
  });

  test('says which of them are reached', () => {
    const reached = new Set<number>();
    Reflect.set(globalThis, '__reached', (id: number) => reached.add(id));
    run(-1);
    expect([...reached].toSorted((a, b) => a - b)).toEqual(numbered.map(({ id }) => id));
  });

  test('is selected in a bundle by its first line', () => {
    expect(selection(7, false)).toBe('globalThis.__active=7;\n');
    expect(selection(-1, true)).toContain('console.error("MUTANT "+id)');
  });
});

test('each fault that cannot be seen exists, has a reason, and is listed once', () => {
  const known = new Map(
    globSync([...new Set(EQUIVALENT.map(({ path }) => path))], { cwd: root }).map((path) => {
      const code = readFileSync(join(root, path), 'utf8');
      return [path, mutantsOf(code, path).map((mutant) => [lineOf(code, mutant), changeOf(code, mutant)] as const)];
    }),
  );
  const stale = EQUIVALENT.filter(
    ({ path, line, change, because }) =>
      because === '' || !known.get(path)?.some(([own, other]) => own.startsWith(line) && other === change),
  );
  expect(stale).toEqual([]);
  const listed = EQUIVALENT.map(({ path, line, change }) => `${path} ${line} ${change}`);
  expect(listed.filter((entry, index) => listed.indexOf(entry) !== index)).toEqual([]);
});

test('the score is of the faults that can be seen', () => {
  const { rows } = scoresTable({ 'src/a': { planted: 1110, seen: 1045, equivalent: 10, measured: '2026-11-28' } });
  expect(rows).toEqual([['`src/a`', '1,110', '1,045', '10', '95.0 %', '2026-11-28']]);
});
