/**
 * The gateway to the Common Name Resolution Protocol (RFC 3367): names, ids and services of `go:` links (RFC 3368). Its
 * page has the results of each service apart, with referrals and statuses.
 */

import type { VNode } from 'preact';
import { isListed } from '../../../src/egress/host-list.ts';
import { explain } from '../../../src/index.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import { ALIVE } from '../../../src/open/contract.ts';
import { canonicalOrNull } from '../../../src/open/links.ts';
import type { CnrpProperty, CnrpService, CnrpStatus } from '../../../src/protocols/cnrp/answer.ts';
import type { GoAttribute } from '../../../src/schemes/go/request.ts';
import { responseWithJson } from '../../http/response.ts';
import { counted } from '../../pages/parts/counted.ts';
import { type Detail, Details } from '../../pages/parts/details.tsx';
import { Empty, Notice } from '../../pages/parts/notice.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import type { Gateway, GatewayContext } from '../contract/contract.ts';
import { LinkOrText } from '../shared/page-parts.tsx';
import { viewerPage } from '../shared/viewer.tsx';
import { askWithDefaults, defaultProperties, dependsOnLanguage, everywhereLink, narrowing } from './defaults.ts';
import { type ListedResult, type ListedService, listedServices, namesJson } from './json.ts';
import { askServices, asksForService } from './services.ts';

export const go: Gateway<'go'> = {
  kind: 'go',
  protocol: 'HTTP',
  sharesProtocol: true,
  /** The services say whether they have an entry. */
  async check(context) {
    await askServices(context, [], true);
    return ALIVE;
  },
  schemes: ['go'],
  parameters: ['redirect'],
  async open(context: GatewayContext<'go'>) {
    const defaults = defaultProperties(context);
    const services = listedServices(context, await askWithDefaults(context, defaults));
    const redirect = context.view.query.has('redirect') ? redirectToResult(context, services) : null;
    return redirect ?? openList(context, { services, defaults });
  },
};

/** The schemes of resources that a name may redirect to through a gateway. */
const GATEWAY_SCHEMES: ReadonlySet<string> = new Set(['ftp', 'gopher']);

/**
 * `?redirect`: from a name to the only resource that it stands for. `null` if there is no such result: then the list
 * shows what there is.
 */
function redirectToResult(context: GatewayContext<'go'>, services: readonly ListedService[]): Response | null {
  const [only, ...others] = services.flatMap(({ results }) => results);
  if (only === undefined || others.length > 0 || services.some(({ referrals }) => referrals.length > 0)) return null;
  const location = only.uri === null ? null : locationOf(context, only.uri);
  if (location === null) return null;
  return new Response(null, { status: 302, headers: { Location: location, 'Cache-Control': 'no-store' } });
}

/** A service is a stranger: the page of `/r` comes before the Web, unless `REDIRECT_HOSTS` has the host (CWE-601). */
function locationOf({ links, environment }: GatewayContext<'go'>, uri: string): string | null {
  const canonical = canonicalOrNull(uri);
  if (canonical === null) return null;
  const { kind, scheme, components } = explain(canonical, { complete: true });
  if (kind !== 'http') return GATEWAY_SCHEMES.has(scheme) ? links.hrefOfCanonical(canonical) : null;
  return isListed(components.host ?? '', environment.redirectHosts)
    ? links.hrefOfCanonical(canonical)
    : links.away(canonical);
}

interface Listed {
  readonly services: readonly ListedService[];
  /** The properties that this client added to the query. */
  readonly defaults: readonly GoAttribute[];
}

function openList(context: GatewayContext<'go'>, { services, defaults }: Listed): Response {
  const vary = dependsOnLanguage(context) ? 'Accept, Accept-Language' : 'Accept';
  const headers = { 'Cache-Control': 'public, max-age=300', Vary: vary };
  if (context.view.format !== 'html') return responseWithJson(namesJson(context, services, defaults), { headers });
  return pageResponse(
    context,
    viewerPage(context, {
      title: titleOf(context),
      kicker: 'Common names',
      without: ['raw'],
      content: <Content context={context} services={services} defaults={defaults} />,
    }),
    { headers },
  );
}

function titleOf({ resolution }: GatewayContext<'go'>): string {
  const { commonName, id } = resolution.details;
  if (id !== null) return `The entry ${id}`;
  return commonName === null || commonName === '' ? 'A common name service' : commonName;
}

interface Props {
  readonly context: GatewayContext<'go'>;
}

interface NamedProps {
  /** Whether the service has a heading, as each of several needs one. */
  readonly named: boolean;
}

