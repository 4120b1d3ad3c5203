/**
 * Which modules name kinds of links or their schemes. What is so of one kind alone is a member of its definition or of
 * its opener, so that a new kind needs no change in other files.
 */
import { parseAst } from 'vitest/node';
import { definitions } from '../../src/schemes/registry.ts';

/** The kind that a name belongs to: that of a scheme, or the kind itself. */
const KINDS: ReadonlyMap<string, string> = new Map(
  definitions.flatMap(({ name, kind }) => [
    [name, kind],
    [kind, kind],
  ]),
);

/** Names that mean other things, too. They count only where a scheme or a kind must be meant. */
const WORDS: ReadonlySet<string> = new Set([
  'file',
  'go',
  'http',
  'https',
  'news',
  'mid',
  'terminal',
  'finger',
  'dict',
  'urn',
  'ws',
  'wss',
]);

/** Words that other objects have as keys, and as their own kinds. */
const COMMON: ReadonlySet<string> = new Set(['file', 'terminal', 'http', 'https']);

/** The kinds of folders that are not called like them. */
const OTHER_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  news: ['news', 'mid'],
  nntp: ['news', 'mid'],
  cnrp: ['go'],
  telnet: ['terminal'],
  tn3270: ['terminal'],
  cso: ['gopher'],
};

/** The folder of a kind that a module stands in: `gopher` for those of all its folders; `undefined` = none. */
export const folderOfKind = (path: string): string | undefined =>
  /^(?:src\/(?:schemes|protocols|open)|worker\/(?:gateway|pages))\/([\w-]+)\//.exec(path)?.[1];

/** The kinds that may be named in a module, because it stands in a folder of theirs. */
function ownKinds(path: string): readonly string[] {
  const folder = folderOfKind(path);
  return folder === undefined ? [] : (OTHER_FOLDERS[folder] ?? [folder]);
}

/** A node of a syntax tree. */
type Node = Readonly<Record<string, unknown>> & { readonly type: string };

interface Place {
  readonly node: Node;
  /** The nearest first. */
  readonly above: readonly Node[];
}

/** A name in any place. */
const ANY_NAME = new RegExp(`\\b(?:${[...KINDS.keys()].join('|')})\\b`);
const COMMENTS_AND_IMPORTS = /\/\*[\s\S]*?\*\/|^import [^;]*;$|^ *\/\/.*$/gm;

/**
 * The kinds and schemes that a module names in literals, apart from those of its own folder, in alphabetical order.
 *
 * @example
 * ```ts
 * namesIn('worker/log.ts', "const isMenu = link.kind === 'gopher';"); // ['gopher']
 * ```
 */
export function namesIn(path: string, code: string): readonly string[] {
  // To parse a module takes long.
  if (!ANY_NAME.test(code.replace(COMMENTS_AND_IMPORTS, ''))) return [];
  const program = parseAst(code, { lang: path.endsWith('.tsx') ? 'tsx' : 'ts' }, path);
  const own = ownKinds(path);
  const names = [...nodesIn(program, [])].flatMap((place) => namesAt(place));
  return [...new Set(names)].filter((name) => !own.includes(KINDS.get(name) ?? '')).sort();
}

