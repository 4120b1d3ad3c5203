/**
 * HTML of other servers as it is shown in a sandboxed frame. The document is parsed (HTML §13.2) and written anew:
 * without scripts, frames and anything that would load by itself. Its links lead the whole window through this service,
 * and its pictures come from its own server only.
 */
import {
  type DefaultTreeAdapterTypes,
  html,
  parse,
  parseFragment,
  serialize,
  defaultTreeAdapter as tree,
} from 'parse5';
import { type Canonical, resolve, UrlError } from '../../../src/index.ts';
import { GatewayError } from '../../../src/net/failure.ts';
import { REL } from '../../pages/parts/layout.tsx';
import type { LinkBuilder } from '../contract/contract.ts';
import { absolute } from './json-stream.ts';

type HtmlElement = DefaultTreeAdapterTypes.Element;
type Parent = DefaultTreeAdapterTypes.ParentNode;

/** Elements that load, run or redirect. They go with their content. */
const REMOVED: ReadonlySet<string> = new Set(
  (
    'script template base link meta title iframe embed audio video source track portal param noframes noembed bgsound ' +
    'layer ilayer frame dialog'
  ).split(' '),
);

/** Elements that are written as others: what they hold is text, or they would send it. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['xmp', 'pre'],
  ['listing', 'pre'],
  ['plaintext', 'pre'],
  ['form', 'div'],
  ['noscript', 'div'],
  // What they hold is for browsers without them.
  ['object', 'div'],
  ['applet', 'div'],
]);

/** Elements in which a visitor would write to nobody. */
const CONTROLS: ReadonlySet<string> = new Set(['input', 'button', 'select', 'textarea', 'isindex']);

/** Attributes with a URL, a script or the name of a window. Those that are needed are written anew. */
const DROPPED =
  /^(?:on.*|href|src|srcset|imagesrcset|lowsrc|dynsrc|background|action|formaction|data|code|codebase|classid|archive|cite|longdesc|profile|manifest|poster|ping|target|usemap|ismap|srcdoc|is|slot|xmlns|xlink:.*|autofocus|popover.*|command.*|http-equiv)$/i;

/** The attributes with a picture. */
const PICTURES: ReadonlyMap<string, string> = new Map([
  ['img', 'src'],
  ['body', 'background'],
  ['table', 'background'],
  ['td', 'background'],
  ['th', 'background'],
]);

/** The pictures that are shown without being asked for, and the most that are shown at all. */
export const FIRST_PICTURES = 4;
const MOST_PICTURES = 64;

/** The elements of a document, with those that the parser repeats, and how deep they may be nested. */
const MOST_ELEMENTS = 50_000;
const DEEPEST = 1000;

/** Resolves a reference of a document against its base. @throws UrlError */
type ResolveReference = (reference: string, base: string, isPicture: boolean) => Canonical;

/** Where a document stands, which decides what its references mean. What is absent is as for a file of a server. */
export interface DocumentFrame {
  /** Default: the link. */
  readonly base?: string;
  /** For schemes whose references mean more than RFC 3986 says. */
  readonly resolveReference?: ResolveReference;
  /** The address that a link leads to, or that a picture has; `null` = none. */
  readonly hrefOf?: (target: Canonical, isPicture: boolean) => string | null;
  /** What the addresses of all its own pictures begin with; `null` = it has none. Default: the path of its server. */
  readonly own?: string | null;
}

interface FramedHtml {
  readonly markup: string;
  /** The text of its title; empty = none. */
  readonly title: string;
  /** The number of different pictures of its own server or message. */
  readonly pictures: number;
}

/** What may load: its own pictures. The path keeps other servers out, whose paths begin otherwise. */
export function framedPolicy(links: LinkBuilder, { own = ownPath(links) }: DocumentFrame = {}): string {
  const source = own === null ? '' : ` ${absolute(links, own).replace(/[;,]/g, encodeURIComponent)}`;
  return (
    'sandbox allow-top-navigation-by-user-activation allow-downloads; ' +
    `default-src 'none'; style-src 'unsafe-inline'; img-src data:${source}; form-action 'none'; frame-ancestors 'self'`
  );
}

