/**
 * What other sites load: `<script src="https://waypost.example/assets/waypost.js" defer>`. It sends the links of a
 * page whose schemes browsers forgot through `/r` of the Waypost that it came from, those added later too.
 *
 * The element says what is to be done otherwise: `data-schemes="gopher ftp"` names the schemes, `data-mark` adds a
 * class to the links that lead through Waypost (`waypost`, or its value), `data-gateway` is another Waypost.
 * It writes no style and runs no text, so that the strictest Content-Security-Policy needs nothing but its address.
 */

/**
 * Names with blanks between them; `bundle.ts` takes them from the scheme definitions. Links of mail and of the reader's
 * own files stay as they are.
 */
declare const SCHEMES: string;

/** Links as HTML and SVG have them, and the areas of image maps. */
const LINKS = 'a[href],area[href]';

/** Sends every link below `root` whose time has gone through the gateway, now and later. */
function tend(root: Document, { src, dataset }: HTMLScriptElement): void {
  const gateway = new URL('/r', new URL(dataset.gateway ?? src, root.baseURI));
  // The Web needs no help, whatever the page asks for.
  const schemes = new Set((dataset.schemes ?? SCHEMES).split(/\s+/).filter((name) => !/^https?$/.test(name)));

  function visit(link: Element): void {
    const url = link.getAttribute('href') ?? '';
    const [, scheme = ''] = /^[\0- ]*([a-z][a-z\d+.-]*):/i.exec(url) ?? [];
    if (!schemes.has(scheme.toLowerCase())) return;
    // A password is nobody's business on the way; the gateway would not use it.
    const sent = url.replace(/^([^/?#]*\/\/[^/?#:@]*):[^/?#]*@/, '$1@');
    const title = link.getAttribute('title');
    if (!title?.includes(url)) link.setAttribute('title', title ? `${title} (${url})` : url);
    if (dataset.mark !== undefined) link.classList.add(dataset.mark || 'waypost');
    link.setAttribute('href', `${gateway}?${new URLSearchParams({ url: sent })}`);
  }

  function visitAll(node: Node): void {
    if (!(node instanceof Element)) return;
    if (node.matches(LINKS)) visit(node);
    node.querySelectorAll(LINKS).forEach(visit);
  }

  visitAll(root.documentElement);
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'childList') addedNodes.forEach(visitAll);
      else if (target instanceof Element && target.matches(LINKS)) visit(target);
    }
  }).observe(root, { subtree: true, childList: true, attributeFilter: ['href'] });
}

const script = document.currentScript;
// A module has none: then nobody can tell where the script came from.
if (script instanceof HTMLScriptElement) tend(document, script);
