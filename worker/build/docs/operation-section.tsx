/** One operation of the API: its description, beside its samples and its answer, and the shapes of its answers. */
import type { ComponentChildren, VNode } from 'preact';
import { Prose } from '../../pages/parts/shown-text.tsx';
import type { Operation, OperationParameter } from '../openapi/operation.ts';
import type { Schema } from '../openapi/schema.ts';
import { anchorOfSchema, type CatalogueEntry } from './catalogue.ts';
import { isSchema } from './is-schema.ts';
import { samplesOf } from './sample-requests.ts';
import { Recorded, Samples } from './sample-view.tsx';
import { type HrefOfSchema, SchemaView } from './schema-view.tsx';
import { TryIt } from './try-it.tsx';

interface OperationProps {
  readonly entry: CatalogueEntry;
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly hrefOf: HrefOfSchema;
  /** The recorded answer to the samples; `null` if there is none. */
  readonly recorded: string | null;
  /** An operation before this one on the page that most answers are shared with; `null` if there is none. */
  readonly like: Operation | null;
}

/** The section of an operation. */
export function OperationSection({ entry, schemas, hrefOf, recorded, like }: OperationProps): VNode {
  const { method, path, operation } = entry;
  const { operationId, summary, description, parameters = [], requestBody, responses, security } = operation;
  const samples = samplesOf(entry);
  return (
    <section class="operation" id={operationId} aria-labelledby={`${operationId}-title`}>
      <div>
        <h2 id={`${operationId}-title`}>{summary}</h2>
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
            Send <code>Authorization: Bearer</code> with a token from the operator.
          </p>
        )}
        {parameters.length > 0 && <Parameters parameters={parameters} hrefOf={hrefOf} />}
        {requestBody !== undefined && (
          <>
            <h3>Request body</h3>
            <Content content={requestBody.content} hrefOf={hrefOf} />
          </>
        )}
        <Answers responses={responses} hrefOf={hrefOf} like={like} />
        <Shapes names={entry.schemas} schemas={schemas} hrefOf={hrefOf} />
      </div>
      <div class="beside">
        {samples !== null && <Samples id={operationId} samples={samples} />}
        {recorded !== null && <Recorded text={recorded} />}
        <TryIt entry={entry} />
      </div>
    </section>
  );
}

interface ParametersProps {
  readonly parameters: readonly OperationParameter[];
  readonly hrefOf: HrefOfSchema;
}

function Parameters({ parameters, hrefOf }: ParametersProps): VNode {
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
              <Prose text={description} /> <SchemaView schema={schema} hrefOf={hrefOf} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

interface AnswersProps {
  readonly responses: Readonly<Record<string, Schema>>;
  readonly hrefOf: HrefOfSchema;
  readonly like: Operation | null;
}

/** The answers without those of the operation `like`. Errors, which are alike in most operations, are folded. */
function Answers({ responses, hrefOf, like }: AnswersProps): VNode {
  const own = Object.entries(responses).filter(([status, response]) => !isSame(response, like?.responses[status]));
  const failures = own.filter(([status]) => Number(status) >= 400);
  const successes = own.filter(([status]) => Number(status) < 400);
  return (
    <>
      <h3>Answers</h3>
      {successes.length > 0 && <Statuses responses={successes} hrefOf={hrefOf} />}
      {like !== null && (
        <p>
          {own.length > 0 ? 'All others are those of ' : 'The same as those of '}
          <a href={`#${like.operationId}`}>{like.summary}</a>.
        </p>
      )}
      {failures.length > 0 && (
        <details>
          <summary>Errors: {failures.map(([status]) => status).join(', ')}</summary>
          <Statuses responses={failures} hrefOf={hrefOf} />
        </details>
      )}
    </>
  );
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

interface StatusesProps {
  readonly responses: readonly (readonly [status: string, response: Schema])[];
  readonly hrefOf: HrefOfSchema;
}

/** The answers by status. Those of several statuses, such as redirects, are described once. */
function Statuses({ responses, hrefOf }: StatusesProps): VNode {
  const groups = [...Map.groupBy(responses, ([, response]) => JSON.stringify(response)).values()];
  const described = groups.flatMap((alike) =>
    alike.slice(0, 1).map(([, response]) => ({ statuses: alike.map(([status]) => status).join(', '), response })),
  );
  return (
    <dl class="details">
      {described.map(({ statuses, response: { description, headers, content } }) => (
        <div>
          <dt>
            <code>{statuses}</code>
          </dt>
          <dd>
            <Prose text={String(description)} />
            <Content content={content} hrefOf={hrefOf} />
            <Headers headers={headers} />
          </dd>
        </div>
      ))}
    </dl>
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
function Content({ content, hrefOf }: { readonly content: unknown; readonly hrefOf: HrefOfSchema }): VNode | null {
  if (!isSchema(content)) return null;
  return (
    <ul class="media">
      {Object.entries(content).map(([type, media]): ComponentChildren => {
        const schema = isSchema(media) && isSchema(media.schema) ? media.schema : null;
        return (
          <li>
            <code>{type}</code>
            {schema !== null && !isPlain(schema) && (
              <>
                : <SchemaView schema={schema} hrefOf={hrefOf} />
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Whether a schema says no more than its media type. */
function isPlain({ type, description, properties, contentSchema }: Schema): boolean {
  return [description, properties, contentSchema].every((part) => part === undefined) && type !== undefined;
}

interface ShapesProps {
  readonly names: readonly string[];
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly hrefOf: HrefOfSchema;
}

/** Where there are more shapes, none is unfolded, so that the page stays short. */
const MOST_SHAPES = 10;

/** The schemas that the operation refers to and that no operation before it has. */
function Shapes({ names, schemas, hrefOf }: ShapesProps): VNode | null {
  if (names.length === 0) return null;
  return (
    <>
      <h3>Shapes</h3>
      {names.map((name, index) => {
        const schema = schemas[name] ?? {};
        return (
          <details class="shape" id={anchorOfSchema(name)} open={index === 0 && names.length <= MOST_SHAPES}>
            <summary>
              <code>{name}</code>
            </summary>
            {typeof schema.description === 'string' && (
              <p>
                <Prose text={schema.description} />
              </p>
            )}
            <SchemaView schema={schema} hrefOf={hrefOf} />
          </details>
        );
      })}
    </>
  );
}
