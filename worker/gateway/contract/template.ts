/**
 * The variables of links in the templates of `GATEWAYS` and `ARCHIVES` (RFC 6570), and where archived copies may be.
 * `{+name}` keeps the escapes and the reserved characters of a value, `{name}` escapes everything.
 */
import { definitionOf } from '../../../src/definition-of.ts';
import { judgePublicHost } from '../../../src/egress/policy.ts';
import type { Resolution } from '../../../src/index.ts';
import { definitions } from '../../../src/schemes/registry.ts';
import { withoutUserInfo } from '../../../src/uri/user-info.ts';
import type { ArchivedCopy } from '../../pages/parts/link-form.tsx';
import type { Environment } from '../../settings/environment.ts';
import type { PART_VARIABLES } from '../../settings/web-addresses.ts';

interface Variable {
  readonly about: string;
  /** `null` = the link does not have it; RFC 6570 leaves it out. */
  readonly of: (resolution: Resolution) => string | number | null;
}

/** The variables that every URL has, percent-encoded as in the URL. */
const partVariables: Readonly<Record<(typeof PART_VARIABLES)[number], Variable>> = {
  url: { about: 'The canonical URL, without user info and fragment.', of: ({ canonical }) => bare(canonical) },
  scheme: { about: 'In lower case.', of: ({ scheme }) => scheme },
  host: { about: 'In A-labels; IPv6 in brackets.', of: ({ components }) => components.host },
  port: { about: 'The port that a client connects to.', of: ({ components }) => components.port },
  authority: { about: 'The host, and the port unless it is the default.', of: authorityOf },
  path: { about: 'The path without its first slash.', of: ({ components }) => components.path.replace(/^\//, '') },
  query: { about: 'The query, without its question mark.', of: ({ components }) => components.query },
};

function bare(canonical: string): string {
  return withoutUserInfo(canonical).replace(/#.*$/, '');
}

function authorityOf({ components: { host, explicitPort } }: Resolution): string | null {
  return host === null || explicitPort === null ? host : `${host}:${explicitPort}`;
}

/** The variables that the definitions offer: details of their links, decoded. */
function detailVariables(): Readonly<Record<string, Variable>> {
  const offers = definitions.flatMap(({ kind, templateVariables = {} }) =>
    Object.entries(templateVariables).flatMap(([name, about]) => (about === undefined ? [] : [{ name, kind, about }])),
  );
  const byName = [...Map.groupBy(offers, ({ name }) => name)];
  return Object.fromEntries(byName.map(([name, offers]) => [name, { about: aboutOf(offers), of: detail(name) }]));
}

/** `gopher, wais: the words that are searched for, decoded.` */
function aboutOf(offers: readonly { readonly kind: string; readonly about: string }[]): string {
  const byText = [...Map.groupBy(offers, ({ about }) => about)];
  return byText
    .map(([about, alike]) => `${[...new Set(alike.map(({ kind }) => kind))].join(', ')}: ${about}`)
    .join(' ');
}

/** Reads a detail of the links whose scheme offers it. */
const detail =
  (name: string): Variable['of'] =>
  ({ scheme, details }) => {
    if (!(name in (definitionOf(scheme).templateVariables ?? {}))) return null;
    const value: unknown = new Map(Object.entries(details)).get(name);
    return value === null || value === undefined ? null : String(value);
  };

export const templateVariables: Readonly<Record<string, Variable>> = { ...partVariables, ...detailVariables() };

export function variablesOf(resolution: Resolution): Record<string, string | number | null> {
  return Object.fromEntries(Object.entries(templateVariables).map(([name, { of }]) => [name, of(resolution)]));
}

/**
 * The addresses at which archives may have a copy of a link. No archive reaches a host that is not on the public
 * Internet; but articles and groups are on many servers. `archivesOf(explain('ftp://h.example.org/a'),
 * environment)[0]?.url` is `'https://web.archive.org/web/ftp://h.example.org/a'`.
 */
export function archivesOf(link: Resolution, { archives }: Pick<Environment, 'archives'>): readonly ArchivedCopy[] {
  return datedArchivesOf(link, { archives }).map(({ name, url }) => ({ name, url }));
}

/** An archive, and its address for the copy nearest to a date. */
export interface DatedCopy extends ArchivedCopy {
  /** An RFC 6570 template whose variable `date` is `YYYYMMDD` or `YYYYMMDDhhmmss`; `null` = it takes no date. */
  readonly dated: string | null;
}

/** As {@link archivesOf}, with the addresses for copies of a date. */
export function datedArchivesOf(link: Resolution, { archives }: Pick<Environment, 'archives'>): readonly DatedCopy[] {
  const variables = variablesOf(link);
  const kind = variables.messageId ? 'message-id' : variables.group ? 'group' : link.scheme;
  const { host } = link.components;
  if (kind === link.scheme && host !== null && !judgePublicHost(host).allowed) return [];
  return (archives.get(kind) ?? []).flatMap(({ name, template, aroundDate, variables: names }) => {
    // Only a path may be empty.
    const complete = names.every((each) => each === 'path' || Boolean(variables[each]));
    const around = aroundDate?.map((part) => part.expand(variables));
    return complete ? [{ name, url: template.expand(variables), dated: around?.join('/{date}') ?? null }] : [];
  });
}
