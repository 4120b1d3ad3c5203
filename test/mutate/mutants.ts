/**
 * The mutants of a module: small changes, each of which a test should notice. They are of the kinds that reviews have
 * planted by hand: a limit that is one off, a comparison, a condition, a guard that is not called, an entry of a table
 * that is missing. Sentences for people and types are left alone.
 */
import { parseAst } from 'vitest/node';

/** A change of a module: the text from `start` to `end` becomes `text`. */
export interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Whether the text is an expression, or a list of statements. */
  readonly is: 'expression' | 'statements';
}

/** A node of the syntax tree. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;

/** The nodes in a member of a node. */
function nodesIn(value: unknown): readonly Node[] {
  return (Array.isArray(value) ? value : [value]).filter(isNode);
}

/** Operators, and what they become. */
const OPERATORS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '===': '!==',
    '!==': '===',
    '+': '-',
    '-': '+',
    '*': '/',
    '/': '*',
    '%': '*',
    '<<': '>>',
    '>>': '<<',
    '>>>': '<<',
    '&': '|',
    '|': '&',
    '^': '&',
    '+=': '-=',
    '-=': '+=',
    '*=': '/=',
    '<<=': '>>=',
    '>>=': '<<=',
    '&=': '|=',
    '|=': '&=',
  }),
);

/** Methods, and those with which they are easily confused. */
const METHODS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    startsWith: 'endsWith',
    endsWith: 'startsWith',
    some: 'every',
    every: 'some',
    toLowerCase: 'toUpperCase',
    toUpperCase: 'toLowerCase',
    min: 'max',
    max: 'min',
    indexOf: 'lastIndexOf',
    lastIndexOf: 'indexOf',
    add: 'delete',
  }),
);

/** Methods whose result is of the kind of what they are called on, so the call can be left out. */
const LEFT_OUT = new Set([
  ...['filter', 'slice', 'subarray', 'trim', 'trimEnd', 'trimStart', 'toSorted', 'sort', 'reverse', 'toReversed'],
  ...['replace', 'replaceAll', 'normalize', 'toLowerCase', 'toUpperCase', 'concat', 'padStart', 'padEnd', 'map'],
]);

/** Members of nodes with names, patterns and types, which are not evaluated. */
const NAMES = new Set([
  ...['key', 'label', 'local', 'imported', 'exported', 'source', 'attributes', 'id', 'meta', 'param', 'decorators'],
  ...['typeAnnotation', 'typeParameters', 'typeArguments', 'returnType', 'superTypeArguments', 'implements'],
]);

/** Nodes of TypeScript that have code in them. */
const TRANSPARENT = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

/**
 * The mutants of a module, those of outer nodes first.
 *
 * @param path - its path: JSX is read in `.tsx`
 */
