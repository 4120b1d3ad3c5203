/** What is wrong with a text that is no URL, and where. */
import type { VNode } from 'preact';
import { visible } from './given.tsx';
import type { Refusal } from './reading.ts';
import { Clause } from './steps.tsx';

/** So many characters around the fault are shown. */
const AROUND = 60;

export function Fault({ refusal }: { readonly refusal: Refusal }): VNode {
  const { message, spec, ofBase, input, index } = refusal;
  const from = Math.max(0, index - AROUND);
  const to = Math.min(input.length, index + AROUND);
  const character = /^(?:%[\da-f]{2}|.)/isu.exec(input.slice(index))?.[0] ?? '';
  return (
    <section class="refused">
      <h2>{ofBase ? 'The base is no URL' : 'This is no URL'}</h2>
      <p class="lead">{message}</p>
      {input !== '' && (
        <p>
          <code class="given">
            <bdi dir="auto">
              {from > 0 && '…'}
              {visible(input.slice(from, index))}
              <mark>{character === '' ? <span class="control">end</span> : visible(character)}</mark>
              {visible(input.slice(index + character.length, to))}
              {to < input.length && '…'}
            </bdi>
          </code>
        </p>
      )}
      <p class="clause">
        <Clause spec={spec} />
      </p>
    </section>
  );
}
