/**
 * `format=html32`: the pages of this Worker in HTML 3.2 (W3C Recommendation, January 1997), for browsers of that time
 * and for text browsers. There are no styles, scripts or drawings, nothing but the content, and only ASCII. One pass
 * over the HTML of a page does it while the page is streamed, so no gateway knows of it.
 */
import { HTML32, ORIGINAL } from '../gateway/contract/contract.ts';
import { parameterValue } from '../http/parse-query.ts';
import { originOf, type RequestContext } from '../http/request-context.ts';
import { latin1 } from './latin1.ts';
import { type LinkStyle, MARK, oldHref } from './links.ts';

const DOCTYPE = '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">';
/** What every page begins with. */
const HTML_DOCTYPE = '<!doctype html>';

/** What is left out with its content: what old browsers cannot use, and what surrounds the content of a page. */
const LEFT_OUT =
  'script, style, svg, template, meta, link, audio, video, [hidden], [type="button"], [formaction], .skip, .sections, ' +
  '.open-field, .colophon, .actions, .charsets, .visually-hidden';

/** What styles put beside each other; here a bar stands between the parts. */
const COLUMNS = '.breadcrumbs li:not(:first-child), .thread > :not(:first-child), .buttons > :not(:first-child)';

/** The elements of HTML 3.2 that pages use. Of any other element, only the content stays. */
const KEPT =
  /^(?:a|b|blockquote|body|br|caption|cite|code|d[dlt]|div|em|form|h[1-4r]|head|html|i|img|input|kbd|li|ol|option|p|pre|samp|select|strong|su[bp]|t[drt]|table|textarea|th|title|ul|var)$/;

/** The attributes that stay. No page uses one of them at an element that does not have it in HTML 3.2. */
const ATTRIBUTES =
  /^(?:href|src|action|method|name|type|value|checked|selected|alt|width|height|cols(?:pan)?|rows(?:pan)?)$/;

/** Elements that HTML 3.2 lacks, and those that do the same for readers. */
const RENAMED: Readonly<Record<string, string>> = { figcaption: 'p', legend: 'p', mark: 'b', q: 'i', summary: 'p' };

/** Elements without content. A rewriter would keep the slash in their tags, which HTML 3.2 does not have. */
const EMPTY = /^(?:br|hr|img|input)$/;

/** The attributes that hold addresses. */
const ADDRESSES = /^(?:action|href|src)$/;

const HTML = { html: true } as const;

/** Whether a response is a page of this Worker: HTML of other servers is sandboxed, and stays as it is. */
export function isPage({ headers }: Response): boolean {
  if (!/^text\/html\b/.test(headers.get('Content-Type') ?? '')) return false;
  return !headers.get('Content-Security-Policy')?.startsWith('sandbox');
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
    .on('.breadcrumbs *, dl > div', { element: unwrapList })
    .on(COLUMNS, { element: separate })
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

/** Breadcrumbs are a line of text, and only their links stay. */
function unwrapList(element: Element): void {
  if (element.tagName !== 'a') unwrap(element);
}

function separate(element: Element): void {
  element.before(' | ', HTML);
}

/**
 * Spells the texts of a page. A text may arrive in two pieces that cut a reference: its beginning waits for the rest.
 */
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
  const name = RENAMED[element.tagName] ?? element.tagName;
  if (name === 'button') becomeField(element);
  else if (name === 'iframe') becomeLink(element, style);
  else if (!KEPT.test(name)) unwrap(element);
  else keep(element, name, correctAttributes(element, style), style);
}

/** @param attributes - as markup */
function keep(element: Element, name: string, attributes: string, style: LinkStyle): void {
  if (name !== element.tagName) element.tagName = name;
  if (EMPTY.test(name)) element.replace(`<${name}${attributes}>`, HTML);
  else if (name === 'a' && attributes === '') unwrap(element);
  else if (name === 'form') addField(element, style);
  else if (name === 'html') element.before(`${DOCTYPE}\n`, HTML);
}

/** Removes the attributes that do not stay, and corrects the others. Returns them as markup. */
function correctAttributes(element: Element, style: LinkStyle): string {
  let markup = '';
  for (const [name = '', value = ''] of [...element.attributes]) {
    const corrected = ATTRIBUTES.test(name) ? attributeValue(name, value, style) : null;
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
function attributeValue(name: string, value: string, style: LinkStyle): string | null {
  if (ADDRESSES.test(name)) {
    const address = oldHref(value.replaceAll('&#39;', "'").replaceAll('&amp;', '&'), style);
    return address === null ? null : latin1(address.replaceAll('&', '&amp;').replaceAll('"', '&quot;'));
  }
  // The only type of a field that HTML 3.2 does not have. Browsers would show it as text, but validators would not.
  return value === 'search' && name === 'type' ? 'text' : latin1(value);
}

/** A button becomes a field. Its text becomes an attribute; quotes in it are escaped already. */
function becomeField(element: Element): void {
  element.before('<input type="submit" value="', HTML).after('">', HTML).removeAndKeepContent();
}

/** A frame becomes a link to its document. */
function becomeLink(element: Element, style: LinkStyle): void {
  const href = attributeValue('href', element.getAttribute('src') ?? '', style);
  element.replace(`<a href="${href}">Open it as a page</a>`, HTML);
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
