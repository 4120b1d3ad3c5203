/** How to reach Waypost from a browser: with bookmarklets, as the handler of a protocol, and from the address bar. */
import type { VNode } from 'preact';
import { CopyButton } from '../parts/copy-button.tsx';
import { bookmarklets } from './bookmarklets.ts';

/** Our schemes on the safelist of HTML, “Custom scheme handlers”: a site may register to open them. */
const REGISTRABLE = ['ftp', 'ftps', 'news', 'nntp'] as const;

/** The parts of the section. `origin` is the origin of this service, such as `https://waypost.example`. */
export function Bookmarks({ origin }: { readonly origin: string }): VNode {
  return (
    <>
      <h3>Bookmarks</h3>
      <p>
        Drag one to your bookmarks bar. On a phone or with a keyboard, copy its address, bookmark any page, and replace
        the address of that bookmark.
      </p>
      <ul class="bookmarklets">
        {bookmarklets(origin).map(({ name, effect, href }) => (
          <li>
            <p>
              <a href={href} data-bookmarklet>
                {name}
              </a>{' '}
              {effect}
            </p>
            <CopyButton text={href} what={`“${name}”`} />
          </li>
        ))}
      </ul>
      <p class="aside scripted" aria-live="polite" data-status="bookmarklet" />
      <h3>Links in your browser</h3>
      <p>Browsers let a site open four of these schemes. Links that you click anywhere then open here.</p>
      <p class="buttons scripted">
        {REGISTRABLE.map((scheme) => (
          <button type="button" class="quiet" data-register={scheme}>
            Open {scheme}:
          </button>
        ))}
      </p>
      <p class="aside scripted" aria-live="polite" data-status="register" />
      <h3>The address bar</h3>
      <p>
        Add this site as a search engine (<a href="/opensearch.xml">OpenSearch description</a>). With the keyword{' '}
        <code>w</code>, type <code>w gopher://…</code> to open a link.
      </p>
    </>
  );
}