function Content({ context, services, defaults }: Props & Listed): VNode {
  const failed = services.filter(({ error }) => error !== null);
  const everywhere = defaults.length === 0 ? null : everywhereLink(context, defaults);
  return (
    <>
      {everywhere !== null && (
        <p>
          {narrowing(defaults)} <LinkOrText {...everywhere} />
        </p>
      )}
      {failed.length > 0 && (
        <Notice tone="caution" title={`${counted(failed.length, 'service')} left out`}>
          <ul>
            {failed.map(({ name, error }) => (
              <li>
                <code>{name}</code>: {error?.detail}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {services
        .filter(({ error }) => error === null)
        .map((service) => (
          <Service context={context} service={service} named={services.length > 1} />
        ))}
    </>
  );
}

function Service({ context, service, named }: Props & NamedProps & { readonly service: ListedService }): VNode {
  const { name, url, results, referrals, statuses, described } = service;
  const wantsService = asksForService(context);
  return (
    <section class="names">
      {named && (
        <h2>
          <LinkOrText href={context.links.hrefOfCanonical(url)} text={name} />
        </h2>
      )}
      <Statuses statuses={statuses} />
      {wantsService && described.map((one) => <Description service={one} named={named} />)}
      {results.length > 0 && (
        <ol>
          {results.map((result) => (
            <Result result={result} />
          ))}
        </ol>
      )}
      {referrals.length > 0 && <Referrals context={context} referrals={referrals} named={named} />}
      {results.length + referrals.length === 0 && !wantsService && <Empty>This service has no entry for it.</Empty>}
    </section>
  );
}

function Statuses({ statuses }: { readonly statuses: readonly CnrpStatus[] }): VNode | null {
  if (statuses.length === 0) return null;
  const serious = statuses.some((status) => status.class === null || status.class >= 3);
  return (
    <Notice tone={serious ? 'caution' : 'info'} title="The service says">
      <ul>
        {statuses.map(({ code, meaning, text, about }) => (
          <li>
            {meaning} {text !== '' && <q dir="auto">{text}</q>} {about !== null && <span>About {about}. </span>}
            <span class="tag">{code}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Result({ result }: { readonly result: ListedResult }): VNode {
  const { commonName, uri, open, description, properties, dataset } = result;
  return (
    <li>
      <p class="name" dir="auto">
        <LinkOrText href={open} text={commonName === '' ? '(without a name)' : commonName} />
      </p>
      <p class="uri">{uri === null ? 'The service does not give its address.' : <code>{displayText(uri)}</code>}</p>
      {description !== null && <p dir="auto">{description}</p>}
      <Details rows={[...propertyRows(properties), ['Dataset', dataset === null ? null : displayText(dataset)]]} />
    </li>
  );
}

function propertyRows(properties: readonly CnrpProperty[]): readonly Detail[] {
  return properties.map(({ name, type, value }) => {
    const words = type === null ? null : valueInWords(type, value);
    return [
      NAMES.get(name.toLowerCase()) ?? displayText(name),
      words ?? (
        <>
          {displayText(value)} {type !== null && <span class="tag">{displayText(type)}</span>}
        </>
      ),
    ];
  });
}

/** The properties of RFC 3367 §3, for people. Services may have others. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['language', 'Language'],
  ['geography', 'Place'],
  ['category', 'Category'],
  ['range', 'Range'],
]);

/** A code in words, with the code: `American English (en-US)`; `null` = a type without words, or an unknown code. */
function valueInWords(type: string, value: string): string | null {
  const [country = '', region] = value.split('-', 2);
  switch (type.toLowerCase()) {
    case 'freeform':
      return displayText(value);
    case 'rfc1766':
      return named('language', value, value);
    case 'iso3166-1':
      return named('region', value, value);
    case 'iso3166-2':
      return region === undefined ? null : named('region', country, value);
    default:
      return null;
  }
}

function named(type: 'language' | 'region', code: string, shown: string): string | null {
  const names = new Intl.DisplayNames('en', { type, fallback: 'none' });
  try {
    const name = names.of(type === 'region' ? code.toUpperCase() : code);
    return name === undefined ? null : `${name} (${displayText(shown)})`;
  } catch (error) {
    // Not the form of a code.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

type ReferralsProps = Props & NamedProps & Pick<ListedService, 'referrals'>;

/** Another service is another stranger, so nobody is sent there without a click. */
function Referrals({ context, referrals, named }: ReferralsProps): VNode {
  return (
    <>
      <Subheading named={named}>Other services that may know more</Subheading>
      <ul>
        {referrals.map(({ service, dataset, url }) => (
          <li>
            <LinkOrText
              href={url === null ? null : context.links.hrefOfCanonical(url)}
              text={displayText(service ?? 'A service without a name')}
            />
            {dataset !== null && <span> (dataset {displayText(dataset)})</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

function Description({ service, named }: NamedProps & { readonly service: CnrpService }): VNode {
  const { uri, description, ttl, servers, datasets, properties, declarations } = service;
  return (
    <>
      {description !== null && <p dir="auto">{displayText(description)}</p>}
      <Details
        rows={[
          ['Service', uri === null ? null : <code>{displayText(uri)}</code>],
          ['Valid for', ttl === null || ttl === 0 ? null : counted(ttl, 'second')],
          ...servers.map((server): Detail => ['Server', <code>{displayText(server.uri)}</code>]),
          ...datasets.map(
            (dataset): Detail => ['Dataset', dataset.uri === null ? null : <code>{displayText(dataset.uri)}</code>],
          ),
          ...propertyRows(properties),
        ]}
      />
      {declarations.length > 0 && <Declarations declarations={declarations} named={named} />}
    </>
  );
}

/** How a query narrows its search: `go://server?name;property=value`. */
function Declarations({ declarations, named }: NamedProps & Pick<CnrpService, 'declarations'>): VNode {
  return (
    <>
      <Subheading named={named}>Properties</Subheading>
      <ul>
        {declarations.map(({ name, types, usedIn }) => (
          <li>
            <code>{displayText(name)}</code>
            {typesAndUses(types, usedIn)}
          </li>
        ))}
      </ul>
    </>
  );
}

function typesAndUses(types: readonly string[], usedIn: CnrpService['declarations'][number]['usedIn']): string {
  const typeNames = types.length > 0 ? ` (${displayText(types.join(', '))})` : '';
  const uses = usedIn.map(({ part, required }) => (required ? `${part}, required` : part));
  return uses.length > 0 ? `${typeNames}: ${uses.join('; ')}` : typeNames;
}

function Subheading({ named, children }: NamedProps & { readonly children: string }): VNode {
  return named ? <h3>{children}</h3> : <h2>{children}</h2>;
}
