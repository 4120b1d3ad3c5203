/** One operation of the API in the reference. */
import type { ComponentChildren, VNode } from 'preact';
import type { Operation, Parameter } from '../../openapi/operation.ts';
import type { Schema } from '../../openapi/schema.ts';
import { isSchema, Prose, SchemaView } from './schema-view.tsx';

/** An operation with its method and path. */
export interface PathOperation {
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

interface OperationProps {
  readonly operation: PathOperation;
}

/** The section of an operation: its parameters, its responses, and a form to try it. */
export function OperationSection({ operation: { method, path, operation } }: OperationProps): VNode {
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
      {method === 'GET' && <TryIt path={path} operation={operation} />}
    </section>
  );
}

function Parameters({ parameters }: { readonly parameters: readonly Parameter[] }): VNode {
  return (
    <>
      <h3>Parameters</h3>
      <dl class="details">
        {parameters.map(({ name, in: location, required, description, schema }) => (
          <div>
            <dt>
              <code>{name}</code>
              <span class="qualifier">
                {location === 'query' ? '' : `${location}, `}
                {required ? 'required' : 'optional'}
              </span>
            </dt>
            <dd>
              <Prose text={description} /> <SchemaView schema={schema} />
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
      <Content content={body.content} />
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
              <Content content={content} />
              <Headers headers={headers} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The headers of a response, with their descriptions. */
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

/** The media types of a body, each with its schema. */
function Content({ content }: { readonly content: unknown }): VNode | null {
  if (typeof content !== 'object' || content === null) return null;
  return (
    <ul class="media">
      {Object.entries(content).map(([type, media]): ComponentChildren => {
        const schema = schemaOf(media);
        return (
          <li>
            <code>{type}</code>
            {schema !== null && !isPlainString(schema) && (
              <>
                : <SchemaView schema={schema} />
              </>
            )}
            <Example media={media} />
          </li>
        );
      })}
    </ul>
  );
}

/** An example of a body. The tests send it to the Worker. */
function Example({ media }: { readonly media: unknown }): VNode | null {
  if (typeof media !== 'object' || media === null || !('example' in media)) return null;
  const { example } = media;
  return <pre class="example">{typeof example === 'string' ? example : JSON.stringify(example, null, 2)}</pre>;
}

function schemaOf(media: unknown): Schema | null {
  if (typeof media !== 'object' || media === null || !('schema' in media)) return null;
  return isSchema(media.schema) ? media.schema : null;
}

function isPlainString(schema: Schema): boolean {
  return schema.type === 'string' && schema.description === undefined;
}

interface TryItProps {
  readonly path: string;
  readonly operation: Operation;
}

/**
 * A form that sends a request for an operation. Without a script the browser submits it, which works for every
 * operation without a path parameter. A script shows the response below the form.
 */
function TryIt({ path, operation }: TryItProps): VNode {
  const { operationId, parameters = [], security } = operation;
  const inPath = parameters.some(({ in: location }) => location === 'path');
  return (
    <details class="try">
      <summary>Try it</summary>
      <form
        action={inPath ? undefined : path}
        method="get"
        data-try={path}
        class={inPath || security !== undefined ? 'scripted' : null}
      >
        {parameters.map((parameter) => (
          <Field parameter={parameter} id={`${operationId}-${parameter.name}`} />
        ))}
        {security !== undefined && (
          <p class="field">
            <label for={`${operationId}-token`}>Token</label>
            <input id={`${operationId}-token`} type="password" data-token autocomplete="off" />
          </p>
        )}
        <button type="submit">Ask</button>
        <div class="response" aria-live="polite" />
      </form>
    </details>
  );
}

/**
 * The field of a parameter. An optional one is disabled without the script, which leaves out empty fields: an empty
 * parameter is not the same as an absent one.
 */
function Field({ parameter, id }: { readonly parameter: Parameter; readonly id: string }): VNode {
  const { name, in: location, required, schema, example } = parameter;
  const values = Array.isArray(schema.enum) ? schema.enum.map(String) : null;
  return (
    <p class={`field${required ? '' : ' scripted'}`}>
      <label for={id}>{name}</label>
      {values === null ? (
        <input
          id={id}
          name={name}
          type="text"
          value={required ? example : undefined}
          placeholder={example}
          required={required}
          disabled={!required}
          data-in={location}
          dir="ltr"
          spellcheck={false}
          autocapitalize="none"
          autocomplete="off"
        />
      ) : (
        <select id={id} name={name} disabled={!required} data-in={location}>
          {!required && <option value="" />}
          {values.map((value) => (
            <option value={value}>{value}</option>
          ))}
        </select>
      )}
    </p>
  );
}
