/**
 * The answers of a CNRP service (RFC 3367 §4, §5): results in the order of their relevance, referrals to other
 * services, and statuses. Elements that CNRP does not define are passed over.
 *
 * Status codes are `class.subject.detail` (RFC 3367, appendix B). An unknown detail means what its class and
 * subject mean.
 */
import { utf8Of } from '../../octets/octets.ts';
import { ProtocolError } from '../protocol-error.ts';
import { type CnrpElement, parseElement } from './xml.ts';

/** The service, and the dataset of it, that something comes from or leads to. */
export interface CnrpOrigin {
  /** `null` if the answer does not describe it. */
  readonly service: string | null;
  /** `null` if there is none. */
  readonly dataset: string | null;
}

export interface CnrpResult extends CnrpOrigin {
  readonly commonName: string;
  /** `null` if the service gives none. */
  readonly id: string | null;
  /** `null` if the service gives none, although it must. */
  readonly resourceUri: string | null;
  readonly description: string | null;
  readonly properties: readonly CnrpProperty[];
}

export interface CnrpStatus {
  /** `class.subject.detail`. */
  readonly code: string;
  /** 1 to 5; `null` for a code that is none of CNRP. */
  readonly class: number | null;
  /** What the code means. */
  readonly meaning: string;
  /** The words of the service; empty if it has none. */
  readonly text: string;
  /** The result, service or dataset that the status is about; `null` = the whole answer. */
  readonly about: string | null;
}

export interface CnrpAnswer {
  readonly services: readonly CnrpService[];
  readonly results: readonly CnrpResult[];
  readonly referrals: readonly CnrpOrigin[];
  readonly statuses: readonly CnrpStatus[];
}

/** Parses the body of an HTTP answer. Throws a ProtocolError, `malformed`, for a text that is no answer of CNRP. */
export function parseAnswer(octets: Uint8Array): CnrpAnswer {
  const text = utf8Of(octets);
  if (text === null) throw new ProtocolError('malformed', 'The answer is not UTF-8.');
  const root = parseElement(text);
  const results = root.name === 'cnrp' ? root.elements.find(({ name }) => name === 'results') : undefined;
  if (results === undefined) throw new ProtocolError('malformed', 'The answer has no CNRP results.');
  const references = referencesIn(results);
  return {
    services: childrenOf(results, 'service').map(serviceOf),
    results: childrenOf(results, 'resourcedescriptor').map((element) => elementResult(element, references)),
    referrals: childrenOf(results, 'referral').map((element) => originOf(element, references)),
    statuses: childrenOf(results, 'status').map((element) => elementStatus(element, references)),
  };
}

function elementResult(element: CnrpElement, references: References): CnrpResult {
  return {
    commonName: childText(element, 'commonname') ?? '',
    id: childText(element, 'id'),
    resourceUri: childText(element, 'resourceuri'),
    description: childText(element, 'description'),
    properties: propertiesOf(element),
    ...originOf(element, references),
  };
}

function elementStatus({ attributes, text }: CnrpElement, references: References): CnrpStatus {
  const { code = '', ref } = attributes;
  return {
    code,
    class: statusClass(code),
    meaning: statusInWords(code),
    text,
    about: elementName(references.get(ref), references),
  };
}

/** The elements with an `id`, by which others refer to them. The first of equal ids counts. */
type References = ReadonlyMap<string | undefined, CnrpElement>;

function referencesIn(results: CnrpElement): References {
  const elements = results.elements.flatMap((element) => [element, ...childrenOf(element, 'dataset')]);
  const references = new Map(elements.reverse().map((element) => [element.attributes.id, element]));
  references.delete(undefined);
  return references;
}

function originOf(element: CnrpElement, references: References): CnrpOrigin {
  const target = (name: string) => references.get(childOf(element, name)?.attributes.ref);
  const service = target('serviceref');
  const dataset = target('datasetref');
  return {
    service: service === undefined ? null : childText(service, 'serviceuri'),
    dataset: dataset === undefined ? null : datasetOf(dataset).uri,
  };
}

/** The name of an element for people: a common name or the URI of a service or dataset. */
function elementName(element: CnrpElement | undefined, references: References): string | null {
  if (element === undefined) return null;
  if (element.name === 'referral') {
    const { dataset, service } = originOf(element, references);
    return dataset ?? service;
  }
  return childText(element, 'commonname') ?? childText(element, 'serviceuri') ?? datasetOf(element).uri;
}

/** Classes 4 and 5 are failures. */
const CLASSES: Readonly<Record<string, string>> = {
  1: 'Information',
  2: 'Success',
  3: 'Partial success',
  4: 'Temporary failure',
  5: 'Failure',
};

const SUBJECTS: Readonly<Record<string, string>> = { 1: 'query', 2: 'service' };

/** What a status with a known detail says. */
const DETAILS: Readonly<Record<string, string>> = {
  '3.1.1': 'The service ignored properties that it does not support.',
  '3.1.2': 'The query was well-formed XML, but not a valid query.',
  '3.1.3': 'The service has no datasets.',
  '3.1.4': 'The service searched only the first dataset of the query.',
  '3.1.5': 'The service could not search this dataset.',
  '3.2.1': 'A server that the service refers to does not answer.',
  '4.2.1': 'The service is busy.',
  '4.2.2': 'The service is down for maintenance.',
};

