/** One operation of the API: its description, beside its samples and its answer, and the shapes of its answers. */
import type { VNode } from 'preact';
import { Prose } from '../../pages/parts/shown-text.tsx';
import type { Content, Operation, OperationParameter, ResponseObject } from '../openapi/operation.ts';
import type { Schema } from '../openapi/schema.ts';
import { anchorOfSchema, type Catalogue, type CatalogueEntry } from './catalogue.ts';
import { Code, Samples } from './sample-view.tsx';
import type { samplesOf } from './samples.ts';
import { SchemaView, Term } from './schema-view.tsx';
import { TryIt } from './try-it.tsx';

interface OperationProps {
  readonly entry: CatalogueEntry;
  readonly schemas: Catalogue['schemas'];
  /** The code of the samples; `null` for an operation without samples. */
  readonly samples: ReturnType<typeof samplesOf>;
  /** The recorded answer to the samples: its status, some of its headers and its body. Absent = there is none. */
  readonly recorded: string | undefined;
  /** An operation before this one on the page that most answers are shared with; `null` if there is none. */
  readonly like: Operation | null;
}

export function OperationSection({ entry, schemas, samples, recorded, like }: OperationProps): VNode {
  const { method, path, operation } = entry;
  const { operationId, summary, description, parameters = [], requestBody, responses, security } = operation;
  return (
    <section class="operation" id={operationId} aria-labelledby={`${operationId}-title`}>
      <div>
        <h2 id={`${operationId}-title`}>{summary}</h2>
        <p class="address">
          <span class="method">{method}</span> <code>{path}</code>
        </p>
        <Paragraph text={description} />
        {security !== undefined && (
          <p class="aside">
            Send <code>Authorization: Bearer</code> with a token from the operator.
          </p>
        )}
        {parameters.length > 0 && <Parameters parameters={parameters} />}
        {requestBody !== undefined && (
          <>
            <h3>Request body</h3>
            <Bodies content={requestBody.content} />
          </>
        )}
        <Answers responses={responses} like={like} />
        {entry.schemas.length > 0 && <Shapes names={entry.schemas} schemas={schemas} />}
      </div>
      <div class="beside">
        {samples !== null && <Samples id={operationId} samples={samples} />}
        {recorded !== undefined && (
          <figure class="sample">
            <figcaption>Answer</figcaption>
            <Code text={recorded} />
          </figure>
        )}
        <TryIt entry={entry} />
      </div>
    </section>
  );
}

function Paragraph({ text }: { readonly text: string | undefined }): VNode | null {
  if (text === undefined) return null;
  return (
    <p>
      <Prose text={text} />
    </p>
  );
}

function Parameters({ parameters }: { readonly parameters: readonly OperationParameter[] }): VNode {
  return (
    <>
      <h3>Parameters</h3>
      <dl class="details">
        {parameters.map(({ name, in: location, required, description, schema }) => (
          <Term
            name={name}
            qualifier={`${location === 'query' ? '' : `${location}, `}${required ? 'required' : 'optional'}`}
          >
            <Prose text={description} /> <SchemaView schema={schema} />
          </Term>
        ))}
      </dl>
    </>
  );
}

/** The answers without those of the operation `like`. Errors, which are alike in most operations, are folded. */
function Answers({ responses, like }: Pick<Operation, 'responses'> & Pick<OperationProps, 'like'>): VNode {
  const own = Object.entries(responses).filter(([status, answer]) => !isSame(answer, like?.responses[status]));
  const failures = own.filter(([status]) => Number(status) >= 400);
  const successes = own.filter(([status]) => Number(status) < 400);
  return (
    <>
      <h3>Answers</h3>
      {successes.length > 0 && <Statuses answers={successes} />}
      {like !== null && (
        <p>
          {own.length > 0 ? 'All others are those of ' : 'The same as those of '}
          <a href={`#${like.operationId}`}>{like.summary}</a>.
        </p>
      )}
      {failures.length > 0 && (
        <details>
          <summary>Errors: {failures.map(([status]) => status).join(', ')}</summary>
          <Statuses answers={failures} />
        </details>
      )}
    </>
  );
}

export const isSame = (one: ResponseObject, other: ResponseObject | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The answers by status. Those of several statuses, such as redirects, are described once. */
function Statuses({
  answers,
}: {
  readonly answers: readonly (readonly [status: string, answer: ResponseObject])[];
}): VNode {
  const groups = Map.groupBy(answers, ([, answer]) => JSON.stringify(answer));
  return (
    <dl class="details">
      {[...groups].map(([text, alike]) => {
        const { description, content, headers }: ResponseObject = JSON.parse(text);
        return (
          <Term name={alike.map(([status]) => status).join(', ')}>
            <Prose text={description} />
            {content !== undefined && <Bodies content={content} />}
            {headers !== undefined && (
              <ul class="media">
                {Object.entries(headers).map(([name, header]) => (
                  <li>
                    <code>{name}</code>: <Prose text={header.description} />
                  </li>
                ))}
              </ul>
            )}
          </Term>
        );
      })}
    </dl>
  );
}

/** The media types of a body, each with its schema. */
function Bodies({ content }: { readonly content: Content }): VNode {
  return (
    <ul class="media">
      {Object.entries(content).map(([type, { schema }]) => (
        <li>
          <code>{type}</code>
          {schema !== undefined && !isPlain(schema) && (
            <>
              : <SchemaView schema={schema} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Whether a schema says no more than its media type. */
const isPlain = ({ type, description, properties, contentSchema }: Schema): boolean =>
  type !== undefined && [description, properties, contentSchema].every((part) => part === undefined);

/** Where there are more shapes, none is unfolded, so that the page stays short. */
const MOST_SHAPES = 10;

/** The schemas that the operation refers to and that no operation before it has. */
function Shapes({ names, schemas }: Pick<OperationProps, 'schemas'> & { readonly names: readonly string[] }): VNode {
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
            <Paragraph text={schema.description} />
            <SchemaView schema={schema} />
          </details>
        );
      })}
    </>
  );
}
