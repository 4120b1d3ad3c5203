/** The code keeps to the table of layers, and has no circle of modules or of units. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { excessOf, REACHABLE } from '../traces/figures.ts';
import { circlesOf, importsOf, moduleArrows, modulesOf, reachableFrom, unitOf } from './graph.ts';
import { folderOfKind } from './kinds.ts';
import { AROUND, CORE, LAYERS } from './table.ts';
import { disorder, rowOf, unitArrows, violations } from './violations.ts';

const root = join(import.meta.dirname, '../..');
const arrows = moduleArrows(root);

describe('the table', () => {
  test('names only rows above', () => {
    expect(disorder(LAYERS)).toEqual([]);
  });

  test('lets nothing in bin/ import from worker/', () => {
    const rows = LAYERS.filter(({ unit }) => unit.startsWith('bin/'));
    expect(rows.filter(({ imports }) => imports.some((unit) => unit.startsWith('worker/')))).toEqual([]);
  });

  test('has a row for every unit', () => {
    const units = new Set(modulesOf(root).map(unitOf));
    expect([...units].filter((unit) => rowOf(LAYERS, unit) === undefined)).toEqual([]);
  });

  test.each(LAYERS.map(({ unit }) => unit))('%s exists', (unit) => {
    expect(existsSync(join(root, unit.replace(/\/\*(\.ts)?$/, '')))).toBe(true);
  });
});

describe('the code', () => {
  test('imports only what the table permits', () => {
    expect(violations(LAYERS, arrows)).toEqual([]);
  });

  test('does not need what documents say of it', () => {
    const isDocumentation = (path: string) => path.endsWith('/documentation.ts');
    const needed = arrows.filter(
      ({ from, to }) => from.startsWith('src/') && isDocumentation(to) && !isDocumentation(from),
    );
    expect(needed).toEqual([]);
  });

  test('has no circle of modules', () => {
    expect(circlesOf(arrows)).toEqual([]);
  });

  test('has no circle of units', () => {
    expect(circlesOf(unitArrows(arrows))).toEqual([]);
  });

  test('has at most eight files at the root of worker/', () => {
    expect(modulesOf(root).filter((path) => /^worker\/[^/]+$/.test(path)).length).toBeLessThanOrEqual(8);
  });

  test('of `waypost get` and `waypost check` is in few files', () => {
    const files = [...reachableFrom('bin/network/commands.ts', arrows)];
    const ofNoKind = files.filter((file) => folderOfKind(file) === undefined);
    expect(excessOf('get and check, without the folders of kinds', ofNoKind, REACHABLE.ofNoKind)).toBeNull();
    const withJsx = files.filter((file) => file.endsWith('.tsx'));
    expect(excessOf('get and check, with JSX', withJsx, REACHABLE.withJsx)).toBeNull();
  });
});

describe('a violation', () => {
  const planted = (path: string, code: string) =>
    violations(
      LAYERS,
      importsOf(path, code).map((to) => ({ from: path, to })),
    );

  test.each([
    ['a type from above', 'src/uri/host.ts', "import type { Limits } from '../../worker/settings/limits.ts';"],
    ['a type in a type', 'src/uri/host.ts', "type Scheme = import('../schemes/scheme.ts').Scheme;"],
    ['an export', 'src/octets/octets.ts', "export * from '../uri/percent.ts';"],
    ['a type that is exported', 'src/octets/octets.ts', "export type { Pass } from '../uri/rewrite.ts';"],
    ['an import on demand', 'src/message/message.ts', "const { explain } = await import('../index.ts');"],
    ['the ground that knows a kind', 'worker/gateway/shared/rows.tsx', "import { ftp } from '../ftp/ftp.ts';"],
    ['a kind that knows another kind', 'worker/gateway/ftp/ftp.ts', "import { wais } from '../wais/wais.tsx';"],
    [
      'a client of another scheme',
      'src/protocols/ftp/client.ts',
      "import { news } from '../../schemes/news/definition.ts';",
    ],
    ['the core that knows the command line', 'worker/log.ts', "import { output } from '../bin/output.ts';"],
  ])('is seen: %s', (_name, path, code) => {
    expect(planted(path, code)).toHaveLength(1);
  });

  test.each([
    [
      'a client of its own scheme',
      'src/protocols/ftp/client.ts',
      "import { ftp } from '../../schemes/ftp/definition.ts';",
    ],
    ['a kind that knows its client', 'worker/gateway/ftp/ftp.ts', "import '../../../src/protocols/ftp/client.ts';"],
    ['the same folder', 'worker/gateway/ftp/ftp.ts', "import { listing } from './listing.ts';"],
  ])('is not: %s', (_name, path, code) => {
    expect(planted(path, code)).toEqual([]);
  });

  test('is a row of the core that names what stands around it', () => {
    const [around] = AROUND;
    const row = { unit: 'worker/routes', about: '', imports: [around?.unit ?? ''] };
    expect(disorder([...CORE.filter(({ unit }) => unit !== row.unit), row, ...AROUND])).toHaveLength(1);
  });

  test('is a circle', () => {
    const circle = ['a', 'b', 'c', 'a'].map((from, index, all) => ({ from, to: all[index + 1] ?? 'd' }));
    expect(circlesOf(circle)).toEqual([['a', 'b', 'c']]);
  });
});

test('a module is read as the parser reads it', () => {
  const code = `// import '../comment.ts'\nconst text = "from './text.ts'";\nexport const page = <p>it's from './page.ts'</p>;`;
  expect(importsOf('worker/pages/parts/page.tsx', code)).toEqual([]);
});
