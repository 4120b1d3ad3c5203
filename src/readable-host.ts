/** How people read the host of a link: in its own letters, unless these make it look like another host. */
import type { Components } from './uri/canonical-parts.ts';
import { foreignLettersIn } from './webhooks/scripts.ts';

/**
 * The host of a link in Unicode; in A-labels, as browsers show it, if it looks like another host; empty without one.
 * `readableHost(explain('gopher://xn--mnchen-3ya.example/').components)` is `'münchen.example'`, and
 * `readableHost(explain('gopher://xn--pple-43d.com/').components)` is `'xn--pple-43d.com'`.
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
