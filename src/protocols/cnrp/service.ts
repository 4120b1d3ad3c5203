/** The description of a service (RFC 3367 §4): its servers, its datasets, and the properties that it understands. */
import type { Element } from './xml.ts';

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

/** The elements with a name. */
export function childrenOf(element: Element, name: string): readonly Element[] {
  return element.elements.filter((child) => child.name === name);
}

/** The text of the first element with a name; `null` if there is none, or if it is empty. */
export function childText(element: Element, name: string): string | null {
  return element.elements.find((child) => child.name === name)?.text || null;
}

/** The properties that are children of an element. */
export function propertiesOf(element: Element): readonly CnrpProperty[] {
  return childrenOf(element, 'property').map(({ attributes, text }) => ({
    name: attributes.name ?? '',
    type: attributes.type ?? null,
    value: text,
  }));
}

/** The dataset of a `dataset` element. */
export function datasetOf(element: Element): CnrpDataset {
  const properties = propertiesOf(element);
  const uri = properties.find(({ name }) => name.toLowerCase() === 'dataseturi')?.value ?? null;
  return { uri, properties };
}

/** The service of a `service` element. */
export function serviceOf(element: Element): CnrpService {
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

function declarationsOf(element: Element): readonly CnrpDeclaration[] {
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

function usesById(element: Element): ReadonlyMap<string, CnrpDeclaration['usedIn']> {
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
