/** The index of the documentation's search: one entry for each place that a reader may look for. */

import type { FoundPlace } from '../../pages/docs/find.ts';
import { type Topic, topics } from '../../pages/docs/topics.ts';
import { settingsTable } from '../../settings/settings.ts';
import type { Text } from '../markdown.ts';
import { type Catalogue, hrefOf } from './catalogue.ts';
import { anchorOfSetting } from './texts.tsx';

/**
 * Makes the index, the most specific places last.
 *
 * @param texts - the texts of the pages
 */
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
    words: [description ?? '', ...Object.keys(Object(properties))].join(' '),
  }));
  return [...pages, ...operations, ...keys, ...shapes];
}
