/**
 * The Unicode form of an international host name. Where it looks like another name, its foreign letters are marked: the
 * URL above shows the A-label, as browsers do.
 */
import type { VNode } from 'preact';
import type { Components } from '../../../src/index.ts';
import { foreignLettersIn } from '../../../src/webhooks/scripts.ts';
import { withNamedControls } from '../parts/shown-text.tsx';

/** The name with its letters; `null` if the host has no other form. */
export function InternationalHost({ components }: { readonly components: Components }): VNode | null {
  const { host, hostUnicode } = components;
  if (hostUnicode === null || hostUnicode === host) return null;
  const foreign = new Map(foreignLettersIn(hostUnicode).map(({ letter, script }) => [letter, script]));
  return (
    <p class={foreign.size === 0 ? 'unicode-host' : 'unicode-host notice caution'}>
      {foreign.size === 0 ? 'The host in Unicode: ' : 'This host looks like another one: '}
      <bdi>
        {foreign.size === 0
          ? withNamedControls(hostUnicode)
          : [...hostUnicode].map((letter) => (foreign.has(letter) ? <mark>{letter}</mark> : letter))}
      </bdi>
      {foreign.size > 0 && (
        <>
          {' has the letters '}
          {[...foreign].map(([letter, script], index) => (
            <>
              {index > 0 && ', '}
              <mark>{letter}</mark> ({script})
            </>
          ))}
          . Its real name is <code>{host}</code>.
        </>
      )}
    </p>
  );
}
