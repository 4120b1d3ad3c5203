/** What stands below each answer: an example of each scheme, and links to what browsers and programs can do here. */
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { explain, schemes } from '../../../src/index.ts';
import type { GalleryEntry } from '../../../src/schemes/documentation.ts';
import { breakable } from '../parts/shown-text.tsx';

/** @param scripts - the paths of the scripts that the script of the explorer imports; browsers load them together */
export function writeGallery(entries: readonly GalleryEntry[], scripts: readonly string[]): string {
  return renderToString(
    <>
      {scripts.map((path) => (
        <link rel="modulepreload" href={`/${path}`} />
      ))}
      <Shortcuts />
      <Gallery entries={entries} />
    </>,
  );
}

function Gallery({ entries }: { readonly entries: readonly GalleryEntry[] }): VNode {
  return (
    <section class="gallery" aria-labelledby="gallery-title">
      <h2 id="gallery-title">One of each</h2>
      <ol>
        {entries.map(({ url, year, history }) => (
          <li>
            <p class="year">{year}</p>
            <h3>{schemes.get(explain(url).scheme)?.title}</h3>
            <p class="history">{history}</p>
            <p>
              <a href={`/inspect?url=${encodeURIComponent(url)}`} data-example={url}>
                <bdi dir="ltr">{breakable(url)}</bdi>
              </a>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Shortcuts(): VNode {
  return (
    <section class="shortcuts" aria-labelledby="shortcuts-title">
      <h2 id="shortcuts-title">Bookmarks and shortcuts</h2>
      <p>
        <a href="/owners#bookmarks">Explain or open old links on any page</a> with a bookmark, or let your browser open
        ftp and news links here.
      </p>
      <p>
        <a href="/owners">Make the old links of your site work</a> with one line of HTML.
      </p>
      <p>
        <a href="/docs">The API</a> does all of this for one link or a million, with every change and its source.
      </p>
    </section>
  );
}
