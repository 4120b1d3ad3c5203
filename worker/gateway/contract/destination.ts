/**
 * The destination of a link: a gateway of this Worker, an external gateway, the Web, or nothing. `GATEWAYS` decides for
 * every scheme but http(s), which browsers open themselves. Also the redirect to a destination, and the explanation
 * of a link that has none.
 */

import { definitionOf, isInBrowser } from '../../../src/definition-of.ts';
import { approach, type Denial } from '../../../src/egress/judgement.ts';
import type { EgressPolicy } from '../../../src/egress/policy.ts';
import { canonicalize, type Resolution, schemes } from '../../../src/index.ts';
import { UNSAFE_SCHEMES } from '../../../src/schemes/unknown.ts';
import { variablesOf } from '../../../src/templates/templates.ts';
import { withoutUserInfo } from '../../../src/uri/user-info.ts';
import type { AtBasePath } from '../../http/address.ts';
import { canonicalHeader, HEADERS } from '../../http/headers.ts';
import type { LinkExplanation } from '../../pages/parts/explanation.tsx';
import type { PageAction } from '../../pages/parts/layout.tsx';
import type { Environment } from '../../settings/environment.ts';
import type { GatewaySetting } from '../../settings/gateways.ts';
import { foreignClients, REGISTRIES } from './foreign-clients.ts';
import { openHref } from './gateway-path.ts';

type Destination =
  /** A gateway of this Worker opens it at this path. */
  | { readonly kind: 'gateway'; readonly href: string }
  /** An external gateway opens it, a web server that publishes the same files, or the resolver of a name. */
  | { readonly kind: 'external'; readonly href: string }
  /** A browser opens it without a gateway. */
  | { readonly kind: 'web'; readonly href: string; readonly host: string }
  /** Nothing may open it: the URL contains code or content. */
  | { readonly kind: 'unsafe' }
  /** No gateway opens it: it can only be explained. */
  | { readonly kind: 'none' };

/** The destination of a link. `destinationOf(explain('gopher://h.example/1'), environment).kind` is `'gateway'`. */
export function destinationOf(link: Resolution, environment: Environment): Destination {
  const { canonical, scheme, components } = link;
  if (UNSAFE_SCHEMES.has(scheme)) return { kind: 'unsafe' };
  if (isInBrowser(scheme)) return { kind: 'web', href: withoutUserInfo(canonical), host: components.host ?? '' };
  const resolved = resolvedHref(link, environment);
  if (resolved !== null) return { kind: 'external', href: resolved };
  const setting = gatewaySettingOf(scheme, environment);
  if (setting === 'self') {
    return hasServer(link, environment) ? { kind: 'gateway', href: ownHref(link, environment) } : { kind: 'none' };
  }
  const href = setting === 'none' ? publishedHref(link, environment) : setting.expand(variablesOf(link));
  return href === null ? { kind: 'none' } : { kind: 'external', href };
}

/**
 * The address that a short link redirects to: as `/r` does, but without a page before a target on the Web, which the
 * owner has chosen. `followHref(explain('gopher://h.example/1/world'), environment)` is `'/gopher/h.example/1/world'`.
 */
export function followHref(link: Resolution, environment: Environment): string {
  const destination = destinationOf(link, environment);
  if (destination.kind === 'web') return link.canonical;
  return 'href' in destination ? destination.href : `/r?url=${encodeURIComponent(link.canonical)}`;
}

/** What a request does with a link: it leads to its destination, unless the egress policy refuses the server there. */
export type Decision = Destination | ({ readonly kind: 'denied' } & Denial);

/**
 * What a request for a link does, as far as this is known without the network. `/r`, gateways and the API ask this
 * function.
 *
 * @param policy - that of the request
 */
export function decisionOf(link: Resolution, environment: Environment, policy: EgressPolicy): Decision {
  const destination = destinationOf(link, environment);
  if (destination.kind !== 'gateway') return destination;
  const servers = environment.builtIn.servers(link, environment).map((server) => approach(server, policy));
  const [first] = servers;
  const isDenied = first?.kind === 'denied' && servers.every(({ kind }) => kind === 'denied');
  return isDenied ? first : destination;
}

/** The address at which this Worker opens a link, with the parameters that its gateway adds, and more of them. */
export function ownHref(
  link: Resolution,
  { builtIn }: Environment,
  query: Readonly<Record<string, string>> = {},
): string {
  const href = openHref(link.canonical, query);
  return href.startsWith('/open?') ? href : openHref(link.canonical, { ...builtIn.entry(link), ...query });
}

/** The setting of a scheme in `GATEWAYS`. The default is a gateway of this Worker, if there is one, with its relay. */
export function gatewaySettingOf(scheme: string, { gateways, builtIn, prosperoRelay }: Environment): GatewaySetting {
  const setting = gateways.get(scheme) ?? 'self';
  const opens = builtIn.schemes.has(scheme) && (prosperoRelay !== null || !builtIn.relayed.has(scheme));
  return setting === 'self' && !opens ? 'none' : setting;
}

/**
 * The links with a destination, as the beginnings of their canonical URLs: `gopher:` stands for every gopher link,
 * `go://` for those that name a server.
 */
