/** The overview of the documentation: a first request, the rules of every request, and a list of all operations. */
import type { VNode } from 'preact';
import { isTopic, topics } from '../../pages/docs/topics.ts';
import { Prose } from '../../pages/parts/shown-text.tsx';
import { type Catalogue, hrefOf } from './catalogue.ts';
import { firstRequest } from './sample-requests.ts';
import { Code } from './sample-view.tsx';
import { Part, type Section, Terms } from './sections.tsx';

const first = { id: 'first', title: 'A first request' } as const;
const rules = { id: 'rules', title: 'Rules for every request' } as const;
const programs = { id: 'programs', title: 'Machine-readable descriptions' } as const;
const all = { id: 'operations', title: 'All operations' } as const;

export const overviewSections: readonly Section[] = [first, all, rules, programs];

/** What holds for every operation. */
const RULES: readonly (readonly [term: string, text: string])[] = [
  [
    'Parameters',
    'Percent-encode every parameter value. With curl: `-G --data-urlencode`. Unknown parameters are errors.',
  ],
  ['Methods', 'Every `GET` also answers `HEAD`, and every address answers `OPTIONS`.'],
  ['Origins', 'Pages of any origin may call the API (CORS).'],
  [
    'Formats',
    'Answers are JSON. Addresses for people answer with a page if `Accept` prefers `text/html`; `format=json` overrides it.',
  ],
  [
    'Many at once',
    'Send a JSON array of up to 1,000 items, or lines of JSON (`application/x-ndjson`). Lines have no limit, and the ' +
      'answers come while you send.',
  ],
  [
    'Errors',
    'Every error is a problem details object (RFC 9457). `type` leads to its explanation; each entry of `errors` has a ' +
      'code, a place and a sentence. A verdict that a URL is invalid is an answer, not an error.',
  ],
  ['Tokens', 'Short links need `Authorization: Bearer` and a token from the operator. Nothing else needs one.'],
  ['Limits', 'Too many requests are answered with 429 and `Retry-After`, in seconds.'],
  [
    'Caching',
    'Answers have a strong `ETag`, unless they change with time. Send it back in `If-None-Match` to get a 304.',
  ],
];

/** The content of the overview, after its lead. */
export function Overview({ catalogue }: { readonly catalogue: Catalogue }): VNode {
  return (
    <>
      <Part section={first}>
        <div class="sample">
          <Code text={firstRequest.code} />
        </div>
        <p>
          The answer is the canonical URL: <code>{firstRequest.answer}</code>. Leave out the <code>Accept</code> header
          to get everything about the URL as JSON.
        </p>
      </Part>
      <Operations catalogue={catalogue} />
      <Part section={rules}>
        <Terms rows={RULES.map(([term, text]) => [term, <Prose text={text} />])} />
        <p>
          <a href="/problems">All errors and diagnostics</a>
        </p>
      </Part>
      <Part section={programs}>
        <p>
          <a href="/openapi.json">OpenAPI 3.1</a> describes every parameter, header, answer and error.{' '}
          <a href="/llms.txt">llms.txt</a> is a summary for language models.
        </p>
      </Part>
    </>
  );
}

/**
 * Every operation by page. The anchors are those that the whole documentation had when it was one page, so that old links
 * lead to the right entry; the script follows it.
 */
function Operations({ catalogue: { entries, schemas, hrefOfSchema } }: { readonly catalogue: Catalogue }): VNode {
  return (
    <Part section={all}>
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
                    <a href={`${hrefOf(topic)}#${operationId}`}>{summary}</a>
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
    </Part>
  );
}
