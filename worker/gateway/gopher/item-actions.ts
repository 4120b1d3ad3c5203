/** The actions that a page offers for its item: other views, its attributes, the same item over TLS. */
import type { Action } from '../../pages/parts/layout.tsx';
import type { GopherContext } from './context.ts';
import { secureUrl, urlWithPlus } from './item-links.ts';
import { isKnownPlusServer, knownCapabilities } from './known-servers.ts';

/** The actions for the item of a request. Attributes and TLS are offered only if the server is known to have them. */
export function itemActions(context: GopherContext): Action[] {
  const { links, resolution, answeredForm } = context;
  // The other views would show the form: only another POST would show the same reply.
  if (answeredForm !== null) return [{ text: 'Fill in again', href: answeredForm.href }];
  const actions: Action[] = [
    { text: 'Raw', href: links.self({ format: 'raw' }) },
    { text: 'JSON', href: links.self({ format: 'json' }) },
  ];
  const plus = resolution.details.type === '1' ? '$' : '!';
  const attributes = isKnownPlusServer(context) ? links.hrefOf(urlWithPlus(context, plus)) : null;
  if (attributes !== null) actions.push({ text: 'Attributes', href: attributes });
  const tlsPort = resolution.scheme === 'gopher' ? (knownCapabilities(context)?.tlsPort ?? null) : null;
  const overTls = tlsPort === null ? null : links.hrefOf(secureUrl(context, tlsPort));
  if (overTls !== null) actions.push({ text: 'Over TLS', href: overTls });
  return actions;
}