export function mutantsOf(code: string, path: string): readonly Mutant[] {
  const found: Mutant[] = [];
  const textOf = ({ start, end }: Pick<Node, 'start' | 'end'>): string => code.slice(start, end);
  const become = ({ start, end }: Node, ...texts: readonly string[]): void => {
    for (const text of texts) found.push({ start, end, text, is: 'expression' });
  };

  /** What a node becomes, with another text in place of a part of it. */
  const withPart = (node: Node, part: Pick<Node, 'start' | 'end'>, text: string): string =>
    code.slice(node.start, part.start) + text + code.slice(part.end, node.end);

  function operator(node: Node, left: Node, right: Node): void {
    const between = { start: left.end, end: right.start };
    const other = OPERATORS.get(String(node.operator));
    if (other !== undefined)
      become(node, withPart(node, between, textOf(between).replace(String(node.operator), other)));
  }

  /** Leaves out one of several members, with a comma beside it. */
  function leaveOut(node: Node, members: readonly Node[]): void {
    members.forEach((member, index) => {
      const [before, after] = [members[index - 1], members[index + 1]];
      const start = after === undefined ? (before?.end ?? node.start + 1) : member.start;
      const end = after?.start ?? (before === undefined ? node.end - 1 : member.end);
      become(node, withPart(node, { start, end }, ''));
    });
  }

  function literal(node: Node, parent: Node | null): void {
    const { value } = node;
    // A member of a list is left out as a whole.
    if (parent?.type === 'ArrayExpression' && (typeof value === 'string' || nodesIn(parent.elements).length > 3))
      return;
    if (typeof value === 'number') {
      become(node, `(${textOf(node)} + 1)`, ...(value < 2 ? [] : [`(${textOf(node)} - 1)`]));
    }
    if (typeof value === 'boolean') become(node, String(!value));
    if (typeof value === 'string' && !isSentence(value)) become(node, value === '' ? '"mutant"' : '""');
    if ('regex' in node) become(node, ...regexes(textOf(node)));
  }

  function call(node: Node, callee: Node, given: readonly Node[]): void {
    const [only, ...others] = given;
    if (callee.type === 'Identifier' && only !== undefined && others.length === 0 && only.type !== 'SpreadElement') {
      become(node, textOf(only));
    }
    const [object] = nodesIn(callee.object);
    const [property] = nodesIn(callee.property);
    if (callee.type !== 'MemberExpression' || object === undefined || property === undefined || callee.computed) return;
    const name = textOf(property);
    const other = METHODS.get(name);
    if (other !== undefined) become(node, withPart(node, property, other));
    // `super` alone is no expression.
    if (LEFT_OUT.has(name) && object.type !== 'Super') become(node, textOf(object));
  }

  function mutate(node: Node, parent: Node | null, isTable: boolean): void {
    const isTest = parent !== null && 'test' in parent && parent.test === node;
    const part = (name: string): Node | undefined => nodesIn(node[name])[0];
    const [left, right, test] = [part('left'), part('right'), part('test')];
    switch (node.type) {
      case 'BinaryExpression':
      case 'AssignmentExpression':
        // A test that is turned round is one that is always true, or always false.
        if (left && right && !(isTest && /^[!=]==$/.test(String(node.operator)))) operator(node, left, right);
        break;
      case 'LogicalExpression':
        if (!left || !right) break;
        become(node, textOf(left), textOf(right));
        break;
      case 'IfStatement':
      case 'ConditionalExpression':
        if (test) become(test, 'true', 'false');
        break;
      case 'WhileStatement':
        if (test) become(test, 'false');
        break;
      case 'UnaryExpression': {
        const argument = part('argument');
        if (argument && (node.operator === '!' || node.operator === '-')) become(node, textOf(argument));
        break;
      }
      case 'UpdateExpression':
        become(
          node,
          textOf(node).replace(/\+\+|--/, (operator) => (operator === '++' ? '--' : '++')),
        );
        break;
      case 'Literal':
        literal(node, parent);
        break;
      case 'TemplateLiteral':
        if (parent?.type !== 'TaggedTemplateExpression' && !isSentence(textOf(node))) become(node, '""');
        break;
      case 'ArrayExpression':
        // A row of a table is left out as a whole.
        if (parent?.type !== 'ArrayExpression') leaveOut(node, nodesIn(node.elements));
        break;
      case 'ObjectExpression':
        if (isTable) leaveOut(node, nodesIn(node.properties));
        break;
      case 'ChainExpression':
        for (const { index } of textOf(node).matchAll(/\?\.(?![[(\d])/g)) {
          become(node, withPart(node, { start: node.start + index, end: node.start + index + 2 }, '.'));
        }
        break;
      case 'CallExpression': {
        const callee = part('callee');
        if (callee && node.optional !== true) call(node, callee, nodesIn(node.arguments));
        break;
      }
      case 'ArrowFunctionExpression': {
        const body = part('body');
        if (body && node.expression === true && /^(?:Call|Member|New|Chain|Await)/.test(body.type))
          become(body, 'undefined');
        break;
      }
      case 'ExpressionStatement':
      case 'ThrowStatement':
        if (!node.directive) found.push({ start: node.start, end: node.end, text: '', is: 'statements' });
        break;
    }
  }

  function walk(node: Node, parent: Node | null, isTable: boolean): void {
    if (isForTypes(node)) {
      walkAll(nodesIn(node.left), node, isTable);
      return;
    }
    if (node.type.startsWith('TS') && !TRANSPARENT.has(node.type)) return;
    if (/^(?:Import|ExportAll|JSXAttribute)/.test(node.type)) return;
    mutate(node, parent, isTable);
    const inTable = isTable && !/Function|Class/.test(node.type);
    for (const [name, value] of Object.entries(node)) {
      const isName = NAMES.has(name) || (name === 'property' && node.computed !== true);
      // What is assigned to, called or deleted must stay what it is.
      const isPlace =
        (name === 'left' && (/^Assignment|^For/.test(node.type) || node.type === 'AssignmentPattern')) ||
        (node.type === 'UpdateExpression' && name === 'argument') ||
        (node.type === 'UnaryExpression' && node.operator === 'delete');
      if (isName && !(name === 'key' && node.computed === true)) continue;
      if (isPlace) continue;
      walkAll(nodesIn(value), node, inTable);
    }
  }

  function walkAll(nodes: readonly Node[], parent: Node | null, isTable: boolean): void {
    for (const node of nodes) walk(node, parent, isTable);
  }
  for (const node of nodesIn(parseAst(code, { lang: path.endsWith('.tsx') ? 'tsx' : 'ts' }, path)))
    walk(node, null, true);
  return found;
}

/** Whether a text is for people. */
const isSentence = (text: string): boolean => /\S .*\S/.test(text);

/** Whether a node only tells the type checker that a list is long enough: `octets[index] ?? 0`. */
function isForTypes(node: Node): boolean {
  const [left] = nodesIn(node.left);
  const [right] = nodesIn(node.right);
  return node.operator === '??' && left?.computed === true && (right?.value === 0 || right?.value === '');
}

/** What a regular expression becomes: without an anchor, with another class, another count, without a flag. */
function regexes(text: string): readonly string[] {
  const flags = text.slice(text.lastIndexOf('/') + 1);
  const body = text.slice(1, text.lastIndexOf('/'));
  const changed = [
    body.replace(/^\^/, ''),
    body.replace(/(?<!\\)\$$/, ''),
    ...Array.from(body.matchAll(/(?<!\\)\[(\^?)(?!\])/g), ({ index, 1: not }) =>
      not ? `${body.slice(0, index)}[${body.slice(index + 2)}` : `${body.slice(0, index)}[^${body.slice(index + 1)}`,
    ),
    ...Array.from(body.matchAll(/(?<=[\w\])])([+*?])(?![?+])/g), ({ index, 1: count }) =>
      count === '+' ? `${body.slice(0, index)}*${body.slice(index + 1)}` : body.slice(0, index) + body.slice(index + 1),
    ),
    ...Array.from(body.matchAll(/\{(\d+)(,?)(\d*)\}/g), (match) => {
      const [whole, least, comma, most] = match;
      const other = comma && most ? `{${least},${Number(most) + 1}}` : `{${Number(least) + 1}${comma}}`;
      return body.slice(0, match.index) + other + body.slice(match.index + whole.length);
    }),
  ].map((other) => `/${other}/${flags}`);
  const flagless = flags.includes('i') ? [`/${body}/${flags.replace('i', '')}`] : [];
  return [...new Set([...changed, ...flagless])].filter((other) => other !== text && isRegex(other));
}

function isRegex(text: string): boolean {
  const end = text.lastIndexOf('/');
  try {
    new RegExp(text.slice(1, end), text.slice(end + 1));
    return end > 1;
  } catch {
    return false;
  }
}
