/**
 * A plugin of esbuild with which the functions of a bundle report that they are called. The reports of one request say
 * which functions it calls, in which order, and how many files it executes. V8's precise coverage knows no order, and
 * the inspector of workerd does not offer it.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'esbuild';
import { parseAst } from 'vitest/node';

declare global {
  /** Takes the report of a function, `file:name`, each time that it is called. */
  var __called: ((call: string) => void) | undefined;
}

/** The project. Paths in reports begin here. */
export const root = join(import.meta.dirname, '../..');

/** Modules that several bundles have. */
const instrumented = new Map<string, string>();

/** Reports the calls of the functions in `src`, `worker` and `bin` to `__called`. */
export const reportCalls: Plugin = {
  name: 'report calls',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      const file = relative(root, path);
      if (!/^(?:src|worker|bin)\//.test(file)) return null;
      const contents = instrumented.get(file) ?? withReports(file, readFileSync(path, 'utf8'));
      instrumented.set(file, contents);
      return { loader: file.endsWith('.tsx') ? 'tsx' : 'ts', contents };
    });
  },
};

/** A node of the syntax tree. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** Text to insert, and where. */
type Insertion = readonly [offset: number, text: string];

/**
 * A module whose functions report that they are called. A method has its own name, a constructor that of its class, and
 * a function without a name that of the declaration around it.
 */
export function withReports(file: string, code: string): string {
  const program: unknown = parseAst(code, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' }, file);
  const insertions = [
    ...insertionsOf(program, '', (name) => `globalThis.__called?.(${JSON.stringify(`${file}:${name}`)})`),
  ];
  let result = '';
  let at = 0;
  for (const [offset, text] of insertions.toSorted(([a], [b]) => a - b)) {
    result += code.slice(at, offset) + text;
    at = offset;
  }
  return result + code.slice(at);
}

function* insertionsOf(value: unknown, outer: string, reportOf: (name: string) => string): Generator<Insertion> {
  if (Array.isArray(value)) for (const item of value) yield* insertionsOf(item, outer, reportOf);
  if (!isNode(value)) return;
  const name = nameOf(value) ?? outer;
  const { type, body } = value;
  if (FUNCTIONS.has(type) && isNode(body)) {
    if (body.type === 'BlockStatement' || body.type === 'FunctionBody') yield [body.start + 1, `${reportOf(name)};`];
    else yield* [[body.start, `(${reportOf(name)},`] as const, [body.end, ')'] as const];
  }
  // Without a constructor of its own, a class reports from a field.
  if (type === 'ClassBody' && !hasConstructor(value)) yield [value.start + 1, `#called = ${reportOf(name)};`];
  for (const child of Object.values(value)) yield* insertionsOf(child, name, reportOf);
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);

function hasConstructor({ body }: Node): boolean {
  return Array.isArray(body) && body.some((member) => isNode(member) && member.kind === 'constructor');
}

/** The name that a declaration gives to what stands in it; `null` = none of its own. */
function nameOf(node: Node): string | null {
  if (node.kind === 'constructor') return null;
  const { id, key } = node;
  const named = NAMED_BY_KEY.has(node.type) ? key : NAMED_BY_ID.has(node.type) ? id : null;
  return isNode(named) && typeof named.name === 'string' ? named.name : null;
}

const NAMED_BY_KEY: ReadonlySet<string> = new Set(['Property', 'MethodDefinition', 'PropertyDefinition']);
const NAMED_BY_ID: ReadonlySet<string> = new Set([
  ...['FunctionDeclaration', 'FunctionExpression', 'ClassDeclaration', 'ClassExpression', 'VariableDeclarator'],
]);
