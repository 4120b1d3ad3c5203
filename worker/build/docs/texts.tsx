/** The texts of the documentation, with what the code knows about settings, limits and operations filled in. */

import type { VNode } from 'preact';
import { MAX_LENGTH } from '../../../src/index.ts';
import { protocolLimits } from '../../../src/protocols/limits.ts';
import { templateVariables } from '../../gateway/contract/template.ts';
import { LARGEST_ARRAY, MOST_ITEMS } from '../../http/batch.ts';
import { isTopic, type Topic, topics } from '../../pages/docs/topics.ts';
import { Prose } from '../../pages/parts/shown-text.tsx';
import { defaultDeadlines } from '../../settings/deadlines.ts';
import { limits } from '../../settings/limits.ts';
import { settingsTable } from '../../settings/settings.ts';
import type { EmbedFacts } from '../embed.ts';
import { type Fillings, renderText, type Text } from '../markdown.ts';
import { anchorOfSetting, type Catalogue, hrefOf } from './catalogue.ts';
import { Sample } from './sample-view.tsx';
import { firstRequest } from './samples.ts';
import { Term } from './schema-view.tsx';

export function textsOf(
  markdown: Readonly<Record<string, string>>,
  catalogue: Catalogue,
  facts: EmbedFacts,
): ReadonlyMap<Topic, Text> {
  const settings = [...settingsTable].map(([name, { kind, description }]) => {
    return { name, description, qualifier: kind, id: anchorOfSetting(name) };
  });
  const variables = Object.entries(templateVariables).map(([name, { about }]) => ({ name, description: about }));
  const fillings: Readonly<Partial<Record<Topic, Fillings>>> = {
    overview: {
      firstRequest: firstRequest.code,
      firstAnswer: firstRequest.answer,
      operations: <Operations catalogue={catalogue} />,
    },
    embed: { ...facts },
    operate: {
      settings: <Terms terms={settings} />,
      templateVariables: <Terms terms={variables} />,
      ...LIMITS,
      ...Object.fromEntries(Object.entries(defaultDeadlines).map(([key, value]) => [key, duration(value)])),
    },
  };
  const names = Object.keys(topics).filter(isTopic);
  return new Map(names.map((topic) => [topic, renderText(markdown[topic] ?? '', fillings[topic] ?? {}, Sample)]));
}

const KIB = 1024;

/** A number of octets, such as `64 KiB`. */
function octets(count: number): string {
  return count >= KIB * KIB ? `${count / KIB / KIB} MiB` : `${count / KIB} KiB`;
}

const number = new Intl.NumberFormat('en');

const LIMITS: Fillings = {
  url: octets(MAX_LENGTH),
  items: number.format(MOST_ITEMS),
  array: octets(LARGEST_ARRAY),
  menu: octets(protocolLimits.menu),
  menuLines: number.format(protocolLimits.menuLines),
  listing: octets(protocolLimits.listing),
  listingEntries: number.format(protocolLimits.listingEntries),
  textPage: octets(limits.textPage),
  download: octets(limits.download),
  form: octets(limits.form),
};

function duration(milliseconds: number | null): string {
  if (milliseconds === null) return 'no limit';
  const seconds = milliseconds / 1000;
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7200 ? `${seconds / 60} minutes` : `${seconds / 3600} hours`;
}

interface TermsProps {
  readonly terms: readonly (Omit<Parameters<typeof Term>[0], 'children'> & { readonly description: string })[];
}

const Terms = ({ terms }: TermsProps): VNode => (
  <dl class="details">
    {terms.map(({ description, ...term }) => (
      <Term {...term}>
        <Prose text={description} />
      </Term>
    ))}
  </dl>
);

/**
 * Every operation by page. The anchors are those that the whole documentation had when it was one page, so that old
 * links lead to the right entry; the script follows it.
 */
function Operations({ catalogue: { entries, schemas, hrefOfSchema } }: { readonly catalogue: Catalogue }): VNode {
  return (
    <>
      <div class="index">
        {Object.entries(topics).map(([topic, title]) => {
          const own = entries.filter((entry) => entry.topic === topic);
          if (own.length === 0 || !isTopic(topic)) return null;
          return (
            <div>
              <h3>
                <a href={hrefOf(topic)}>{title}</a>
              </h3>
              <ul>
                {own.map(({ method, path, operation: { operationId, summary } }) => (
                  <li id={operationId}>
                    <a href={`${hrefOf(topic)}#${operationId}`}>{summary}</a>{' '}
                    <span class="address">
                      <span class="method">{method}</span> <code>{path}</code>
                    </span>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </div>
      <details id="shapes">
        <summary>Schemas of the answers</summary>
        <ul class="shapes">
          {Object.keys(schemas).map((name) => (
            <li id={`shape-${name}`}>
              <a href={hrefOfSchema(name)}>{name}</a>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
