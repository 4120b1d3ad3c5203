/**
 * A form that asks an operation. Without a script the browser follows it, which does for all that need no path
 * parameter; with one the answer is shown beneath.
 */
import type { VNode } from 'preact';
import type { Parameter } from '../../openapi/operation.ts';
import type { Asked } from './reference.tsx';

export function TryIt({ asked: { path, operation } }: { readonly asked: Asked }): VNode {
  const { operationId, parameters = [], security } = operation;
  const inPath = parameters.some(({ in: place }) => place === 'path');
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
        <div class="answer" aria-live="polite" />
      </form>
    </details>
  );
}

/**
 * A field that may stay empty is disabled until the script leaves empty ones out: an empty parameter is not an
 * absent one.
 */
function Field({ parameter, id }: { readonly parameter: Parameter; readonly id: string }): VNode {
  const { name, in: place, required, schema, example } = parameter;
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
          data-place={place}
          dir="ltr"
          spellcheck={false}
          autocapitalize="none"
          autocomplete="off"
        />
      ) : (
        <select id={id} name={name} disabled={!required} data-place={place}>
          {!required && <option value="" />}
          {values.map((value) => (
            <option value={value}>{value}</option>
          ))}
        </select>
      )}
    </p>
  );
}
