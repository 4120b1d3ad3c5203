/**
 * Answers with what name services have found: JSON, a page with the results of each service apart, or a redirect to the
 * only result.
 */

import type { VNode } from 'preact';
import { isInBrowser } from '../../../src/definition-of.ts';
import { isListed } from '../../../src/egress/host-list.ts';
import { explain } from '../../../src/index.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import { canonicalOrNull } from '../../../src/open/links.ts';
import type { CnrpProperty, CnrpService, CnrpStatus, NamedResult, NameService } from '../../../src/open/names.ts';
import type { Names } from '../../../src/open/opened.ts';
import { namesJson } from '../../../src/open/shape-json.ts';
import { answerJson } from '../../http/response.ts';
import { counted } from '../../pages/parts/counted.ts';
import { type Detail, Details } from '../../pages/parts/details.tsx';
import { Empty, Notice } from '../../pages/parts/notice.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { aboutLink } from '../shared/json-stream.ts';
import { LinkOrText } from '../shared/page-parts.tsx';
import { viewerPage } from '../shared/viewer.tsx';
import { caching, jsonLinks, type ShapeContext, varying } from './context.ts';
import { REDIRECT } from './parameters.ts';

export function respondWithNames(context: ShapeContext, names: Names): Response {
  const redirect = context.view.query.has(REDIRECT) ? redirectToResult(context, names) : null;
  if (redirect !== null) return redirect;
  const headers = { ...caching(context, names), Vary: varying(context, 'Accept') };
  if (context.view.format !== 'html')
    return answerJson({ ...aboutLink(context), ...namesJson(names, jsonLinks(context)) }, headers);
  const page = {
    title: names.title,
    kicker: 'Common names',
    without: ['raw'],
    content: <Content context={context} names={names} />,
  } as const;
  return pageResponse(context, viewerPage(context, page), { headers });
}

/** The schemes of resources that a name may redirect to through a gateway. */
const GATEWAY_SCHEMES: ReadonlySet<string> = new Set(['ftp', 'gopher']);

/**
 * From a name to the only resource that it stands for. `null` if there is no such result: then the list shows what
 * there is.
 */
function redirectToResult(context: ShapeContext, { services }: Names): Response | null {
  const [only, ...others] = services.flatMap(({ results }) => results);
  if (only === undefined || others.length > 0 || services.some(({ referrals }) => referrals.length > 0)) return null;
  const location = only.uri === null ? null : resourceHref(context, only.uri);
  if (location === null) return null;
  return new Response(null, { status: 302, headers: { Location: location, 'Cache-Control': 'no-store' } });
}

/** A service is a stranger: the page of `/r` comes before the Web, unless `REDIRECT_HOSTS` has the host (CWE-601). */
function resourceHref({ links, environment }: ShapeContext, uri: string): string | null {
  const canonical = canonicalOrNull(uri);
  if (canonical === null) return null;
  const { scheme, components } = explain(canonical, { complete: true });
  if (!isInBrowser(scheme)) return GATEWAY_SCHEMES.has(scheme) ? links.hrefOfCanonical(canonical) : null;
  return isListed(components.host ?? '', environment.redirectHosts)
    ? links.hrefOfCanonical(canonical)
    : links.away(canonical);
}

interface NamesProps {
  readonly context: ShapeContext;
}

interface NamedProps {
  /** Whether the service has a heading, as each of several needs one. */
  readonly named: boolean;
}

function Content({
  context,
  names: { services, narrowed, isAboutServices },
}: NamesProps & { readonly names: Names }): VNode {
  const failed = services.filter(({ error }) => error !== null);
  const everywhere = narrowed === null ? null : context.links.hrefOf(narrowed.everywhere);
  return (
    <>
      {everywhere !== null && (
        <p>
          {narrowed?.text} <LinkOrText href={everywhere} text="Search in all languages and regions" />
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
          <Service {...{ context, service, isAboutServices }} named={services.length > 1} />
        ))}
    </>
  );
}

interface ServiceProps extends NamesProps, NamedProps, Pick<Names, 'isAboutServices'> {
  readonly service: NameService;
}

function Service({ context, service, named, isAboutServices }: ServiceProps): VNode {
  const { name, url, results, referrals, statuses, described } = service;
  return (
    <section class="names">
      {named && (
        <h2>
          <LinkOrText href={context.links.hrefOfCanonical(url)} text={name} />
        </h2>
      )}
      <Statuses statuses={statuses} />
      {isAboutServices && described.map((one) => <Description service={one} named={named} />)}
      {results.length > 0 && (
        <ol>
          {results.map((result) => (
            <Result result={result} href={result.uri === null ? null : context.links.hrefOf(result.uri)} />
          ))}
        </ol>
      )}
      {referrals.length > 0 && <Referrals context={context} referrals={referrals} named={named} />}
      {results.length + referrals.length === 0 && !isAboutServices && <Empty>This service has no entry for it.</Empty>}
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

interface ResultProps {
  readonly result: NamedResult;
  /** `null` if nothing may open it. */
  readonly href: string | null;
}

function Result({ result, href }: ResultProps): VNode {
  const { commonName, uri, description, properties, dataset } = result;
  return (
    <li>
      <p class="name" dir="auto">
        <LinkOrText href={href} text={commonName === '' ? '(without a name)' : commonName} />
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

type ReferralsProps = NamesProps & NamedProps & Pick<NameService, 'referrals'>;

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
