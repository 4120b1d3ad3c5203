/** The canonical form, and beside it what the browser at hand makes of the same input, differences marked. */
import type { VNode } from 'preact';
import type { Canonical } from '../../../src/index.ts';
import { breakable } from './anatomy.tsx';
import { Copy } from './copy.tsx';
import { visible } from './given.tsx';

/** A run of characters that the other text has as well, or has not. */
export interface Run {
  readonly text: string;
  readonly same: boolean;
}

/** What `new URL` says: another URL, in runs beside those of ours; the same; or an error in its own words. */
export type Native =
  | { readonly kind: 'other'; readonly ours: readonly Run[]; readonly theirs: readonly Run[] }
  | { readonly kind: 'same' }
  | { readonly kind: 'error'; readonly message: string };

interface SpellingProps {
  readonly canonical: Canonical;
  /** `null` on a server: only a browser knows. */
  readonly native: Native | null;
}

/** Both forms; the browser's is absent on a server. */
export function Spelling({ canonical, native }: SpellingProps): VNode {
  return (
    <dl class="spellings labelled">
      <div class="ours">
        <dt>Canonical form</dt>
        <dd>
          <code id="canonical">
            <bdi dir="ltr">{native?.kind === 'other' ? <Runs runs={native.ours} /> : breakable(canonical)}</bdi>
          </code>
          <Copy text={canonical} what="the canonical URL" />
        </dd>
      </div>
      {native !== null && (
        <div class="theirs">
          <dt>This browser’s reading</dt>
          <dd>
            {native.kind === 'same' && <span class="nothing">the same</span>}
            {native.kind === 'error' && <span class="nothing">none: {native.message}</span>}
            {native.kind === 'other' && (
              <code>
                <bdi dir="ltr">
                  <Runs runs={native.theirs} />
                </bdi>
              </code>
            )}
          </dd>
        </div>
      )}
    </dl>
  );
}

function Runs({ runs }: { readonly runs: readonly Run[] }): VNode {
  return (
    <>
      {runs.map(({ text, same }) => {
        const shown = same ? breakable(text) : visible(text);
        return same ? shown : <mark>{shown}</mark>;
      })}
    </>
  );
}
