/** Which module imports which, types included, and the circles of such a graph. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAst } from 'vitest/node';

/** An arrow of the graph: from the one that imports to the one that is imported. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** The folders that are read, below the root of the project. */
const FOLDERS = ['src', 'worker', 'bin'];

/** Folders whose subfolders are units: what stands directly in them is a unit of its own. */
const PARENTS: ReadonlySet<string> = new Set([
  ...FOLDERS,
  'src/schemes',
  'src/protocols',
  'src/open',
  'worker/gateway',
  'worker/pages',
]);

/** The paths of all modules, from the root of the project. */
export function modulesOf(root: string): readonly string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => `${folder}/${path}`),
  ).sort();
}

/**
 * The modules of the project that a module imports or exports again, types included.
 *
 * @param path - its own path, which relative specifiers are resolved against
 */
export function importsOf(path: string, code: string): readonly string[] {
  const program = parseAst(code, { lang: path.endsWith('.tsx') ? 'tsx' : 'ts' }, path);
  const relative = [...specifiersOf(program)].filter((specifier) => /^\.\.?\//.test(specifier));
  return [...new Set(relative.map((specifier) => join(dirname(path), specifier)))];
}

/** The sources of all imports in a syntax tree: declarations, exports, `import()` in code and in types. */
function* specifiersOf(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return;
  if ('source' in node && typeof node.source === 'object' && node.source !== null && 'value' in node.source) {
    if (typeof node.source.value === 'string') yield node.source.value;
  }
  for (const child of Object.values(node)) yield* specifiersOf(child);
}

/**
 * The arrows between the modules of the project. Files that are no modules, and those made by the build, are left out.
 */
export function moduleArrows(root: string): readonly Arrow[] {
  const modules = modulesOf(root);
  const known = new Set(modules);
  return modules.flatMap((from) =>
    importsOf(from, readFileSync(join(root, from), 'utf8'))
      .filter((to) => known.has(to))
      .map((to) => ({ from, to })),
  );
}

/**
 * The unit of a module: its folder, or the module itself if it stands directly in a folder of folders.
 *
 * @example
 * ```ts
 * unitOf('src/uri/host.ts'); // 'src/uri'
 * unitOf('worker/gateway/ftp/listing.ts'); // 'worker/gateway/ftp'
 * unitOf('worker/log.ts'); // 'worker/log.ts'
 * ```
 */
export function unitOf(path: string): string {
  const parts = path.split('/');
  const length = parts.findIndex((_part, index) => !PARENTS.has(parts.slice(0, index + 1).join('/'))) + 1;
  return parts.slice(0, length).join('/');
}

/** What can be reached from a node over arrows, the node included. */
export function reachableFrom(start: string, arrows: readonly Arrow[]): ReadonlySet<string> {
  const next = Map.groupBy(arrows, ({ from }) => from);
  const found = new Set([start]);
  // A set is read to its end, with what is added meanwhile.
  for (const node of found) for (const { to } of next.get(node) ?? []) found.add(to);
  return found;
}

/** The groups of two nodes and more in which each can be reached from each other one, by Tarjan's algorithm. */
export function circlesOf(arrows: readonly Arrow[]): readonly (readonly string[])[] {
  const next = Map.groupBy(arrows, ({ from }) => from);
  const found = new Map<string, { index: number; lowest: number; open: boolean }>();
  const stack: string[] = [];
  const circles: string[][] = [];

  function reach(node: string): number {
    const index = found.size;
    const state = { index, lowest: index, open: true };
    found.set(node, state);
    stack.push(node);
    for (const { to } of next.get(node) ?? []) {
      const before = found.get(to);
      if (before === undefined) state.lowest = Math.min(state.lowest, reach(to));
      else if (before.open) state.lowest = Math.min(state.lowest, before.index);
    }
    if (state.lowest === index) {
      const circle = stack.splice(stack.indexOf(node));
      for (const member of circle) Object.assign(found.get(member) ?? {}, { open: false });
      if (circle.length > 1) circles.push(circle.sort());
    }
    return state.lowest;
  }

  for (const node of next.keys()) if (!found.has(node)) reach(node);
  return circles;
}
