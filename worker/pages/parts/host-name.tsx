/** How pages write the host of a link: in its own letters, unless these make it look like another host. */
import type { ComponentChildren, VNode } from 'preact';
import { sentenceOf } from '../../../src/definition-of.ts';
import type { Components, Resolution } from '../../../src/index.ts';
import { readableHost } from '../../../src/readable-host.ts';
import { foreignLettersIn } from '../../../src/webhooks/scripts.ts';
import { withNamedControls } from './shown-text.tsx';

type ForeignLetters = ReturnType<typeof foreignLettersIn>;

/** `The marked letter is Cyrillic.` */
function markedLetters(foreign: ForeignLetters): string {
  const scripts = [...new Set(foreign.map(({ script }) => script))].join(' and ');
  return foreign.length === 1 ? `The marked letter is ${scripts}.` : `The marked letters are ${scripts}.`;
}

/** A name with its foreign letters marked. */
function marked(name: string, foreign: ForeignLetters): ComponentChildren {
  const letters = new Set(foreign.map(({ letter }) => letter));
  return [...name].map((each) => (letters.has(each) ? <mark>{each}</mark> : each));
}

/**
 * The host of a link; `null` if it has none. A name that looks like another is shown by its A-labels, as browsers show
 * it; below, its foreign letters are marked.
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
  return (
    <>
      <p class="destination">{host}</p>
      <p class="spelling">
        It is made to look like <bdi>{marked(readable, foreign)}</bdi>. {markedLetters(foreign)}
      </p>
    </>
  );
}

/**
 * The Unicode form of an international host beside a URL with its A-labels; `null` if the host has no other form. If it
 * looks like another name, its foreign letters are marked.
 */
export function InternationalHost({ components }: { readonly components: Components }): VNode | null {
  const { host, hostUnicode } = components;
  if (hostUnicode === null || hostUnicode === host) return null;
  const foreign = foreignLettersIn(hostUnicode);
  if (foreign.length === 0) {
    return (
      <p class="unicode-host">
        The host in Unicode: <bdi>{withNamedControls(hostUnicode)}</bdi>
      </p>
    );
  }
  return (
    <p class="unicode-host notice caution">
      This host is made to look like <bdi>{marked(hostUnicode, foreign)}</bdi>. {markedLetters(foreign)} Its real name
      is <code>{host}</code>.
    </p>
  );
}

/** The sentence about a link, with its host as {@link readableHost} writes it. */
export function readableSentence(link: Resolution): string {
  const sentence = sentenceOf(link);
  const { hostUnicode } = link.components;
  return hostUnicode ? sentence.replaceAll(hostUnicode, readableHost(link.components)) : sentence;
}
