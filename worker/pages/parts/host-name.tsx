/** The host that a link leads to, in large type, so that nobody takes it for another. */
import type { VNode } from 'preact';
import type { Components } from '../../../src/index.ts';
import { foreignLettersIn } from '../../../src/webhooks/scripts.ts';

/**
 * The host of a link; `null` if it has none. A name that looks like another is shown by its A-labels, as browsers show it;
 * below, its foreign letters are marked.
 */
export function HostName({ components: { host, hostUnicode } }: { readonly components: Components }): VNode | null {
  if (host === null || host === '') return null;
  const readable = hostUnicode ?? host;
  const foreign = foreignLettersIn(readable);
  if (foreign.length === 0) {
    return (
      <>
        <p class="destination">
          <bdi>{readable}</bdi>
        </p>
        {readable !== host && (
          <p class="spelling">
            In ASCII: <code>{host}</code>
          </p>
        )}
      </>
    );
  }
  const letters = new Set(foreign.map(({ letter }) => letter));
  return (
    <>
      <p class="destination">{host}</p>
      <p class="spelling">
        The link writes this name{' '}
        <bdi>{[...readable].map((each) => (letters.has(each) ? <mark>{each}</mark> : each))}</bdi>:
      </p>
      <ul class="letters">
        {[...Map.groupBy(foreign, ({ script }) => script)].map(([script, alike]) => (
          <li>
            {alike.flatMap(({ letter }) => [<mark>{letter}</mark>, ' '])}— {script}
          </li>
        ))}
      </ul>
    </>
  );
}
