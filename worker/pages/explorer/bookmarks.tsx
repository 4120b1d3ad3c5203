/** How to reach Waypost from elsewhere: as a protocol handler, a bookmark, a search engine, and an API. */
import type { VNode } from 'preact';
import { schemes } from '../../../src/index.ts';
import { CopyButton } from './actions.tsx';

/** Our schemes on the safelist of HTML, “Custom scheme handlers”: a site may register to open them. */
const REGISTRABLE = ['ftp', 'ftps', 'news', 'nntp'] as const;

/** The schemes whose links the second bookmarklet rewrites: those that browsers no longer open. */
const FORGOTTEN = [...schemes.keys()].filter((name) => !['http', 'https', 'mailto', 'file', 'cid'].includes(name));

/** The section. `origin` is the origin of this service, such as `https://waypost.example`. */
export function Bookmarks({ origin }: { readonly origin: string }): VNode {
  return (
    <section class="bookmarks" aria-labelledby="bookmarks-title">
      <h2 id="bookmarks-title">Bookmarks and shortcuts</h2>
      <div class="bookmark-kinds">
        <div>
          <h3>In the browser</h3>
          <p>Browsers let a site handle four of these schemes. Links that you click anywhere will then open here.</p>
          <p class="scripted register">
            {REGISTRABLE.map((scheme) => (
              <button type="button" class="quiet" data-register={scheme}>
                Open {scheme}:
              </button>
            ))}
          </p>
          <p class="aside scripted" aria-live="polite" data-status="register" />
        </div>
        <div>
          <h3>As a bookmark</h3>
          <p>Drag one to your bookmarks bar, or copy its address into a new bookmark. Both work with every scheme.</p>
          <ul>
            <li>
              <a href={bookmarklet(EXPLAIN_SELECTION, origin)} data-bookmarklet>
                What is this link?
              </a>{' '}
              explains the link that you have selected on a page.{' '}
              <CopyButton text={bookmarklet(EXPLAIN_SELECTION, origin)} what="the bookmark “What is this link?”" />
            </li>
            <li>
              <a href={bookmarklet(REWRITE_LINKS, origin)} data-bookmarklet>
                Fix links
              </a>{' '}
              routes every old link on the page through Waypost.{' '}
              <CopyButton text={bookmarklet(REWRITE_LINKS, origin)} what="the bookmark “Fix links”" />
            </li>
          </ul>
          <p class="aside scripted" aria-live="polite" data-status="bookmarklet" />
        </div>
        <div>
          <h3>In the address bar</h3>
          <p>
            Add this site as a search engine (<a href="/opensearch.xml">OpenSearch description</a>). With the keyword{' '}
            <code>w</code>, type <code>w gopher://…</code> to open a link.
          </p>
        </div>
        <div>
          <h3>For programs</h3>
          <p>
            <a href="/docs">The API</a> does all of this for one link or a million, with every change and its source.
          </p>
        </div>
      </div>
    </section>
  );
}

/** Explains the selected text. */
const EXPLAIN_SELECTION = `const t=String(getSelection()).trim()||prompt('A URL, or a text with URLs in it');
if(t)open(ORIGIN+'/#url='+encodeURIComponent(t))`;

/** Rewrites the links of a page so that they lead through `/r`. Links of the Web stay as they are. */
const REWRITE_LINKS = `let n=0;for(const a of document.querySelectorAll('a[href]'))
if(/^(${FORGOTTEN.join('|')}):/i.test(a.href)){a.title=a.href;
a.href=ORIGIN+'/r?url='+encodeURIComponent(a.href.replace(/^(\\w+:\\/\\/[^/?#:@]*):[^/?#]*@/,'$1@'));n++}
alert(n+(n===1?' link now leads':' links now lead')+' through Waypost')`;

function bookmarklet(source: string, origin: string): string {
  const script = `(()=>{${source.replaceAll('\n', '')}})()`.replaceAll('ORIGIN', JSON.stringify(origin));
  return `javascript:${encodeURIComponent(script)}`;
}
