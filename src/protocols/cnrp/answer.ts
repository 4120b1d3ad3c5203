/**
 * The answers of a CNRP service (RFC 3367 §4, §5): results in the order of their relevance, referrals to other
 * services, and statuses. Elements that CNRP does not define are passed over.
 *
 * Status codes are `class.subject.detail` (RFC 3367, appendix B). An unknown detail means what its class and
 * subject mean.
 */
import { utf8Of } from '../../octets/octets.ts';
import { ProtocolError } from '../protocol-error.ts';
import {
  type CnrpProperty,
  type CnrpService,
  childrenOf,
  childText,
  datasetOf,
  propertiesOf,
  serviceOf,
} from './service.ts';
import { type Element, parseElement } from './xml.ts';

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

/**
 * Parses an answer.
 *
 * @param octets - the body of the HTTP answer: XML in UTF-8
 * @throws ProtocolError `malformed` for a text that is no answer of CNRP
 * @example
 * ```ts
 * const xml = '<cnrp><results><status code="2.1.0">No match</status></results></cnrp>';
 * parseAnswer(new TextEncoder().encode(xml)).statuses[0]?.text; // 'No match'
 * ```
 */
export function parseAnswer(octets: Uint8Array): CnrpAnswer {
  const text = utf8Of(octets);
  if (text === null) throw new ProtocolError('malformed', 'The answer is not UTF-8.');
  const root = parseElement(text);
  const results = root.name === 'cnrp' ? root.elements.find(({ name }) => name === 'results') : undefined;
  if (results === undefined) throw new ProtocolError('malformed', 'The answer has no CNRP results.');
  const references = new References(results);
  return {
    services: childrenOf(results, 'service').map(serviceOf),
    results: childrenOf(results, 'resourcedescriptor').map((element) => resultOf(element, references)),
    referrals: childrenOf(results, 'referral').map((element) => references.originOf(element)),
    statuses: childrenOf(results, 'status').map((element) => statusOf(element, references)),
  };
}

function resultOf(element: Element, references: References): CnrpResult {
  return {
    commonName: childText(element, 'commonname') ?? '',
    id: childText(element, 'id'),
    resourceUri: childText(element, 'resourceuri'),
    description: childText(element, 'description'),
    properties: propertiesOf(element),
    ...references.originOf(element),
  };
}

function statusOf({ attributes, text }: Element, references: References): CnrpStatus {
  const { code = '', ref } = attributes;
  const about = ref === undefined ? null : references.nameOf(ref);
  return { code, class: statusClass(code), meaning: statusInWords(code), text, about };
}

/** The elements with an `id`, by which others refer to them. The first of equal ids counts. */
class References {
  readonly #elements = new Map<string, Element>();

  constructor(results: Element) {
    for (const element of results.elements) {
      this.#add(element);
      for (const dataset of childrenOf(element, 'dataset')) this.#add(dataset);
    }
  }

  #add(element: Element): void {
    const { id } = element.attributes;
    if (id !== undefined && !this.#elements.has(id)) this.#elements.set(id, element);
  }

  /** The service and the dataset that an element refers to. */
  originOf(element: Element): CnrpOrigin {
    const target = (name: string): Element | undefined => {
      const ref = element.elements.find((child) => child.name === name)?.attributes.ref;
      return ref === undefined ? undefined : this.#elements.get(ref);
    };
    const service = target('serviceref');
    const dataset = target('datasetref');
    return {
      service: service === undefined ? null : childText(service, 'serviceuri'),
      dataset: dataset === undefined ? null : datasetOf(dataset).uri,
    };
  }

  /** The name of an element for people: a common name or the URI of a service or dataset. */
  nameOf(id: string): string | null {
    const element = this.#elements.get(id);
    if (element === undefined) return null;
    return childText(element, 'commonname') ?? childText(element, 'serviceuri') ?? datasetOf(element).uri;
  }
}

/** The class of a status. Classes 4 and 5 are failures. */
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

/**
 * The meaning of a status in words.
 *
 * @param code - such as `3.1.1`
 * @example
 * ```ts
 * statusInWords('4.2.9'); // 'Temporary failure (service).'
 * ```
 */
export function statusInWords(code: string): string {
  const [name = '', subject = ''] = code.split('.');
  const title = statusClass(code) === null ? undefined : CLASSES[name];
  if (title === undefined) return 'A status that CNRP does not define.';
  const about = SUBJECTS[subject];
  return DETAILS[code] ?? (about === undefined ? `${title}.` : `${title} (${about}).`);
}
