/** How pages write the host of a link: in its own letters, unless these make it look like another host. */
import { sentenceOf } from '../../../src/definition-of.ts';
import type { Components, Resolution } from '../../../src/index.ts';
import { foreignLettersIn } from '../../../src/webhooks/scripts.ts';

/**
 * The host of a link in Unicode; in A-labels, as browsers show it, if it looks like another host.
 *
 * @returns empty if the link has no host
 * @example
 * ```ts
 * readableHost(explain('gopher://xn--mnchen-3ya.example/').components); // 'münchen.example'
 * readableHost(explain('gopher://xn--pple-43d.com/').components); // 'xn--pple-43d.com'
 * ```
 */
export function readableHost({ host, hostUnicode }: Components): string {
  if (host === null || hostUnicode === null || hostUnicode === host) return host ?? '';
  return foreignLettersIn(hostUnicode).length === 0 ? hostUnicode : host;
}

/** The host of a link as {@link readableHost} writes it, with the port that the link names. */
export function readableServer(components: Components): string {
  const { explicitPort } = components;
  return `${readableHost(components)}${explicitPort === null ? '' : `:${explicitPort}`}`;
}

/** The sentence about a link, with its host as {@link readableHost} writes it. */
export function readableSentence(link: Resolution): string {
  const sentence = sentenceOf(link);
  const { hostUnicode } = link.components;
  return hostUnicode ? sentence.replaceAll(hostUnicode, readableHost(link.components)) : sentence;
}
