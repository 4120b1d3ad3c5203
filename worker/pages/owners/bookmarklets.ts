/** Bookmarks with a script, for the pages of others. Each is an address that begins with `javascript:`. */
import { definitions } from '../../../src/schemes/registry.ts';

/** The schemes whose links are rewritten: those that the script for other sites rewrites. */
const SCHEMES = definitions.filter(({ rewrittenByEmbed }) => rewrittenByEmbed).map(({ name }) => name);

const EXPLAIN_SELECTION = `const t=String(getSelection()).trim()||prompt('A URL, or a text with URLs in it');
if(t)open(ORIGIN+'/#url='+encodeURIComponent(t))`;

/**
 * Rewrites links of HTML and SVG (`href` and `xlink:href`), and the areas of image maps, so that they lead through
 * `/r`. As in the script for other sites, the original link is added to the title, and a password is left out.
 */
const REWRITE_LINKS = String.raw`let n=0;for(const a of document.querySelectorAll('a[*|href],area[href]')){
const h=a.getAttributeNode('href')??a.getAttributeNode('xlink:href'),u=h.value,t=a.getAttribute('title');
if(!/^[\0- ]*(?:SCHEMES):/i.test(u))continue;
if(!t?.includes(u))a.setAttribute('title',t?t+' ('+u+')':u);
h.value=ORIGIN+'/r?'+new URLSearchParams({url:u.replace(/^([^/?#]*\/\/[^/?#:@]*):[^/?#]*@/,'$1@')});n++}
alert(n+(n===1?' link now leads':' links now lead')+' through Waypost')`.replace('SCHEMES', () => SCHEMES.join('|'));

/** The bookmarklets, which lead to the Waypost at an origin. The name of each is the subject of its effect. */
export function bookmarklets(origin: string) {
  const href = (source: string): string => {
    const script = `(()=>{${source.replaceAll('\n', '')}})()`.replaceAll('ORIGIN', () => JSON.stringify(origin));
    return `javascript:${encodeURIComponent(script)}`;
  };
  return [
    {
      name: 'Explain link',
      effect: 'explains the link that you have selected on a page.',
      href: href(EXPLAIN_SELECTION),
    },
    { name: 'Fix links', effect: 'routes every old link on a page through Waypost.', href: href(REWRITE_LINKS) },
  ];
}
