/**
 * `format=html32`: the pages of this Worker in HTML 3.2 (W3C Recommendation, January 1997), for browsers of that time and
 * for text browsers. There are no styles, scripts or drawings, nothing but the content, and only ASCII. One pass over
 * the HTML of a page does it while the page is streamed, so no gateway knows of it.
 */
import { HTML32, ORIGINAL } from '../gateway/core/contract.ts';
import { parameterValue } from '../http/parse-query.ts';
import type { RequestContext } from '../http/request-context.ts';
import { originOf } from '../http/request-context.ts';
import { latin1 } from './latin1.ts';
import { type LinkStyle, MARK, oldHref } from './links.ts';

const DOCTYPE = '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">';
/** What every page begins with. */
const HTML_DOCTYPE = '<!doctype html>';

/** What is left out with its content: what old browsers cannot use, and what surrounds the content of a page. */
const LEFT_OUT =
  'script, style, svg, template, meta, link, audio, video, [hidden], [type="button"], [formaction], .skip, .sections, ' +
  '.open-field, .colophon, .actions, .charsets, .visually-hidden';

/** The elements that stay as they are. Of elements that are not named here, only the content stays. */
const PLAIN_ELEMENTS =
  'b blockquote body br caption cite code dd div dl dt em h1 h2 h3 h4 head hr html i kbd li ol p pre samp strong sub sup ' +
  'table title tr tt ul var';

/** The attributes that elements keep. */
const KEPT = new Map<string, readonly string[]>([
  ...PLAIN_ELEMENTS.split(' ').map((name) => [name, []] as const),
  ['a', ['href', 'name']],
  ['form', ['action', 'method']],
  ['img', ['src', 'alt', 'width', 'height']],
  ['input', ['type', 'name', 'value', 'checked', 'size', 'maxlength']],
  ['option', ['value', 'selected']],
  ['select', ['name']],
  ['td', ['colspan', 'rowspan']],
  ['textarea', ['name']],
  ['th', ['colspan', 'rowspan']],
]);

/** Elements that HTML 3.2 lacks, and those that do the same for readers. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['fieldset', 'div'],
  ['figcaption', 'p'],
  ['figure', 'div'],
  ['legend', 'p'],
  ['mark', 'b'],
  ['q', 'i'],
  ['summary', 'p'],
]);

/** Elements without content. A rewriter would keep the slash in their tags, which HTML 3.2 does not have. */
const EMPTY: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input']);

/** The attributes that hold addresses. */
const ADDRESSES: ReadonlySet<string> = new Set(['action', 'href', 'src']);

/** The types of fields in HTML 3.2. Browsers show any other field as text, but validators do not. */
const FIELD_TYPES: ReadonlySet<string> = new Set(['text', 'password', 'checkbox', 'radio', 'submit', 'hidden']);

const HTML = { html: true } as const;

/** Whether a response is a page of this Worker: HTML of other servers is sandboxed, and stays as it is. */
export function isPage({ headers }: Response): boolean {
  const policy = headers.get('Content-Security-Policy') ?? '';
  return /^text\/html\b/.test(headers.get('Content-Type') ?? '') && !policy.startsWith('sandbox');
}

/** The response as the client of a request wants it: a plain page after `format=html32`, any other as it is. */
export function forOldBrowsers(response: Response, context: RequestContext): Response {
  if (parameterValue(context.query, 'format') !== HTML32) return response;
  const style: LinkStyle = {
    origin: originOf(context),
    prefix: context.environment.basePath,
    original: parameterValue(context.query, 'links') === ORIGINAL,
  };
  const location = response.headers.get('Location');
  const plain = isPage(response) ? plainPage(response, style) : new Response(response.body, response);
  if (location !== null) plain.headers.set('Location', oldHref(location, style) ?? location);
  return plain;
}

function plainPage({ body, status, headers }: Response, style: LinkStyle): Response {
  const page = new Response(body?.pipeThrough(withoutDoctype()) ?? null, { status, headers });
  page.headers.delete('Content-Length');
  const plain = new HTMLRewriter()
    .on(LEFT_OUT, { element: remove })
    .on('.breadcrumbs ol', { element: becomeParagraph })
    .on('.breadcrumbs li, dl > div', { element: unwrap })
    .on('.breadcrumbs li:not(:first-child)', { element: separate })
    .on('.thread > :not(:first-child), .buttons > :not(:first-child)', { element: enumerate })
    .on('*', { element: (element) => rewrite(element, style) })
    .onDocument({ text: speller() })
    .transform(page);
  plain.headers.set('Content-Type', 'text/html; charset=iso-8859-1');
  return plain;
}

