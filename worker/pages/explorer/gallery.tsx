/**
 * What stands under the answer of the explorer and is the same for every question: one example of each scheme, in
 * the order of their history, and the ways to have all this at hand.
 */
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { schemes } from '../../../src/index.ts';
import { ORIGIN } from '../assets.ts';
import { breakable } from './anatomy.tsx';
import { AtHand } from './at-hand.tsx';
import { examples } from './examples.ts';

/** All of it as HTML; {@link ORIGIN} stands for that of the Worker. */
export function writeGallery(): string {
  return renderToString(
    <>
      <Gallery />
      <AtHand origin={ORIGIN} />
    </>,
  );
}

function Gallery(): VNode {
  return (
    <section class="gallery" aria-labelledby="gallery-title">
      <h2 id="gallery-title">One of each</h2>
      <ol>
        {examples.map(({ scheme, url, year, history }) => (
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
