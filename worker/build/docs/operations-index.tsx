/** Every operation by page, for the overview. */
import type { VNode } from 'preact';
import { topics } from '../../pages/docs/topics.ts';
import { type Catalogue, hrefOf } from './catalogue.ts';

/**
 * The anchors are those that the whole documentation had when it was one page, so that old links lead to the right
 * entry; the script follows it.
 */
export function OperationsIndex({ catalogue }: { readonly catalogue: Catalogue }): VNode {
  const { entries, schemas, hrefOfSchema } = catalogue;
  return (
    <section class="chapter" id="operations" aria-labelledby="operations-title">
      <h2 id="operations-title">All operations of the API</h2>
      <div class="index">
        {[...topics].map(([topic, title]) => {
          const own = entries.filter((entry) => entry.topic === topic);
          if (own.length === 0) return null;
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
      <p>
        <a href="/problems">All errors and diagnostics</a>. <a href="/openapi.json">OpenAPI 3.1</a> describes every
        parameter, header, answer and error. <a href="/llms.txt">llms.txt</a> is a summary for language models.
      </p>
    </section>
  );
}
