/**
 * The defaults of a client: RFC 3368 §5 packages a query with them if the link leaves the services to the client. Here
 * they are the languages of the reader, and the geography of the settings.
 */
import type { GoAttribute } from '../../schemes/go/request.ts';
import type { OpenContext } from '../contract.ts';
import type { GoLink } from './services.ts';

/** The properties to add to the query of a link. Those that the link has itself are left out. */
export function defaultProperties(
  link: GoLink,
  { languages, settings }: Pick<OpenContext, 'languages' | 'settings'>,
): readonly GoAttribute[] {
  const { cnrpGeography } = settings;
  const values: Readonly<Record<string, readonly string[]>> = {
    language: dependsOnLanguage(link) ? languages : [],
    geography: lacks(link, 'geography') && cnrpGeography !== '' ? [cnrpGeography] : [],
  };
  return Object.entries(values).flatMap(([name, list]) => list.map((value) => ({ name, type: null, value })));
}

/** Whether the answer depends on the languages of the reader. */
export function dependsOnLanguage(link: GoLink): boolean {
  return lacks(link, 'language');
}

/** Whether a link leaves the services to this client, and has no such property. Only names have properties. */
function lacks({ components, details }: GoLink, property: string): boolean {
  if ((components.host ?? '') !== '' || details.commonName === null) return false;
  return details.attributes.every(({ name }) => name.toLowerCase() !== property);
}

const NOUNS: Readonly<Record<string, string>> = { language: 'your browser', geography: 'this service' };

/** What is said about the defaults: `The search was for language de or en (as your browser asks).` */
export function narrowing(defaults: readonly GoAttribute[]): string {
  const parts = [...Map.groupBy(defaults, ({ name }) => name)].map(
    ([name, list]) => `${name} ${list.map(({ value }) => value).join(' or ')} (as ${NOUNS[name]} asks)`,
  );
  return `The search was for ${parts.join(' and ')}.`;
}

/** The link with `*`, which is any value, for each default. */
export function withoutDefaults({ canonical }: GoLink, defaults: readonly GoAttribute[]): string {
  return canonical + [...new Set(defaults.map(({ name }) => name))].map((name) => `;${name}=*`).join('');
}
