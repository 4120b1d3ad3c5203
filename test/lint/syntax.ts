/** What the linter reads of a module: its identifiers, and the texts that people may read. */

/** A piece of a module, with the number of its first character. */
export interface Found {
  readonly text: string;
  readonly start: number;
}

const startOf = (node: object): number => ('start' in node && typeof node.start === 'number' ? node.start : 0);

/** Every identifier that a module writes, properties and JSX names among them. */
export function identifiersOf(node: unknown): Found[] {
  if (Array.isArray(node)) return node.flatMap(identifiersOf);
  if (typeof node !== 'object' || node === null) return [];
  const own = 'type' in node && 'name' in node && typeof node.name === 'string';
  const inside = Object.values(node).flatMap(identifiersOf);
  return own ? [{ text: String(node.name), start: startOf(node) }, ...inside] : inside;
}

/** The text of a node that people may read: a string, a piece of a template, or text between tags. */
function readable(node: object): string | null {
  if (!('type' in node)) return null;
  if (node.type === 'Literal' || node.type === 'JSXText')
    return 'value' in node && typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateElement' || !('value' in node)) return null;
  const { value } = node;
  return typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : null;
}

/** Strings joined by `+` are one text, because the formatter breaks long sentences. */
function joined(node: object): string | null {
  if (!('type' in node) || node.type !== 'BinaryExpression' || !('left' in node) || !('right' in node)) return null;
  const texts = [node.left, node.right].map((side) =>
    typeof side === 'object' && side !== null ? (readable(side) ?? joined(side)) : null,
  );
  return texts.includes(null) ? null : texts.join('');
}

/** Every text of a module with a space in it. */
export function textsOf(node: unknown): Found[] {
  if (typeof node !== 'object' || node === null) return [];
  const text = joined(node) ?? readable(node);
  if (text === null) return Object.values(node).flatMap(textsOf);
  return text.includes(' ') ? [{ text: text.replace(/\s+/g, ' '), start: startOf(node) }] : [];
}