/** The gateway path that all links to the server of this link begin with; `null` = it has none. */
function ownPath({ canonical, hrefOf }: LinkBuilder): string | null {
  const [root] = /^[^:]+:\/\/[^/?#]*\//.exec(canonical) ?? [];
  const href = root === undefined ? null : hrefOf(root);
  return href === null || href.includes('?') ? null : href;
}

/**
 * Writes a document anew for a frame.
 *
 * @param text - HTML, decoded
 * @param links - of the document
 * @param most - the number of different pictures to show
 * @throws GatewayError `gateway-limit` for a document of too many elements
 */
export function framedHtml(text: string, links: LinkBuilder, most: number, framing: DocumentFrame = {}): FramedHtml {
  const {
    resolveReference = (reference, base) => resolve(reference, base),
    hrefOf = serverHref(links),
    own = ownPath(links),
  } = framing;
  const treeAdapter = boundedTree(links);
  const document = parse(text, { scriptingEnabled: false, treeAdapter });
  const root = document.childNodes.filter(tree.isElementNode).find(({ tagName }) => tagName === 'html');
  const pictures = new Map<string, boolean>();
  let base: string = framing.base ?? links.canonical;
  let title = '';
  let refresh: string | null = null;
  for (const element of elementsIn(document)) {
    if (element.tagName === 'base') base = targetOf(attributeOf(element, 'href') ?? '') ?? base;
    if (element.tagName === 'title' && title === '') title = textWithin(element);
    if (element.tagName === 'meta') refresh ??= refreshOf(element);
  }
  if (root !== undefined) {
    const parts = root.childNodes.filter(tree.isElementNode);
    const body = parts.find(({ tagName }) => tagName === 'body' || tagName === 'frameset');
    const added = [linkTo(refresh, null), ...(body?.tagName === 'frameset' ? framesOf(body) : [])];
    clean(root, 0);
    for (const link of added.reverse()) if (link !== null && body !== undefined) prepend(body, link);
    addHead(root);
  }
  return { markup: serialize(document), title: title.trim(), pictures: pictures.size };

  function clean(parent: Parent, depth: number): void {
    for (const child of [...parent.childNodes]) {
      if (tree.isTextNode(child)) continue;
      const isHtml = tree.isElementNode(child) && child.namespaceURI === html.NS.HTML;
      if (!isHtml || REMOVED.has(child.tagName)) {
        const link = isHtml && child.tagName === 'iframe' ? linkTo(attributeOf(child, 'src'), frameName(child)) : null;
        if (link !== null) tree.insertBefore(parent, link, child);
        tree.detachNode(child);
        continue;
      }
      const name = RENAMED.get(child.tagName) ?? child.tagName;
      [child.tagName, child.nodeName] = [name, name];
      child.attrs = attributesOf(child);
      if (depth < DEEPEST) clean(child, depth + 1);
      else flatten(child);
    }
  }

  function attributesOf(element: HtmlElement): HtmlElement['attrs'] {
    const kept = element.attrs.filter(({ name, prefix }) => prefix === undefined && !DROPPED.test(name));
    if (CONTROLS.has(element.tagName)) return [...kept, { name: 'disabled', value: '' }];
    if (element.tagName === 'a' || element.tagName === 'area') return [...kept, ...linkOf(element)];
    const picture = PICTURES.get(element.tagName);
    const src = picture === undefined ? null : pictureOf(attributeOf(element, picture) ?? '');
    if (element.tagName === 'img') kept.push({ name: 'loading', value: 'lazy' }, ...mapOf(element));
    return picture === undefined || src === null ? kept : [...kept, { name: picture, value: src }];
  }

  /** A place on the same page stays there; everything else opens in the whole window. */
  function linkOf(element: HtmlElement): HtmlElement['attrs'] {
    const reference = attributeOf(element, 'href');
    if (reference === null) return [];
    if (reference.startsWith('#')) return [{ name: 'href', value: reference }];
    const target = targetOf(reference);
    if (target === null) return [];
    const href = hrefOf(target, false);
    if (href === null) return [];
    const value = href.startsWith('/') ? absolute(links, href) : href;
    return Object.entries({ href: value, target: '_top', rel: REL }).map(([name, value]) => ({ name, value }));
  }

  /** The places of a picture that are links of their own, on the same page. */
  function mapOf(element: HtmlElement): HtmlElement['attrs'] {
    const map = attributeOf(element, 'usemap');
    return map?.startsWith('#') ? [{ name: 'usemap', value: map }] : [];
  }

  /** The address of one of its own pictures; `null` = it is not shown. */
  function pictureOf(reference: string): string | null {
    if (/^data:image\/(?:gif|png|jpeg|webp|avif);/i.test(reference)) return reference;
    const target = reference === '' ? null : targetOf(reference, true);
    const href = target === null ? null : hrefOf(target, true);
    if (href === null || own === null || !href.startsWith(own)) return null;
    const address = absolute(links, href);
    const shown = pictures.get(address) ?? pictures.size < Math.min(most, MOST_PICTURES);
    pictures.set(address, shown);
    return shown ? address : null;
  }

  function targetOf(reference: string, isPicture = false): Canonical | null {
    try {
      return resolveReference(reference.trim().replace(/[\t\n\r]+/g, ''), base, isPicture);
    } catch (error) {
      if (error instanceof UrlError) return null;
      throw error;
    }
  }

  /** A link to what would load by itself, on a line of its own; `null` = nothing may open it. */
  function linkTo(reference: string | null, name: string | null, line = 'p'): HtmlElement | null {
    const link = tree.createElement('a', html.NS.HTML, [{ name: 'href', value: reference ?? '' }]);
    link.attrs = linkOf(link);
    if (reference === null || link.attrs.length === 0) return null;
    tree.insertText(link, name ?? reference);
    return elementWith(line, [link]);
  }

  /** A document of frames becomes a list of links to them, above what it says to browsers without frames. */
  function framesOf(frameset: HtmlElement): HtmlElement[] {
    const elements = [...elementsIn(document)];
    const frames = elements.filter(({ tagName }) => tagName === 'frame');
    const without = elements.filter(({ tagName }) => tagName === 'noframes').map(textWithin);
    for (const child of [...frameset.childNodes]) tree.detachNode(child);
    [frameset.tagName, frameset.nodeName, frameset.attrs] = ['body', 'body', []];
    // The parser takes it for a text (HTML §13.2.6.4.20).
    const { childNodes } = parseFragment(without.join('\n'), { scriptingEnabled: false, treeAdapter });
    for (const child of [...childNodes]) tree.appendChild(frameset, child);
    const items = frames.map((frame) => linkTo(attributeOf(frame, 'src'), frameName(frame), 'li'));
    const open = items.filter((item) => item !== null);
    if (open.length === 0) return [];
    const sentence = elementWith('p', []);
    tree.insertText(sentence, 'This page is divided into frames. Open each of them:');
    return [sentence, elementWith('ul', open)];
  }
}

function elementWith(name: string, children: readonly HtmlElement[]): HtmlElement {
  const element = tree.createElement(name, html.NS.HTML, []);
  for (const child of children) tree.appendChild(element, child);
  return element;
}

/** Links lead through this service, to other servers with a page between; pictures come from the server of the link. */
export function serverHref(links: LinkBuilder): NonNullable<DocumentFrame['hrefOf']> {
  return (target, isPicture) => {
    if (isPicture) return links.hrefOf(target, { format: 'raw' });
    return /^https?:/.test(target) ? links.away(target) : links.hrefOf(target);
  };
}

/** Counts what is parsed. Misnested elements are repeated, so a short text can have more than fit into memory. */
function boundedTree(links: LinkBuilder): typeof tree {
  let count = 0;
  const createElement: typeof tree.createElement = (...element) => {
    count += 1;
    if (count > MOST_ELEMENTS) {
      const raw = [{ text: 'Open it as the server sent it', href: links.self({ format: 'raw' }) }];
      throw new GatewayError('gateway-limit', 'This document has too many elements to be shown.', { links: raw });
    }
    return tree.createElement(...element);
  };
  return { ...tree, createElement };
}

/** Where a document leads by itself (HTML §4.2.5.3); `null` = nowhere. */
function refreshOf(meta: HtmlElement): string | null {
  if (attributeOf(meta, 'http-equiv')?.toLowerCase() !== 'refresh') return null;
  const [, url = null] = /^\s*[\d.]*\s*[;,]?\s*url\s*=\s*["']?([^"']+)/i.exec(attributeOf(meta, 'content') ?? '') ?? [];
  return url?.trim() ?? null;
}

function frameName(frame: HtmlElement): string | null {
  return attributeOf(frame, 'title') ?? attributeOf(frame, 'name');
}

function prepend(parent: Parent, child: HtmlElement): void {
  const first = parent.childNodes[0];
  if (first === undefined) tree.appendChild(parent, child);
  else tree.insertBefore(parent, child, first);
}

/** All elements below a node, in the order of the document. */
function* elementsIn(parent: Parent): Generator<HtmlElement> {
  const rest = [...parent.childNodes].reverse();
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (!tree.isElementNode(node)) continue;
    yield node;
    for (const child of [...node.childNodes].reverse()) rest.push(child);
  }
}

/** Leaves the text of an element alone. */
function flatten(element: HtmlElement): void {
  const texts: string[] = [];
  const rest = [...element.childNodes].reverse();
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (tree.isTextNode(node)) texts.push(node.value);
    else if (tree.isElementNode(node) && !REMOVED.has(node.tagName)) rest.push(...[...node.childNodes].reverse());
  }
  element.childNodes = [];
  tree.insertText(element, texts.join(''));
}

function attributeOf({ attrs }: HtmlElement, name: string): string | null {
  return attrs.find((attribute) => attribute.name === name)?.value ?? null;
}

function textWithin({ childNodes }: HtmlElement): string {
  return childNodes.map((child) => (tree.isTextNode(child) ? child.value : '')).join('');
}

/** Pictures fit the window, and a document without colours has those of the reader's theme. */
function addHead(root: HtmlElement): void {
  const head = root.childNodes.filter(tree.isElementNode).find(({ tagName }) => tagName === 'head');
  if (head === undefined) return;
  const markup = serialize(root);
  const meta = (name: string, content: string) =>
    tree.createElement(
      'meta',
      html.NS.HTML,
      Object.entries({ name, content }).map(([name, value]) => ({ name, value })),
    );
  const style = tree.createElement('style', html.NS.HTML, []);
  tree.insertText(style, 'img{max-width:100%;height:auto}');
  const added = [meta('viewport', 'width=device-width'), style];
  if (!/ (?:bgcolor|text|style|color|background)=|<style/i.test(markup)) added.push(meta('color-scheme', 'light dark'));
  for (const element of added.reverse()) prepend(head, element);
}
