/** The canonical form, and beside it what the browser at hand makes of the same input, differences marked. */
import type { VNode } from 'preact';
import type { Canonical } from '../../../src/index.ts';
import { breakable } from './anatomy.tsx';
import { differences, type Run } from './differences.ts';
import { visible } from './given.tsx';

/** What `new URL` says; an error in its own words. Only a browser knows. */
export type Native = { readonly href: string } | { readonly error: string };

interface SpellingProps {
  readonly canonical: Canonical;
  readonly native: Native | null;
}

/** Both forms; the browser's is absent on a server. */
export function Spelling({ canonical, native }: SpellingProps): VNode {
  const href = native !== null && 'href' in native ? native.href : null;
  const [ours, theirs] = href === null ? [null, null] : differences(canonical, href);
  return (
    <dl class="spellings labelled">
      <div class="ours">
        <dt>Canonical form</dt>
        <dd>
          <code id="canonical">
            <bdi dir="ltr">{ours === null || href === canonical ? breakable(canonical) : <Runs runs={ours} />}</bdi>
          </code>
          <Copy text={canonical} what="the canonical URL" />
        </dd>
      </div>
      {native !== null && (
        <div class="theirs">
          <dt>This browser’s reading</dt>
          <dd>
            {theirs === null ? (
              <span class="nothing">none: {'error' in native && native.error}</span>
            ) : href === canonical ? (
              <span class="nothing">the same</span>
            ) : (
              <code>
                <bdi dir="ltr">
                  <Runs runs={theirs} />
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

/** A button that copies a text; it needs the page's script, and is not there without. */
export function Copy({ text, what }: { readonly text: string; readonly what: string }): VNode {
  return (
    <button type="button" class="copy scripted" data-copy={text}>
      Copy<span class="unseen"> {what}</span>
    </button>
  );
}
