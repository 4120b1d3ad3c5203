/** The canonical form, and next to it what `new URL` makes of the same input, with the differences marked. */
import type { VNode } from 'preact';
import type { Canonical } from '../../../src/index.ts';
import { unwrap } from '../../../src/uri/prepare.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { breakable, Clamped, withNamedControls } from '../parts/shown-text.tsx';
import type { ExplorerQuery } from './query.ts';

/** A run of characters that both texts have, or that only this text has. */
interface DifferenceRun {
  readonly text: string;
  readonly same: boolean;
}

/** The result of `new URL`: another URL, the same one, or none. */
export type BrowserResult =
  | { readonly kind: 'other'; readonly ours: readonly DifferenceRun[]; readonly theirs: readonly DifferenceRun[] }
  | { readonly kind: 'same' }
  | { readonly kind: 'none' };

/**
 * Parses a query with the `new URL` of this browser and compares the result with the canonical form. Wrappers such as
 * `<…>` are removed before: nobody types them into an address bar.
 */
export function parseWithBrowser({ text, base }: ExplorerQuery, canonical: Canonical): BrowserResult {
  const bare = unwrap(text).text;
  const bareBase = base === '' ? undefined : unwrap(base).text;
  if (!URL.canParse(bare, bareBase)) return { kind: 'none' };
  const { href } = new URL(bare, bareBase);
  if (href === canonical) return { kind: 'same' };
  const [ours, theirs] = differences(canonical, href);
  return { kind: 'other', ours, theirs };
}

interface CanonicalFormProps {
  readonly canonical: Canonical;
  readonly browserResult: BrowserResult | null;
}

export function CanonicalForm({ canonical, browserResult }: CanonicalFormProps): VNode {
  return (
    <dl class="spellings labelled">
      <div class="ours">
        <dt>Canonical form</dt>
        <dd>
          <Clamped length={canonical.length}>
            <code id="canonical">
              <bdi dir="ltr">
                {browserResult?.kind === 'other' ? <Runs runs={browserResult.ours} /> : breakable(canonical)}
              </bdi>
            </code>
          </Clamped>
          <CopyButton text={canonical} what="the canonical URL" short />
        </dd>
      </div>
      {browserResult !== null && (
        <div class="theirs">
          <dt>As your browser reads it</dt>
          <dd>
            {browserResult.kind === 'same' && <span class="nothing">the same</span>}
            {browserResult.kind === 'none' && (
              <span class="nothing">
                Your browser cannot read it: not a URL to <code>new URL()</code>.
              </span>
            )}
            {browserResult.kind === 'other' && (
              <Clamped length={canonical.length}>
                <code>
                  <bdi dir="ltr">
                    <Runs runs={browserResult.theirs} />
                  </bdi>
                </code>
              </Clamped>
            )}
          </dd>
        </div>
      )}
    </dl>
  );
}

function Runs({ runs }: { readonly runs: readonly DifferenceRun[] }): VNode {
  return (
    <>
      {runs.map(({ text, same }) => {
        const shown = same ? breakable(text) : withNamedControls(text);
        return same ? shown : <mark>{shown}</mark>;
      })}
    </>
  );
}

/** The most comparisons of characters. If two texts need more, all between their common ends counts as different. */
const MOST_COMPARISONS = 40_000;

/**
 * Compares two texts character by character. `differences('a%20b', 'a b')[1]` is
 * `[{ text: 'a', same: true }, { text: ' ', same: false }, { text: 'b', same: true }]`.
 */
export function differences(a: string, b: string): readonly [readonly DifferenceRun[], readonly DifferenceRun[]] {
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head++;
  let tail = 0;
  while (head + tail < shorter && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const [middleA, middleB] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  const isShort = middleA.length * middleB.length <= MOST_COMPARISONS;
  const [commonA, commonB] = isShort ? commonCharacters(middleA, middleB) : [new Set<number>(), new Set<number>()];
  return [runsOf(a, head, tail, commonA), runsOf(b, head, tail, commonB)];
}

/** The positions of a longest common subsequence, in each text. */
function commonCharacters(a: string, b: string): readonly [ReadonlySet<number>, ReadonlySet<number>] {
  const width = b.length + 1;
  /** For each pair of positions, the length of the longest common subsequence of what follows. */
  const common = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const [commonA, commonB] = [new Set<number>(), new Set<number>()];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      commonA.add(i++);
      commonB.add(j++);
    } else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return [commonA, commonB];
}

function runsOf(text: string, head: number, tail: number, common: ReadonlySet<number>): readonly DifferenceRun[] {
  const runs: { text: string; same: boolean }[] = [];
  for (let at = 0; at < text.length; at++) {
    const same = at < head || at >= text.length - tail || common.has(at - head);
    const last = runs.at(-1);
    if (last?.same === same) last.text += text[at];
    else runs.push({ text: text.charAt(at), same });
  }
  return runs;
}