/** Cuts off the doctype, which a rewriter cannot change. Each page begins with it in one piece. */
function withoutDoctype(): TransformStream<Uint8Array, Uint8Array> {
  let isFirst = true;
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(isFirst ? chunk.subarray(HTML_DOCTYPE.length) : chunk);
      isFirst = false;
    },
  });
}

/** Removes an element with its content. */
export function remove(element: Element): void {
  element.remove();
}

/** Removes the tags of an element. */
export function unwrap(element: Element): void {
  element.removeAndKeepContent();
}

function becomeParagraph(element: Element): void {
  element.tagName = 'p';
}

/** Breadcrumbs are a line of text. */
function separate(element: Element): void {
  element.before(' &gt; ', HTML);
}

/** So are the columns of a thread, and the links that are buttons. */
function enumerate(element: Element): void {
  element.before(', ', HTML);
}

/** Spells the texts of a page. A text may arrive in two pieces that cut a reference: its beginning waits for the rest. */
function speller(): (chunk: Text) => void {
  let beginning = '';
  return (chunk) => {
    const text = beginning + chunk.text;
    const cut = chunk.lastInTextNode ? -1 : text.search(/&\w*$/);
    beginning = cut === -1 ? '' : text.slice(cut);
    const spelled = latin1(cut === -1 ? text : text.slice(0, cut));
    if (spelled !== chunk.text) chunk.replace(spelled, HTML);
  };
}

function rewrite(element: Element, style: LinkStyle): void {
  if (element.removed) return;
  const name = RENAMED.get(element.tagName) ?? element.tagName;
  const kept = KEPT.get(name);
  if (name === 'button') becomeField(element);
  else if (name === 'iframe') becomeLink(element, style);
  else if (kept === undefined) unwrap(element);
  else keep(element, name, correctAttributes(element, kept, style), style);
}

/** @param attributes - as markup */
function keep(element: Element, name: string, attributes: string, style: LinkStyle): void {
  if (name !== element.tagName) element.tagName = name;
  if (EMPTY.has(name)) element.replace(`<${name}${attributes}>`, HTML);
  else if (name === 'a' && attributes === '') unwrap(element);
  else if (name === 'form') addField(element, style);
  else if (name === 'textarea') element.setAttribute('rows', '5').setAttribute('cols', '60');
  else if (name === 'html') element.before(`${DOCTYPE}\n`, HTML);
}

/** Removes the attributes that do not stay, and corrects the others. Returns them as markup. */
function correctAttributes(element: Element, kept: readonly string[], style: LinkStyle): string {
  let markup = '';
  for (const [name = '', value = ''] of [...element.attributes]) {
    const corrected = kept.includes(name) ? attributeValue(element.tagName, name, value, style) : null;
    if (corrected === null) {
      element.removeAttribute(name);
      continue;
    }
    if (corrected !== value) element.setAttribute(name, corrected);
    markup += name === 'checked' ? ` ${name}` : ` ${name}="${corrected}"`;
  }
  return markup;
}

/** @param value - escaped, as the result is */
function attributeValue(element: string, name: string, value: string, style: LinkStyle): string | null {
  if (ADDRESSES.has(name)) {
    const address = oldHref(value.replaceAll('&#39;', "'").replaceAll('&amp;', '&'), style);
    return address === null ? null : latin1(address.replaceAll('&', '&amp;').replaceAll('"', '&quot;'));
  }
  if (element === 'input' && name === 'type') return FIELD_TYPES.has(value) ? value : 'text';
  return latin1(value);
}

/** A button becomes a field. Its text becomes an attribute; quotes in it are escaped already. */
function becomeField(element: Element): void {
  element.before('<input type="submit" value="', HTML).after('">', HTML).removeAndKeepContent();
}

/** A frame becomes a link to its document. */
function becomeLink(element: Element, style: LinkStyle): void {
  const href = attributeValue('a', 'href', element.getAttribute('src') ?? '', style);
  const title = latin1(element.getAttribute('title') ?? 'Open the document');
  element.replace(href === null ? '' : `<p><a href="${href}">${title}</a></p>`, HTML);
}

/**
 * Adds the parameters of a form: a browser replaces the query of its address. A gopher search behind a proxy is a
 * searchable index, and nothing else is one for browsers that speak gopher themselves.
 */
function addField(element: Element, { original }: LinkStyle): void {
  if (original && /^gophers?:.*\/7/.test(element.getAttribute('action') ?? '')) {
    element.replace('<isindex prompt="Search terms: ">', HTML);
    return;
  }
  const [name, value] = original ? [MARK, ''] : ['format', HTML32];
  element.prepend(`<input type="hidden" name="${name}" value="${value}">`, HTML);
}
