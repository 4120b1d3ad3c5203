/**
 * The reference of the API, made from its OpenAPI description when the assets are built: what it says can be no
 * other than what the Worker is tested against.
 */
import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { ApiDescription } from '../../openapi/document.ts';
import { groupsOf, type Operation, type Parameter } from '../../openapi/operation.ts';
import type { Schema } from '../../openapi/schema.ts';
import { Contents } from './contents.tsx';
import { Prose } from './prose.tsx';
import { SchemaOf, SchemaSections } from './schema-view.tsx';
import { TryIt } from './try-it.tsx';

/** One operation and its address. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** Every operation in the order of the description. */
export function operationsOf({ paths }: ApiDescription): readonly Asked[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** The reference as HTML, for a page to have in it. */
export function writeReference(description: ApiDescription): string {
  const operations = operationsOf(description);
  return renderToString(
    <div class="reference">
      <Introduction />
      <Contents groups={groupsOf(description.paths)} operations={operations} />
      <div>
        {operations.map((asked) => (
          <Section asked={asked} />
        ))}
        <SchemaSections schemas={description.components.schemas} />
      </div>
    </div>,
  );
}

function Introduction(): VNode {
  return (
    <section id="introduction">
      <p class="lead">
        Any program may ask, from any page and any origin, without a key. Only making short links takes a token.
      </p>
      <p>
        The value of a parameter is percent-encoded once more, whatever it is; with curl that is{' '}
        <code>-G --data-urlencode</code>. Every <code>GET</code> may be a <code>HEAD</code>. What went wrong is said as
        problem details (RFC 9457), with the same codes that diagnostics have; a URL that is understood but bad is no
        failure.
      </p>
      <p>
        The same for programs: <a href="/openapi.json">OpenAPI 3.1</a>; for language models:{' '}
        <a href="/llms.txt">llms.txt</a>.
      </p>
    </section>
  );
}

function Section({ asked }: { readonly asked: Asked }): VNode {
  const { method, path, operation } = asked;
  const { operationId, summary, description, parameters = [], requestBody, responses, security } = operation;
  return (
    <section class="operation" id={operationId}>
      <h2>{summary}</h2>
      <p class="address">
        <span class="method">{method}</span> <code>{path}</code>
      </p>
      {description !== undefined && (
        <p>
          <Prose text={description} />
        </p>
      )}
      {security !== undefined && (
        <p class="aside">
          Needs <code>Authorization: Bearer</code> and a token from the operator.
        </p>
      )}
      {parameters.length > 0 && <Parameters parameters={parameters} />}
      {requestBody !== undefined && <Body body={requestBody} />}
      <Responses responses={responses} />
      {method === 'GET' && <TryIt asked={asked} />}
    </section>
  );
}

function Parameters({ parameters }: { readonly parameters: readonly Parameter[] }): VNode {
  return (
    <>
      <h3>Parameters</h3>
      <dl class="details">
        {parameters.map(({ name, in: place, required, description, schema }) => (
          <div>
            <dt>
              <code>{name}</code>
              <span class="place">
                {place === 'query' ? '' : `${place}, `}
                {required ? 'required' : 'optional'}
              </span>
            </dt>
            <dd>
              <Prose text={description} /> <SchemaOf schema={schema} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Body({ body }: { readonly body: Schema }): VNode {
  return (
    <>
      <h3>Body</h3>
      <Contained content={body.content} />
    </>
  );
}

function Responses({ responses }: { readonly responses: Readonly<Record<string, Schema>> }): VNode {
  return (
    <>
      <h3>Answers</h3>
      <dl class="details">
        {Object.entries(responses).map(([status, { description, headers, content }]) => (
          <div>
            <dt>
              <code>{status}</code>
            </dt>
            <dd>
              <Prose text={String(description)} />
              <Contained content={content} />
              <Headers headers={headers} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The headers of an answer, each with what it says. */
function Headers({ headers }: { readonly headers: unknown }): VNode | null {
  if (!isSchema(headers)) return null;
  return (
    <ul class="media">
      {Object.entries(headers).map(([name, header]) => (
        <li>
          <code>{name}</code>: <Prose text={isSchema(header) ? String(header.description) : ''} />
        </li>
      ))}
    </ul>
  );
}

/** The media types of a body, each with its shape. */
function Contained({ content }: { readonly content: unknown }): VNode | null {
  if (typeof content !== 'object' || content === null) return null;
  return (
    <ul class="media">
      {Object.entries(content).map(([type, media]): ComponentChildren => {
        const schema = schemaIn(media);
        return (
          <li>
            <code>{type}</code>
            {schema !== null && !isPlainString(schema) && (
              <>
                : <SchemaOf schema={schema} />
              </>
            )}
            <Example media={media} />
          </li>
        );
      })}
    </ul>
  );
}

/** What such a body may look like; the tests send it to the Worker. */
function Example({ media }: { readonly media: unknown }): VNode | null {
  if (typeof media !== 'object' || media === null || !('example' in media)) return null;
  const { example } = media;
  return <pre class="example">{typeof example === 'string' ? example : JSON.stringify(example, null, 2)}</pre>;
}

function schemaIn(media: unknown): Schema | null {
  if (typeof media !== 'object' || media === null || !('schema' in media)) return null;
  return isSchema(media.schema) ? media.schema : null;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}

function isPlainString(schema: Schema): boolean {
  return schema.type === 'string' && schema.description === undefined;
}
