/** Documents as lists of lines: two documents are equal if their lines are, and the first other line shows where. */
import { parseXml, type XmlDocument, type XmlElement, XmlNode } from '@rgrove/parse-xml';
import { type DefaultTreeAdapterTypes, html, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;

const INDENT = '  ';

/** An element with what is in it, or a text, a comment or a document. */
interface Item {
  readonly line: string;
  readonly inside: readonly Item[];
}

/** One line for each element, text and comment of a page, as a browser would parse it. */
export function htmlLines(page: string): readonly string[] {
  return linesOf(itemOf(parse(page)), 0);
}

function linesOf({ line, inside }: Item, depth: number): readonly string[] {
  return [INDENT.repeat(depth) + line, ...inside.flatMap((item) => linesOf(item, depth + 1))];
}

function itemOf(node: Node): Item {
  const inside = joined([
    ...('content' in node ? [itemOf(node.content)] : []),
    ...('childNodes' in node ? node.childNodes.map(itemOf) : []),
  ]);
  if ('tagName' in node) {
    const namespace = node.namespaceURI === html.NS.HTML ? '' : `${node.namespaceURI} `;
    const attributes = node.attrs.map(({ name, value }) => ` ${name}=${JSON.stringify(value)}`).toSorted();
    return { line: `<${namespace}${node.tagName}${attributes.join('')}>`, inside };
  }
  if ('value' in node) return { line: JSON.stringify(node.value), inside };
  if ('data' in node) return { line: `<!--${node.data}-->`, inside };
  return { line: 'mode' in node ? `a document in ${node.mode}` : node.nodeName, inside };
}

/** The lines of menus that are information: each piece of a menu that arrives has an element of its own. */
const IN_PIECES = /^<pre class="info"|^<span class="[a-z]+">/;

/** Joins what stands in several elements only because it arrived in several pieces. */
function joined(items: readonly Item[]): readonly Item[] {
  const result: Item[] = [];
  for (const item of items) {
    const last = result.at(-1);
    const isMore = last !== undefined && last.line === item.line && IN_PIECES.test(item.line);
    if (isMore) result[result.length - 1] = { line: last.line, inside: joined(textJoined(last.inside, item.inside)) };
    else result.push(item);
  }
  return result;
}

/** Two lists of items; a text at the end of one continues at the beginning of the other. */
function textJoined(before: readonly Item[], after: readonly Item[]): readonly Item[] {
  const [last, first] = [before.at(-1), after[0]];
  if (!last?.line.startsWith('"') || !first?.line.startsWith('"')) return [...before, ...after];
  const text: string = JSON.parse(last.line) + JSON.parse(first.line);
  return [...before.slice(0, -1), { line: JSON.stringify(text), inside: [] }, ...after.slice(1)];
}

/**
 * One line for each element, text and comment of an XML document.
 *
 * @throws an Error if it is not well-formed
 */
export function xmlLines(text: string): readonly string[] {
  const lines: string[] = [];
  const write = (node: XmlNode, depth: number): void => {
    const indent = INDENT.repeat(depth);
    if (isElement(node)) {
      const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
      lines.push(`${indent}<${node.name}${attributes.toSorted().join('')}>`);
      for (const child of node.children) write(child, depth + 1);
    } else if (node.type !== XmlNode.TYPE_DOCUMENT) {
      lines.push(`${indent}${JSON.stringify(node.toJSON())}`);
    }
  };
  const document: XmlDocument = parseXml(text, { preserveComments: true });
  for (const child of document.children) write(child, 0);
  return lines;
}

function isElement(node: XmlNode): node is XmlElement {
  return node.type === XmlNode.TYPE_ELEMENT;
}

/** One line for each value of JSON, with its path; the order of members does not matter. */
export function jsonLines(text: string): readonly string[] {
  const lines: string[] = [];
  const write = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) {
      lines.push(`${path}: ${JSON.stringify(value)}`);
    } else if (Array.isArray(value)) {
      lines.push(`${path}: a list of ${value.length}`);
      value.forEach((item, index) => {
        write(item, `${path}[${index}]`);
      });
    } else {
      const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
      lines.push(`${path}: {${members.map(([name]) => name).join(', ')}}`);
      for (const [name, member] of members) write(member, `${path}.${name}`);
    }
  };
  write(JSON.parse(text), '$');
  return lines;
}
