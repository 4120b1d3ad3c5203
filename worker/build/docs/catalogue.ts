/**
 * The page of every operation, schema and problem in the documentation. Operations follow their group in the API
 * description, and a schema stands below the first operation that answers or takes it.
 */
import type { FoundPlace } from '../../pages/docs/find.ts';
import { isTopic, type Topic, topics } from '../../pages/docs/topics.ts';
import { settingsTable } from '../../settings/settings.ts';
import type { Text } from '../markdown.ts';
import type { ApiDescription } from '../openapi/document.ts';
import type { GROUPS, Operation } from '../openapi/operation.ts';

/** The page of the operations of each group. */
const TOPIC_OF_GROUP: Readonly<Record<keyof typeof GROUPS, Topic>> = {
  URLs: 'resolve',
  'Opening links': 'open',
  'Short links': 'shorten',
  Webhooks: 'validate',
  'About this service': 'operate',
};

/** The operations that stand on another page than their group. */
const OPERATIONS_OF_TOPIC: Readonly<Partial<Record<Topic, readonly string[]>>> = {
  compare: ['compare', 'relativize'],
  check: ['check', 'checkMany'],
  manage: ['repointLinks', 'exportLinks', 'importLinks', 'listBlocks', 'addBlock', 'removeBlock'],
  hooks: ['receiveWebhook', 'webhookHandshake'],
  embed: ['inspect', 'opensearch'],
};

export type Catalogue = ReturnType<typeof catalogueOf>;
export type CatalogueEntry = Catalogue['entries'][number];

/** Sorts the operations and schemas of a description into pages. */
export function catalogueOf({ paths, components: { schemas } }: ApiDescription) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const order = Object.keys(topics);
  const sorted = operations
    .map((operation) => ({ ...operation, topic: topicOf(operation.operation) }))
    .sort((a, b) => order.indexOf(a.topic) - order.indexOf(b.topic));
  const pages = new Map<string, Topic>();
  const entries = sorted.map((entry) => {
    const found = referencesOf(entry.operation, schemas).filter((name) => !pages.has(name));
    for (const name of found) pages.set(name, entry.topic);
    // These schemas stand below this operation, and below no other one.
    return { ...entry, schemas: found };
  });
  return {
    entries,
    schemas,
    /** The address of a schema, such as `/docs/resolve#shape-Resolution`. */
    hrefOfSchema: (name: string) => `${hrefOf(pages.get(name) ?? 'overview')}#${anchorOfSchema(name)}`,
  };
}

export const hrefOf = (topic: Topic): string => (topic === 'overview' ? '/docs' : `/docs/${topic}`);

/** The anchor of a setting on its page. */
export const anchorOfSetting = (key: string): string => `setting-${key}`;

/** The anchor of a schema on its page. */
export const anchorOfSchema = (name: string): string => `shape-${name}`;

function topicOf({ operationId, tags }: Operation): Topic {
  const own = Object.keys(topics)
    .filter(isTopic)
    .find((topic) => OPERATIONS_OF_TOPIC[topic]?.includes(operationId));
  const ofGroup = Object.entries(TOPIC_OF_GROUP).find(([group]) => tags.includes(group));
  return own ?? ofGroup?.[1] ?? 'operate';
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

/** The index of the documentation's search: one entry for each place that a reader may look for, the broadest first. */
export function searchIndexOf(
  { entries, schemas, hrefOfSchema }: Catalogue,
  texts: ReadonlyMap<Topic, Text>,
): readonly FoundPlace[] {
  const pages = [...texts].flatMap(([topic, { sections }]) => [
    { title: topics[topic], href: hrefOf(topic), words: '' },
    ...sections.map(({ id, title }) => ({ title, href: `${hrefOf(topic)}#${id}`, words: '' })),
  ]);
  const operations = entries.map(({ method, path, topic, operation }) => ({
    title: operation.summary,
    href: `${hrefOf(topic)}#${operation.operationId}`,
    words: [
      ...[method, path, operation.operationId, operation.description ?? ''],
      ...(operation.parameters ?? []).map(({ name, description }) => `${name} ${description}`),
    ].join(' '),
  }));
  const keys = [...settingsTable].map(([key, { description }]) => ({
    title: key,
    href: `${hrefOf('operate')}#${anchorOfSetting(key)}`,
    words: description,
  }));
  const shapes = Object.entries(schemas).map(([name, { description, properties }]) => ({
    title: name,
    href: hrefOfSchema(name),
    words: [description ?? '', ...Object.keys(properties ?? {})].join(' '),
  }));
  return [...pages, ...operations, ...keys, ...shapes];
}