function* nodesIn(value: unknown, above: readonly Node[]): Generator<Place> {
  if (Array.isArray(value)) {
    for (const item of value) yield* nodesIn(item, above);
  } else if (isNode(value)) {
    yield { node: value, above };
    for (const [name, child] of Object.entries(value)) if (name !== 'source') yield* nodesIn(child, [value, ...above]);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function namesAt(place: Place): readonly string[] {
  const { node } = place;
  const text = textOf(node);
  if (text !== null) return [...namesInUrl(text), ...(isNamed(text, place) ? [text] : [])];
  if (node.type === 'TemplateElement') return isBeginning(place) ? namesInUrl(cookedOf(node)) : [];
  if (node.type === 'Property') return namesInKey(node, place.above);
  return isNode(node) && 'regex' in node ? namesInPattern(node.regex) : [];
}

/** The text of a literal; `null` for every other node. */
function textOf(node: unknown): string | null {
  return isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
}

/** Whether a text that is a name stands for a scheme or a kind. */
function isNamed(text: string, { node, above }: Place): boolean {
  const [parent, grandparent] = above;
  if (!KINDS.has(text) || parent?.type === 'JSXAttribute') return false;
  return !WORDS.has(text) || isKindAt(text, { node, above }) || isListed(parent, grandparent);
}

/** Whether a text is compared with a kind or a scheme, is a value of one, or the argument of a type. */
function isKindAt(text: string, { node, above }: Place): boolean {
  const [parent, grandparent] = above;
  switch (parent?.type) {
    case 'BinaryExpression':
      return [parent.left, parent.right].some((side) => side !== node && isKindOfLink(side, text));
    case 'SwitchCase':
      return isKindOfLink(grandparent?.discriminant, text);
    case 'Property':
      return !COMMON.has(text) && isCalledKind(parent.key);
    case 'TSLiteralType':
      return grandparent?.type === 'TSTypeParameterInstantiation' && !isSelection(above[2]);
    default:
      return false;
  }
}

/** Whether an expression is the kind or the scheme of a link. Other objects have kinds, too, such as `file`. */
function isKindOfLink(value: unknown, text: string): boolean {
  if (!isCalledKind(value)) return false;
  if (!COMMON.has(text) || !isNode(value)) return true;
  const { object, property = value } = value;
  const isScheme = isNode(property) && /scheme$/i.test(String(property.name));
  return isScheme || (isNode(object) && /(?:link|resolution|target)$/i.test(String(object.name)));
}

/** Types that take names of members. */
function isSelection(node: Node | undefined): boolean {
  return isNode(node?.typeName) && /^(?:Pick|Omit)$/.test(String(node.typeName.name));
}

/** Whether an expression is, or ends in, a name such as `kind`, `scheme` or `linkKind`. */
function isCalledKind(value: unknown): boolean {
  if (!isNode(value)) return false;
  if (value.type === 'MemberExpression') return isCalledKind(value.property);
  if (value.type === 'ChainExpression') return isCalledKind(value.expression);
  return value.type === 'Identifier' && /(?:kind|scheme)$/i.test(String(value.name));
}

/** Whether a literal stands in a list with another name. */
function isListed(parent: Node | undefined, grandparent: Node | undefined): boolean {
  const list = parent?.type === 'TSLiteralType' ? grandparent?.types : parent?.elements;
  const texts = (Array.isArray(list) ? list : []).map((item) => textOf(isNode(item) ? (item.literal ?? item) : item));
  return texts.filter((text) => text !== null && KINDS.has(text)).length > 1;
}

/** The scheme of a text that begins like a URL. Addresses of the Web are everywhere, and say nothing of links. */
function namesInUrl(text: string): readonly string[] {
  const [, scheme = ''] = /^([a-z][a-z\d+.-]*):(?=\S|$)/.exec(text) ?? [];
  return KINDS.has(scheme) && KINDS.get(scheme) !== 'http' ? [scheme] : [];
}

function isBeginning({ node, above: [template] }: Place): boolean {
  return Array.isArray(template?.quasis) && template.quasis[0] === node;
}

function cookedOf({ value }: Node): string {
  return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '';
}

/** The key of a member of an object. */
function namesInKey({ key, shorthand }: Node, [parent]: readonly Node[]): readonly string[] {
  if (parent?.type !== 'ObjectExpression' || shorthand === true || !isNode(key)) return [];
  const name = key.type === 'Identifier' ? String(key.name) : textOf(key);
  return name !== null && KINDS.has(name) && !COMMON.has(name) ? [name] : [];
}

/** Schemes that nobody has. A pattern for words of a length, or with some letters, has them, too. */
function nobodys(scheme: string): readonly string[] {
  const letters = scheme.replace(/[a-z]/g, 'q').replace(/\d/g, '0');
  return [letters, letters.replaceAll('q', 'a'), scheme.slice(0, 1) + letters.slice(1), [...scheme].reverse().join('')];
}

/** The names that a regular expression tells from all others. */
function namesInPattern(regex: unknown): readonly string[] {
  const { pattern, flags } = { pattern: '', flags: '', ...(typeof regex === 'object' ? regex : {}) };
  const expression = new RegExp(pattern, String(flags).replace(/[gy]/g, ''));
  const tells = (name: string, textWith: (scheme: string) => string) =>
    expression.test(textWith(name)) && !nobodys(name).some((other) => expression.test(textWith(other)));
  return [...KINDS].flatMap(([name, kind]) => {
    if (kind === 'http') return [];
    const isTold =
      tells(name, (scheme) => `${scheme}://h.example/%`) ||
      tells(name, (scheme) => `${scheme}:x`) ||
      (!WORDS.has(name) && tells(name, (scheme) => scheme));
    return isTold ? [name] : [];
  });
}
