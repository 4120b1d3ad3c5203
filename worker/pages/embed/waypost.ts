/**
 * The script for other sites: `<script src="https://waypost.example/assets/waypost.js" defer>`. It rewrites the links
 * of a page, including those that are added later. Links whose scheme browsers no longer open then lead to `/r` of the
 * Waypost that served the script.
 *
 * Attributes of the element change this. `data-schemes="gopher ftp"` names the schemes. `data-mark` adds a class to the
 * rewritten links: its value, or `waypost`. `data-gateway` is the address of another Waypost. The script writes no
 * styles and evaluates no text, so a Content-Security-Policy needs to allow nothing but its address.
 */

/**
 * The schemes to rewrite, separated by spaces. `bundle.ts` takes them from the scheme definitions, without those of
 * mail and of local files.
 */
declare const SCHEMES: string;

/** Links of HTML and SVG, in which `href` may be `xlink:href`, and the areas of image maps. */
const LINKS = 'a[*|href],area[href]';

/** Rewrites the links of a document, now and whenever they change. */
function rewriteLinks(root: Document, { src, dataset }: HTMLScriptElement): void {
  const { gateway: named = new URL('..', src).href } = dataset;
  const gateway = new URL('r', new URL(named.replace(/\/?$/, '/'), root.baseURI));
  // Never rewrite links of the Web, even if the page asks for it.
  const schemes = new Set((dataset.schemes ?? SCHEMES).split(/\s+/).filter((name) => !/^https?$/.test(name)));

  function rewrite(link: Element): void {
    const href = link.getAttributeNode('href') ?? link.getAttributeNode('xlink:href');
    const url = href?.value ?? '';
    const [, scheme = ''] = /^[\0- ]*([a-z][a-z\d+.-]*):/i.exec(url) ?? [];
    if (!href || !schemes.has(scheme.toLowerCase())) return;
    // Keep the password away from the gateway, which would not use it.
    const target = url.replace(/^([^/?#]*\/\/[^/?#:@]*):[^/?#]*@/, '$1@');
    const title = link.getAttribute('title');
    if (!title?.includes(url)) link.setAttribute('title', title ? `${title} (${target})` : target);
    if (dataset.mark !== undefined) link.classList.add(dataset.mark || 'waypost');
    href.value = `${gateway}?${new URLSearchParams({ url: target })}`;
  }

  function rewriteBelow(node: Node): void {
    if (!(node instanceof Element)) return;
    if (node.matches(LINKS)) rewrite(node);
    node.querySelectorAll(LINKS).forEach(rewrite);
  }

  rewriteBelow(root.documentElement);
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'childList') addedNodes.forEach(rewriteBelow);
      else if (target instanceof Element && target.matches(LINKS)) rewrite(target);
    }
  }).observe(root, { subtree: true, childList: true, attributeFilter: ['href'] });
}

const script = document.currentScript;
// A module has no `currentScript`, so it does not know which Waypost served it.
if (script instanceof HTMLScriptElement) rewriteLinks(document, script);
