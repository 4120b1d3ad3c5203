/**
 * The part of the explorer below its answer, which is the same for every query: an example of each scheme, in the order
 * of their history, and {@link Bookmarks}.
 */
import type { VNode } from 'preact';
import { schemes } from '../../../src/index.ts';
import type { GalleryEntry } from '../../../src/schemes/gallery-entry.ts';
import { ORIGIN } from '../assets.ts';
import { renderToString } from '../render.ts';
import { breakable } from '../shown-text.tsx';
import { Bookmarks } from './bookmarks.tsx';

/**
 * Renders it as HTML with {@link ORIGIN} instead of the origin of the Worker.
 *
 * @param scripts - the paths of the scripts that the script of the explorer imports; the browser loads them together
 */
export function writeGallery(entries: readonly GalleryEntry[], scripts: readonly string[]): string {
  return renderToString(
    <>
      {scripts.map((path) => (
        <link rel="modulepreload" href={`/${path}`} />
      ))}
      <Gallery entries={entries} />
      <Bookmarks origin={ORIGIN} />
    </>,
  );
}

function Gallery({ entries }: { readonly entries: readonly GalleryEntry[] }): VNode {
  return (
    <section class="gallery" aria-labelledby="gallery-title">
      <h2 id="gallery-title">One of each</h2>
      <ol>
        {entries.map(({ scheme, url, year, history }) => (
          <li>
            <p class="year">{year}</p>
            <h3>{schemes.get(scheme)?.title ?? scheme}</h3>
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