export function openedLinks(environment: Environment): readonly string[] {
  const schemeNames = new Set([...schemes.keys(), ...environment.gateways.keys()]);
  const opened = [...schemeNames].flatMap((scheme) => {
    if (isInBrowser(scheme)) return [`${scheme}:`];
    const setting = gatewaySettingOf(scheme, environment);
    if (setting === 'none') return [];
    const needsServer = setting === 'self' && environment.builtIn.needsServer(scheme, environment);
    return [needsServer ? `${scheme}://` : `${scheme}:`];
  });
  const collections = [...schemes.values()]
    .filter(({ name, collection }) => collection !== undefined && !opened.includes(`${name}:`))
    .flatMap(({ name }) => [...environment.afsWeb.keys()].map((collection) => `${name}://${collection}/`));
  const names = [...schemes.values()]
    .filter(({ name }) => !opened.includes(`${name}:`))
    .flatMap(({ name, resolvers = [] }) => resolvers.map(({ namespace }) => [name, namespace] as const))
    .filter(([, namespace]) => environment.urnResolvers.has(namespace))
    .map(([name, namespace]) => `${name}:${namespace}:`);
  return [...opened, ...collections, ...new Set(names)];
}

/** Whether there is a server to ask, in the link or in a setting. */
function hasServer({ scheme, components }: Resolution, environment: Environment): boolean {
  const named = components.host !== null && components.host !== '';
  return named || !environment.builtIn.needsServer(scheme, environment);
}

/** The address of a file at the web server that publishes its collection: no gateway speaks the protocol. */
function publishedHref(link: Resolution, { afsWeb }: Environment): string | null {
  const collection = definitionOf(link.scheme).collection?.(link);
  const front = collection === undefined ? undefined : afsWeb.get(collection);
  return front === undefined ? null : canonicalize(front + link.components.path);
}

/** The address at which a resolver finds what a link names; `null` = none is switched on that knows such names. */
function resolvedHref({ scheme, details }: Resolution, { urnResolvers }: Environment): string | null {
  for (const { namespace, addressOf } of definitionOf(scheme).resolvers ?? []) {
    const address = urnResolvers.has(namespace) ? addressOf(details) : null;
    if (address !== null) return address;
  }
  return null;
}

export const REDIRECTS = [301, 302, 303, 307, 308] as const;
export type RedirectStatus = (typeof REDIRECTS)[number];

/** An hour: destinations are settings, which may change. */
const CACHEABLE = 'public, max-age=3600';

/** Answers with a redirect to an own path or an absolute URL. `Link` names the canonical link. */
export function redirectTo(
  href: string,
  { canonical, components }: Resolution,
  status: RedirectStatus,
  { basePath }: AtBasePath,
): Response {
  const secret = components.password !== null;
  return new Response(`${href.startsWith('/') ? basePath : ''}${href}\n`, {
    status,
    headers: {
      ...HEADERS,
      Location: href,
      ...canonicalHeader(canonical),
      'Cache-Control': secret ? 'no-store' : CACHEABLE,
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Robots-Tag': 'noindex',
    },
  });
}

/**
 * The explanation of a link that no gateway opens, and the code of the problem.
 * `explanationOf(explain('afs://andrew.cmu.edu/usr'), environment).details[0]` is `['Cell', 'andrew.cmu.edu']`.
 */
export function explanationOf(
  link: Resolution,
  environment: Pick<Environment, 'gateways' | 'builtIn'>,
): LinkExplanation & { readonly problem: 'no-gateway' | 'incomplete-link' } {
  const { scheme } = link;
  const definition = definitionOf(scheme);
  const found = definition.explanation?.(link) ?? { what: `${definition.title}.` };
  const client = foreignClients.get(scheme);
  const { what, needed, program = 'client', path = null, details = [], complete = null } = found;
  const switchedOff = environment.gateways.get(scheme) === 'none' && environment.builtIn.schemes.has(scheme);
  return {
    name: client?.name ?? null,
    what: client?.what ?? what,
    reason: switchedOff
      ? `The gateway of this service for ${scheme} links is switched off.`
      : client === undefined && needed !== undefined
        ? needed
        : `Waypost has no gateway for ${scheme} links.${client === undefined ? '' : ` A ${client.program} opens them.`}`,
    program: client?.program ?? (definition.defaultPort === null && program === 'client' ? null : program),
    command: client?.command(link) ?? found.command ?? null,
    path,
    others: others(link),
    details,
    complete,
    problem: complete === null ? 'no-gateway' : 'incomplete-link',
  };
}

/** The services of others that may know more: resolvers of names, gateways, and the list of schemes. */
function others(link: Resolution): readonly PageAction[] {
  const { resolvers } = definitionOf(link.scheme);
  const addresses = (resolvers ?? []).flatMap(({ addressOf }) => addressOf(link.details) ?? []);
  const gateway = foreignClients.get(link.scheme)?.gateway(link) ?? null;
  return [
    ...[...addresses, ...(gateway === null ? [] : [gateway])].map((href) => ({
      text: `Open at ${new URL(href).host}`,
      href,
    })),
    ...(link.kind === 'unknown' && gateway === null ? [REGISTRIES.schemes] : []),
    ...(resolvers !== undefined && addresses.length === 0 ? [REGISTRIES.namespaces] : []),
  ];
}

/** Why nothing opens a link that contains code or content. */
export function unsafeReason({ scheme }: Resolution): string {
  return `A ${scheme}: URL contains code or content of its own, which would run with the rights of the page that opens it.`;
}
