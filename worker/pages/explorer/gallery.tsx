/** The gallery: one example of each scheme, in the order of their history. */
import type { VNode } from 'preact';
import { schemes } from '../../../src/index.ts';
import { breakable } from './anatomy.tsx';
import { examples } from './examples.ts';

export function Gallery(): VNode {
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
