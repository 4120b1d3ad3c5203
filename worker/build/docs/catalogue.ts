/**
 * The page of every operation, schema and problem in the documentation. Operations follow their group in the API
 * description, and a schema stands below the first operation that answers or takes it.
 */
import { OVERVIEW, topics } from '../../pages/docs/topics.ts';
import type { ApiDescription } from '../openapi/document.ts';
import type { GROUPS, Operation } from '../openapi/operation.ts';

/** The page of the operations of each group. */
const TOPIC_OF_GROUP: Readonly<Record<keyof typeof GROUPS, string>> = {
  URLs: 'urls',
  'Opening links': 'opening',
  'Short links': 'short-links',
  Webhooks: 'webhooks',
  'About this service': 'http-api',
};

/** The operations that stand on another page than their group. */
const TOPIC_OF_OPERATION: Readonly<Record<string, string>> = {
  check: 'dead-links',
  checkMany: 'dead-links',
  repointLinks: 'shortener',
  exportLinks: 'shortener',
  importLinks: 'move-short-links',
  listBlocks: 'shortener',
  addBlock: 'shortener',
  removeBlock: 'shortener',
  inspect: 'explorer',
  lists: 'explorer',
  opensearch: 'explorer',
};

export type Catalogue = ReturnType<typeof catalogueOf>;
export type CatalogueEntry = Catalogue['entries'][number];

/** Sorts the operations and schemas of a description into pages. */
export function catalogueOf({ paths, components: { schemas } }: ApiDescription) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const order = [...topics.keys()];
  const sorted = operations
    .map((operation) => ({ ...operation, topic: topicOf(operation.operation) }))
    .sort((a, b) => order.indexOf(a.topic) - order.indexOf(b.topic));
  const pages = new Map<string, string>();
  const entries = sorted.map((entry) => {
    const found = referencesOf(entry.operation, schemas).filter((name) => !pages.has(name));
    for (const name of found) pages.set(name, entry.topic);
    // These schemas stand below this operation, and below no other one.
    return { ...entry, schemas: found };
  });
  return {
    entries,
    schemas,
    /** The address of a schema, such as `/docs/urls#shape-Resolution`. */
    hrefOfSchema: (name: string) => `${hrefOf(pages.get(name) ?? OVERVIEW)}#${anchorOfSchema(name)}`,
  };
}

export const hrefOf = (topic: string): string => (topic === OVERVIEW ? '/docs' : `/docs/${topic}`);

/** The anchor of a schema on its page. */
export const anchorOfSchema = (name: string): string => `shape-${name}`;

function topicOf({ operationId, tags }: Operation): string {
  const [, ofGroup] = Object.entries(TOPIC_OF_GROUP).find(([group]) => tags.includes(group)) ?? [];
  return TOPIC_OF_OPERATION[operationId] ?? ofGroup ?? 'http-api';
}

/** The names of the schemas that an operation refers to, also through each other: nearest first. */
function referencesOf(operation: Operation, schemas: ApiDescription['components']['schemas']): readonly string[] {
  const found = new Set<string>();
  const collect = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) found.add(name);
  };
  collect(operation);
  // A set is iterated in the order of insertion, with what is added meanwhile.
  for (const name of found) collect(schemas[name]);
  return [...found];
}
