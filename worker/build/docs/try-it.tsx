/** A form that sends a request for an operation. */
import type { VNode } from 'preact';
import type { OperationParameter } from '../openapi/operation.ts';
import type { CatalogueEntry } from './catalogue.ts';
import { examplesOf } from './samples.ts';

/**
 * A form that sends a request for an operation. Without a script the browser submits it, which works for every GET
 * without a path parameter and without a token. A script shows the answer below the form.
 */
export function TryIt({ entry: { method, path, operation } }: { readonly entry: CatalogueEntry }): VNode | null {
  const { operationId, parameters = [], security, requestBody } = operation;
  const bodies = examplesOf(operation);
  // A form of a gateway has the fields that another server defines.
  if (requestBody !== undefined && bodies.length === 0) return null;
  const inPath = parameters.some(({ in: location }) => location === 'path');
  const needsScript = method !== 'GET' || inPath || security !== undefined;
  return (
    <details class={needsScript ? 'try scripted' : 'try'}>
      <summary>Try it</summary>
      <form action={needsScript ? undefined : path} method="get" data-try={path} data-method={method}>
        {parameters.map((parameter) => (
          <Field parameter={parameter} id={`${operationId}-${parameter.name}`} />
        ))}
        {security !== undefined && (
          <p class="field">
            <label for={`${operationId}-token`}>token</label>
            <input id={`${operationId}-token`} type="password" data-token autocomplete="off" />
          </p>
        )}
        {bodies.length > 0 && <Body bodies={bodies} id={operationId} />}
        <button type="submit">Send</button>
        <div class="response" aria-live="polite" />
      </form>
    </details>
  );
}

interface TryFieldProps {
  readonly parameter: OperationParameter;
  readonly id: string;
}

/**
 * The field of a parameter. An optional one is disabled without the script, which leaves out empty fields: an empty
 * parameter is not the same as an absent one.
 */
function Field({ parameter, id }: TryFieldProps): VNode {
  const { name, in: location, required, schema, example } = parameter;
  const values = schema.enum?.map(String);
  return (
    <p class={`field${required ? '' : ' scripted'}`}>
      <label for={id}>{name}</label>
      {values === undefined ? (
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
          {!required && (
            <option value="">{schema.default === undefined ? 'not sent' : `not sent (${schema.default})`}</option>
          )}
          {values.map((value) => (
            <option value={value}>{value}</option>
          ))}
        </select>
      )}
    </p>
  );
}

interface BodyProps {
  readonly bodies: ReturnType<typeof examplesOf>;
  readonly id: string;
}

/** The field of the body, with its media type. */
function Body({ bodies, id }: BodyProps): VNode {
  const texts = bodies.map(([type, example]) => ({
    type,
    text: typeof example === 'string' ? example : JSON.stringify(example, null, 2),
  }));
  return (
    <>
      <p class="field">
        <label for={`${id}-type`}>Content-Type</label>
        <select id={`${id}-type`} data-type autocomplete="off">
          {texts.map(({ type, text }) => (
            <option value={type} data-example={text}>
              {type}
            </option>
          ))}
        </select>
      </p>
      <p class="field body">
        <label for={`${id}-body`}>body</label>
        <textarea id={`${id}-body`} data-body dir="ltr" spellcheck={false} autocapitalize="none" autocomplete="off">
          {texts[0]?.text}
        </textarea>
      </p>
    </>
  );
}
