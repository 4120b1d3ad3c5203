/** What the table of layers forbids. */
import { type Arrow, unitOf } from './graph.ts';
import type { Layer } from './table.ts';

/** The row of a unit: its own, or the one of its parent’s subfolders or files; `undefined` if it has none. */
export function rowOf(table: readonly Layer[], unit: string): Layer | undefined {
  return table.find((row) => row.unit === unit) ?? table.find((row) => row.unit === patternOf(unit));
}

/** `src/schemes/*` for `src/schemes/ftp`, `bin/*.ts` for `bin/run.ts`. */
function patternOf(unit: string): string {
  return unit.replace(/[^/]*?(\.tsx?)?$/, (_name, suffix) => (suffix === undefined ? '*' : '*.ts'));
}

/** Whether a table lets a unit import another one: it must stand above, and the row must name it. */
function permits(table: readonly Layer[], { from, to }: Arrow): boolean {
  const row = rowOf(table, from);
  const target = rowOf(table, to);
  if (row === undefined || target === undefined) return false;
  if (row === target) return row.unit.endsWith('.ts');
  if (table.indexOf(target) > table.indexOf(row)) return false;
  const names = [to, target.unit];
  if (!to.endsWith('.ts')) names.push(patternOf(to));
  if (nameOf(from) === nameOf(to)) names.push(to.replace(/[^/]*$/, '='));
  return row.imports.some((name) => names.includes(name));
}

const nameOf = (unit: string): string => unit.slice(unit.lastIndexOf('/') + 1);

/** The arrows between units that modules make. */
export function unitArrows(modules: readonly Arrow[]): readonly Arrow[] {
  const arrows = modules.map(({ from, to }) => ({ from: unitOf(from), to: unitOf(to) }));
  const different = arrows.filter(({ from, to }) => from !== to);
  return [...new Map(different.map((arrow) => [`${arrow.from} ${arrow.to}`, arrow])).values()];
}

/** The imports that a table forbids, each with its reason. */
export function violations(table: readonly Layer[], modules: readonly Arrow[]): readonly string[] {
  return modules.flatMap(({ from, to }) => {
    const arrow = { from: unitOf(from), to: unitOf(to) };
    if (arrow.from === arrow.to || permits(table, arrow)) return [];
    return [`${from} imports ${to}: ${arrow.from} may not import ${arrow.to}`];
  });
}

/** Names in the rows that no row above them has. */
export function disorder(table: readonly Layer[]): readonly string[] {
  return table.flatMap(({ unit, imports }, index) => {
    const above = table.slice(0, index);
    return imports
      .filter((name) => !name.endsWith('/=') && rowOf(above, name) === undefined)
      .map((name) => `${unit} names ${name}, which does not stand above it`);
  });
}
