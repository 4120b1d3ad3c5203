/** Pages as outlines: what a reader gets of a page, one line for each part, so that a test shows the whole of it. */
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { shortHead } from './expected.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const INDENT = '  ';

/** Elements with a line of their own. */
const BLOCKS = new Set([
  ...['article', 'aside', 'blockquote', 'caption', 'dd', 'details', 'div', 'dl', 'dt', 'fieldset', 'figcaption'],
  ...['figure', 'footer', 'form', 'h1', 'h2', 'h3', 'header', 'iframe', 'img', 'legend', 'li', 'link', 'main', 'nav'],
  ...['ol', 'p', 'pre', 'script', 'search', 'section', 'select', 'summary', 'svg', 'symbol', 'table', 'tbody', 'thead'],
  ...['title', 'tr', 'ul', 'audio', 'video', 'label', 'option', 'textarea', 'button', 'input'],
]);

/** Elements that say nothing by themselves. */
const PLAIN = new Set(['bdi', 'dd', 'div', 'dt', 'span', 'tbody']);

/** Attributes that are not told: others say the same, or every such element has them. */
const UNTOLD = new Set(['class', 'id', 'href', 'dir', 'loading', 'decoding', 'preload', 'controls', 'autocomplete']);

/** Attributes in other words. */
const WORDS: Readonly<Record<string, string>> = {
  'rel="noopener noreferrer nofollow ugc"': 'a stranger’s',
  'rel="nofollow alternate"': 'a view',
  'role="group"': '',
  'aria-hidden="true"': '',
};

const isElement = (node: Node): node is Element => 'tagName' in node;
const textOf = (node: Node): string => ('value' in node ? node.value : '');

/** The policy that all pages have, and what they add to it. */
const POLICY =
  /^default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'/;

/** Header fields that all pages have, or that a test of their own is about. */
const OTHER_FIELDS = new Set([
  ...['content-type', 'content-length', 'x-content-type-options', 'cross-origin-opener-policy', 'etag'],
]);

/** The status and header fields of a page that others do not have in this way, and its parts. */
export async function outlineOf(response: Response): Promise<string> {
  const fields = [...response.headers]
    .filter(([name]) => !OTHER_FIELDS.has(name))
    .map(
      ([name, value]) => `${name}: ${name === 'content-security-policy' ? value.replace(POLICY, 'as usual') : value}`,
    )
    .filter((field) => !/^(?:content-security-policy: as usual|referrer-policy: no-referrer)$/.test(field));
  const status = response.headers.has('etag') ? `${response.status}, tagged` : String(response.status);
  const all = [...elementsIn(parse(await response.text()).childNodes)];
  const content = all.filter((element) => hasClass(element, 'content')).flatMap(({ childNodes }) => runsOf(childNodes));
  return [...shortHead([status, ...fields, ...pageHead(all)]), '', ...content].join('\n');
}

/** What only this page has in its head, what it is and where, its heading and the actions of its link. */
function pageHead(all: readonly Element[]): readonly string[] {
  const one = (wanted: (element: Element) => boolean) => all.filter(wanted);
  const named = (name: string) => one((element) => hasClass(element, name));
  const [body] = one(({ tagName }) => tagName === 'body');
  const [language] = named('content').map((element) => attributeOf(element, 'lang'));
  return [
    ...one(({ tagName }) => tagName === 'title').map((title) => `title: ${inside(title)}`),
    ...one(isOfPage).map((element) => nameOf(element)),
    `page: ${[attributeOf(body, 'class'), language].filter(Boolean).join(', ')}`,
    ...named('kicker').map((kicker) => `kicker: ${inside(kicker)}`),
    ...named('breadcrumbs').map((nav) => `way: ${[...elementsIn([nav])].flatMap(stepOf).join(' / ')}`),
    ...named('heading').flatMap((heading) => heading.childNodes.filter(isElement).flatMap(headingOf)),
  ];
}

const hasClass = (element: Element, name: string) => attributeOf(element, 'class').split(' ').includes(name);

/** Whether something of the head is not on all pages. */
function isOfPage(element: Element): boolean {
  if (element.tagName === 'script') return true;
  return element.tagName === 'link' && attributeOf(element, 'rel') === 'alternate';
}

function stepOf(element: Element): readonly string[] {
  if (element.tagName !== 'li') return [];
  return element.childNodes.filter(isElement).map((step) => `${inside(step)}${marks(step)}`);
}

function headingOf(element: Element): readonly string[] {
  const actions = [...elementsIn([element])].filter(({ tagName }) => tagName === 'li');
  return actions.length > 0 ? actions.map(actionOf) : partsOf(element);
}

/** An action of the link, with its panel. The addresses to share stand without what follows from them. */
function actionOf(action: Element): string {
  const parts = [...elementsIn([action])];
  const [name] = parts.filter(({ tagName }) => tagName === 'summary').map(inside);
  const links = parts.filter(({ tagName }) => tagName === 'a');
  if (name === undefined) return links.map((link) => inside(link) + marks(link)).join();
  if (name !== 'Share') return `${name}: ${links.map(inline).join(' ')}`;
  // The second one is the link itself.
  const [address = '', , ...sameAs] = parts.filter(({ tagName }) => tagName === 'code').map(inside);
  const others = parts.filter(
    ({ tagName, attrs }) => tagName === 'img' || /^\/links/.test(attributeOf({ attrs }, 'href')),
  );
  return [
    `${name}: ${address}`,
    ...sameAs,
    ...others.map((one) => attributeOf(one, one.tagName === 'a' ? 'href' : 'src')),
  ].join(' ');
}

