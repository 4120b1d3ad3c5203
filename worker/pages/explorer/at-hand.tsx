/**
 * Ways to have Waypost at hand: as what the browser opens links of a scheme with, as a bookmark, as a search
 * engine, and as an API.
 */
import type { VNode } from 'preact';
import { schemes } from '../../../src/index.ts';

/** Those of our schemes that a site may register for (HTML, "Custom scheme handlers", the safelist). */
export const REGISTRABLE = ['ftp', 'ftps', 'news', 'nntp'] as const;

/** What a site's links are sent through, wherever they are of a scheme that browsers forgot. */
const FORGOTTEN = [...schemes.keys()].filter((name) => !['http', 'https', 'mailto', 'file', 'cid'].includes(name));

export function AtHand({ origin }: { readonly origin: string }): VNode {
  return (
    <section class="at-hand" aria-labelledby="at-hand-title">
      <h2 id="at-hand-title">Keep it at hand</h2>
      <div class="ways">
        <div>
          <h3>In the browser</h3>
          <p>Four of the old schemes may be handed to a site. A click on such a link then comes here.</p>
          <p class="scripted register">
            {REGISTRABLE.map((scheme) => (
              <button type="button" class="quiet" data-register={scheme}>
                Open {scheme}:
              </button>
            ))}
          </p>
          <p class="aside scripted" aria-live="polite" data-said="register" />
        </div>
        <div>
          <h3>As a bookmark</h3>
          <p>Drag one to the bar of bookmarks; it is for all schemes.</p>
          <ul>
            <li>
              <a href={bookmarklet(SELECTION, origin)} data-bookmarklet>
                What is this link?
              </a>{' '}
              explains a link that you have selected on a page.
            </li>
            <li>
              <a href={bookmarklet(MEND, origin)} data-bookmarklet>
                Mend links
              </a>{' '}
              leads every forgotten link of a page through here.
            </li>
          </ul>
        </div>
        <div>
          <h3>In the address bar</h3>
          <p>
            Browsers offer to add this site as a search engine (<a href="/opensearch.xml">its description</a>). With a
            keyword such as <code>w</code>, type <code>w gopher://…</code> to open a link.
          </p>
        </div>
        <div>
          <h3>For programs</h3>
          <p>
            All of this is <a href="/docs">an API</a>: one link or a million, with every change and its clause.
          </p>
        </div>
      </div>
    </section>
  );
}

/** Explains what is selected. */
const SELECTION = `const t=String(getSelection()).trim()||prompt('A URL, or a text with URLs in it');
if(t)open(ORIGIN+'/#url='+encodeURIComponent(t))`;

/** Sends links through the redirect; those of the Web stay. */
const MEND = `let n=0;for(const a of document.querySelectorAll('a[href]'))
if(/^(${FORGOTTEN.join('|')}):/i.test(a.href)){a.title=a.href;
a.href=ORIGIN+'/r?url='+encodeURIComponent(a.href.replace(/^(\\w+:\\/\\/[^/?#:@]*):[^/?#]*@/,'$1@'));n++}
alert(n+' links lead through Waypost now')`;

function bookmarklet(source: string, origin: string): string {
  const script = `(()=>{${source.replaceAll('\n', '')}})()`.replaceAll('ORIGIN', JSON.stringify(origin));
  return `javascript:${encodeURIComponent(script)}`;
}
