/** The documents of the CNRP test server, valid under `cnrp-1.0.dtd`. Only what is in `names.ts` is in them. */
import type { NamedResource } from './names.ts';

export const DOCTYPE = '<!DOCTYPE cnrp PUBLIC "-//IETF//DTD CNRP 1.0//EN" "http://ietf.org/dtd/cnrp-1.0.dtd">';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

const element = (name: string, text: string): string => `<${name}>${escaped(text)}</${name}>`;
const property = (name: string, type: string, value: string): string =>
  `<property name="${escaped(name)}" type="${escaped(type)}">${escaped(value)}</property>`;

/** A document with these elements in its results. */
export function document(...elements: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${DOCTYPE}\n<cnrp><results>${elements.join('\n')}</results></cnrp>\n`;
}

export function status(code: string, text: string, ref?: string): string {
  return `<status code="${code}"${ref === undefined ? '' : ` ref="${ref}"`}>${escaped(text)}</status>`;
}

/** The URIs of the two datasets of a service. */
const DATASETS = ['urn:museum:names', 'urn:museum:archive'] as const;

/** The service itself, as `i0`, with its datasets `d0` and `d1`. */
export function service(uri: string): string {
  const datasets = DATASETS.map(
    (dataset, at) => `<dataset id="d${at}">${property('dataseturi', 'uri', dataset)}</dataset>`,
  );
  return `<service id="i0" ttl="3600">${element('serviceuri', uri)}${datasets.join('')}</service>`;
}

/** The answer to a service query: all that the service says of itself. */
export function serviceDescription(uri: string): string {
  const declarations: readonly (readonly [name: string, ...types: string[]])[] = [
    ['geography', 'iso3166-2', 'iso3166-1'],
    ['language', 'rfc1766'],
    ['category', 'freeform'],
    ['range', 'start-length'],
  ];
  const schema = declarations.map(([name, ...types], at) => {
    const typeElements = types.map((type, rank) =>
      rank === 0 ? `<propertytype default="yes">${type}</propertytype>` : `<propertytype>${type}</propertytype>`,
    );
    return `<propertydeclaration id="p${at}">${element('propertyname', name)}${typeElements.join('')}</propertydeclaration>`;
  });
  const references = (count: number): string =>
    declarations
      .slice(0, count)
      .map((_, at) => `<propertyreference ref="p${at}"/>`)
      .join('');
  return [
    `<service id="i0" ttl="3600">${element('serviceuri', uri)}`,
    ...DATASETS.map((dataset, at) => `<dataset id="d${at}">${property('dataseturi', 'uri', dataset)}</dataset>`),
    `<servers><server>${element('serveruri', uri)}${property('geography', 'iso3166-1', 'US')}</server></servers>`,
    element('description', 'The names of the museum.'),
    property('language', 'rfc1766', 'en'),
    `<propertyschema>${schema.join('')}</propertyschema>`,
    `<queryschema>${references(4)}</queryschema>`,
    `<resourcedescriptorschema>${references(3)}</resourcedescriptorschema>`,
    '</service>',
  ].join('');
}

/** A result, as `r0`, `r1` …, of the service `i0`. */
export function result({ commonName, id, uri, description, properties, archived }: NamedResource, at: number): string {
  return [
    `<resourcedescriptor id="r${at}">`,
    element('commonname', commonName) + element('id', id) + element('resourceuri', uri),
    `<serviceref ref="i0"/><datasetref ref="d${archived === true ? 1 : 0}"/>`,
    element('description', description),
    ...properties.map(([name, type, value]) => property(name, type, value)),
    '</resourcedescriptor>',
  ].join('');
}

/** A referral to another service, as `i1`, and to a dataset of it. */
export function referral(uri: string): string {
  const dataset = `<dataset id="d2">${property('dataseturi', 'uri', 'urn:elsewhere:names')}</dataset>`;
  const described = `<service id="i1">${element('serviceuri', uri)}${dataset}</service>`;
  return `${described}<referral id="f0"><serviceref ref="i1"/><datasetref ref="d2"/></referral>`;
}
