/**
 * Where the form "Open a link" may lead. Chromium applies `form-action` of Content-Security-Policy to the redirects
 * after a form too, and `/r` redirects to the hosts that the operator has named.
 */
import type { Environment } from '../../settings/environment.ts';

/**
 * The policy of a page, with every host that `/r` redirects to among the targets of its forms.
 * `withFormTargets("form-action 'self'", { ...environment, afsWeb: new Map([['c', 'https://afs.example']])
 * })` is `"form-action 'self' https://afs.example"`.
 *
 * @param policy - a policy that permits forms to this Worker
 */
export function withFormTargets(
  policy: string,
  { gateways, redirectHosts, afsWeb }: Pick<Environment, 'gateways' | 'redirectHosts' | 'afsWeb'>,
): string {
  const templates = [...gateways.values()].map((setting) => (typeof setting === 'string' ? '' : setting.text));
  const targets = [
    ...[...templates, ...afsWeb.values()].filter((address) => address !== '').map(sourceOf),
    ...redirectHosts.names,
    ...[...redirectHosts.parents].map((name) => `*.${name}`),
  ];
  if (targets.length === 0) return policy;
  return policy.replace("form-action 'self'", ["form-action 'self'", ...new Set(targets)].join(' '));
}

/** The origin of an address as a source of CSP 3 (§2.3.1); its scheme, if a template fills in the host. */
function sourceOf(address: string): string {
  return (
    /^https?:\/\/[a-z0-9.-]+(?::\d+)?(?=[/?#]|$)/i.exec(address)?.[0] ?? address.slice(0, address.indexOf(':') + 1)
  );
}