/** The class of a status, 1 to 5; `null` for a code that is none of CNRP. */
export function statusClass(code: string): number | null {
  return /^[1-5](?:\.\d{1,3}){2}$/.test(code) ? Number(code.charAt(0)) : null;
}

/** The meaning of a status in words. `statusInWords('4.2.9')` is `'Temporary failure (service).'`. */
export function statusInWords(code: string): string {
  const [name = '', subject = ''] = code.split('.');
  const title = statusClass(code) === null ? undefined : CLASSES[name];
  if (title === undefined) return 'A status that CNRP does not define.';
  const about = SUBJECTS[subject];
  return DETAILS[code] ?? (about === undefined ? `${title}.` : `${title} (${about}).`);
}

/** A property with its value. */
export interface CnrpProperty {
  readonly name: string;
  /** `null` = the default type of the property. */
  readonly type: string | null;
  readonly value: string;
}

/** A part of what a service knows. */
export interface CnrpDataset {
  /** The property `dataseturi`, which names it in queries; `null` if it has none. */
  readonly uri: string | null;
  readonly properties: readonly CnrpProperty[];
}

/** A property that a service declares. */
export interface CnrpDeclaration {
  readonly name: string;
  readonly types: readonly string[];
  /** The type of a value without one. */
  readonly defaultType: string | null;
  /** Where it may be used: in a query, a result, or the description of a service. */
  readonly usedIn: readonly { readonly part: CnrpPart; readonly required: boolean }[];
}

export type CnrpPart = 'query' | 'result' | 'service';

export interface CnrpService {
  readonly uri: string | null;
  readonly description: string | null;
  /** How long the description is valid, in seconds; `null` if the service does not say. */
  readonly ttl: number | null;
  readonly servers: readonly { readonly uri: string; readonly properties: readonly CnrpProperty[] }[];
  readonly datasets: readonly CnrpDataset[];
  readonly properties: readonly CnrpProperty[];
  readonly declarations: readonly CnrpDeclaration[];
}

function childrenOf(element: CnrpElement, name: string): readonly CnrpElement[] {
  return element.elements.filter((child) => child.name === name);
}

function childOf(element: CnrpElement, name: string): CnrpElement | undefined {
  return element.elements.find((child) => child.name === name);
}

/** The text of the first element with a name; `null` if there is none, or if it is empty. */
function childText(element: CnrpElement, name: string): string | null {
  return childOf(element, name)?.text || null;
}

function propertiesOf(element: CnrpElement): readonly CnrpProperty[] {
  return childrenOf(element, 'property').map(({ attributes, text }) => ({
    name: attributes.name ?? '',
    type: attributes.type ?? null,
    value: text,
  }));
}

function datasetOf(element: CnrpElement): CnrpDataset {
  const properties = propertiesOf(element);
  const uri = properties.find(({ name }) => name.toLowerCase() === 'dataseturi')?.value ?? null;
  return { uri, properties };
}

function serviceOf(element: CnrpElement): CnrpService {
  return {
    uri: childText(element, 'serviceuri'),
    description: childText(element, 'description'),
    ttl: /^\d{1,9}$/.test(element.attributes.ttl ?? '') ? Number(element.attributes.ttl) : null,
    servers: childrenOf(element, 'servers')
      .flatMap((servers) => childrenOf(servers, 'server'))
      .map((server) => ({ uri: childText(server, 'serveruri') ?? '', properties: propertiesOf(server) })),
    datasets: childrenOf(element, 'dataset').map(datasetOf),
    properties: propertiesOf(element),
    declarations: declarationsOf(element),
  };
}

/** The elements that list where a declared property may be used. */
const SCHEMAS: readonly (readonly [element: string, part: CnrpPart])[] = [
  ['queryschema', 'query'],
  ['resourcedescriptorschema', 'result'],
  ['serviceschema', 'service'],
];

function declarationsOf(element: CnrpElement): readonly CnrpDeclaration[] {
  const uses = usesById(element);
  return childrenOf(element, 'propertyschema')
    .flatMap((schema) => childrenOf(schema, 'propertydeclaration'))
    .map((declaration) => {
      const types = childrenOf(declaration, 'propertytype');
      return {
        name: childText(declaration, 'propertyname') ?? '',
        types: types.map(({ text }) => text),
        defaultType: types.find(({ attributes }) => attributes.default === 'yes')?.text ?? null,
        usedIn: uses.get(declaration.attributes.id ?? '') ?? [],
      };
    });
}

function usesById(element: CnrpElement): ReadonlyMap<string, CnrpDeclaration['usedIn']> {
  const references = SCHEMAS.flatMap(([name, part]) =>
    childrenOf(element, name)
      .flatMap((schema) => childrenOf(schema, 'propertyreference'))
      .map(({ attributes }) => ({ ref: attributes.ref ?? '', part, required: attributes.required === 'yes' })),
  );
  const uses = new Map<string, { part: CnrpPart; required: boolean }[]>();
  for (const { ref, ...use } of references) {
    const known = uses.get(ref);
    if (known === undefined) uses.set(ref, [use]);
    else known.push(use);
  }
  return uses;
}