function* elementsIn(nodes: readonly Node[]): Generator<Element> {
  for (const node of nodes.filter(isElement)) {
    yield node;
    yield* elementsIn(node.childNodes);
  }
}

function partsOf(node: Node): readonly string[] {
  if (!isElement(node)) return said(textOf(node));
  const name = nameOf(node);
  if (node.tagName === 'pre' || node.tagName === 'textarea') return [name, ...written(inside(node))];
  if (node.tagName === 'tr') return [row(node)];
  if (node.tagName === 'dl') return [name, ...node.childNodes.filter(isElement).flatMap(detailOf)];
  if (isInline(node)) return [[name, spaced(inside(node))].filter(Boolean).join(': ')];
  const parts = runsOf(node.childNodes);
  return name === '' ? parts : [name, ...parts.map((line) => INDENT + line)];
}

/** A name with its value. */
function detailOf(pair: Element): readonly string[] {
  const [name, value] = pair.childNodes.filter(isElement).map(partsOf);
  const [first = '', ...others] = value ?? [];
  if (others.length === 0) return [`${INDENT}${name?.join()} = ${first}`];
  return [`${INDENT}${name?.join()} =`, ...[first, ...others].map((line) => INDENT + INDENT + line)];
}

/** The children of an element: texts and inline elements beside each other are one line. */
function runsOf(nodes: readonly Node[]): readonly string[] {
  const found: string[] = [];
  let run = '';
  for (const node of nodes) {
    if (isElement(node) && (BLOCKS.has(node.tagName) || !isInline(node))) {
      found.push(...said(run), ...partsOf(node));
      run = '';
    } else run += inline(node);
  }
  return [...found, ...said(run)];
}

/** Whether an element has no part with a line of its own. */
function isInline(node: Element): boolean {
  return node.childNodes.filter(isElement).every((child) => !BLOCKS.has(child.tagName) && isInline(child));
}

/** The lines of a text that is shown as it is written. */
function written(text: string): readonly string[] {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `${INDENT}| ${line}`.trimEnd());
}

/** The fingerprint in the address of an asset, which changes with the version. */
const FINGERPRINT = /(?<=^\/assets\/[\w.-]+)\?\w+$/;

const oneLine = (text: string): string => text.replace(FINGERPRINT, '').replace(/\r?\n/g, '⏎').replaceAll('\t', '⇥');
const spaced = (text: string): string => oneLine(text.replace(/[^\S\r\n]+/g, ' ').trim());
const said = (text: string): readonly string[] => (spaced(text) === '' ? [] : [spaced(text)]);
const inside = (node: Element): string => node.childNodes.map(inline).join('');

/** A part of a line: links and other elements stand in brackets. */
function inline(node: Node): string {
  if (!isElement(node)) return textOf(node);
  if (node.tagName === 'pre' || node.tagName === 'textarea') return inside(node);
  if (node.tagName === 'br') return ' / ';
  if (node.tagName === 'svg') return `<icon: ${attributeOf(node, 'aria-label')}>`;
  const text = inside(node);
  const name = nameOf(node);
  if (name === '' || node.tagName === 'wbr') return text;
  if (node.tagName === 'a') return `[${text}${name.slice(1)}]`;
  return text === '' ? `<${name}>` : `<${name}: ${text}>`;
}

/** The cells of a row, with a line between them. */
function row(node: Element): string {
  const cells = node.childNodes.filter(isElement);
  return `tr: ${cells.map((cell) => spaced(`${inside(cell)}${marks(cell)}`)).join(' | ')}`;
}

function nameOf(node: Element): string {
  const marked = marks(node);
  return PLAIN.has(node.tagName) ? marked.trimStart() : node.tagName + marked;
}

/** The classes, the identifier, where it leads, and the other attributes of an element. */
function marks(node: Element): string {
  const [classes, id] = [attributeOf(node, 'class'), attributeOf(node, 'id')];
  const href = node.attrs.find(({ name }) => name === 'href');
  const others = node.attrs
    .filter(({ name }) => !UNTOLD.has(name))
    .map(({ name, value }) => WORDS[`${name}="${value}"`] ?? (value === '' ? name : `${name}=${oneLine(value)}`))
    .filter((word) => word !== '');
  return [
    ...classes
      .split(' ')
      .filter(Boolean)
      .map((one) => `.${one}`),
    id === '' ? '' : `#${id}`,
    href === undefined ? '' : ` → ${oneLine(href.value)}`,
    others.length === 0 ? '' : ` (${others.join(', ')})`,
  ].join('');
}

function attributeOf(element: Pick<Element, 'attrs'> | undefined, wanted: string): string {
  return element?.attrs.find(({ name }) => name === wanted)?.value ?? '';
}
