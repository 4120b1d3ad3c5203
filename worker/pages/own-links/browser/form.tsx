/** A form about a link. An error stands at its field if the API named it, and otherwise above the buttons. */
import type { ComponentChildren, ComponentProps, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { besideScript } from '../../parts/browser/beside-script.ts';
import type * as ProposalsPart from '../../parts/proposals.ts';
import { type LinkField, typedFields } from './link-fields.ts';
import { type LinkFields, useAttempt } from './links-api.ts';

interface FormProps {
  /** The beginning of the ids of its parts. */
  readonly id: string;
  readonly fields?: readonly LinkField[];
  /** Fields that few people fill in, behind one word. */
  readonly options?: readonly LinkField[];
  /** The texts to begin with, by the names of the fields. */
  readonly values?: LinkFields;
  readonly submit: string;
  readonly send: (fields: LinkFields, form: HTMLFormElement) => Promise<void>;
  readonly cancel?: () => void;
  readonly children?: ComponentChildren;
}

export function Form({ id, fields = [], options = [], values = {}, submit, send, cancel, children }: FormProps): VNode {
  const { waiting, error, setError, attempt } = useAttempt();
  const wrong = [...fields, ...options].find(({ name }) => name === error?.cause);
  const rows = (some: readonly LinkField[]): VNode => (
    <div class="own-fields">
      {some.map((field) => (
        <Field
          {...{ form: id, field, value: values[field.name] ?? undefined }}
          error={field === wrong ? error : null}
          dismissError={() => setError(null)}
        />
      ))}
    </div>
  );
  return (
    <form
      class={options.length > 0 ? 'own-form one-line' : 'own-form'}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        void attempt(() => send(typedFields(form), form));
      }}
    >
      {children}
      {fields.length > 0 && rows(fields)}
      {wrong === undefined && <Fault form={id} error={error} />}
      <p class="buttons">
        <button type="submit" disabled={waiting}>
          {submit}
        </button>
        {cancel !== undefined && <Action onClick={cancel}>Cancel</Action>}
      </p>
      {options.length > 0 && (
        <details>
          <summary>Options</summary>
          {rows(options)}
        </details>
      )}
    </form>
  );
}

interface FieldProps {
  readonly form: string;
  readonly field: LinkField;
  readonly value: string | undefined;
  readonly error: Error | null;
  readonly dismissError: () => void;
}

function Field({ form, field: { name, label, hint, input }, value, error, dismissError }: FieldProps): VNode {
  const id = `${form}-${name}`;
  const element = useRef<HTMLInputElement>(null);
  const described = [error !== null && `${form}-error`, hint !== null && `${id}-hint`].filter(Boolean);
  const choose = (url: string): void => {
    if (element.current !== null) element.current.value = url;
    element.current?.focus();
    dismissError();
  };
  useLayoutEffect(() => {
    if (error === null) return;
    // A field behind a word cannot have the focus.
    element.current?.closest('details')?.setAttribute('open', '');
    element.current?.focus();
  }, [error]);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...input}
        {...{ ref: element, id, name, defaultValue: value, required: hint === null, autocomplete: 'off' }}
        aria-invalid={error === null ? undefined : 'true'}
        aria-describedby={described.join(' ') || undefined}
      />
      {error !== null && <Fault form={form} error={error} />}
      {error !== null && name === 'url' && <Proposals text={element.current?.value ?? ''} choose={choose} />}
      {hint !== null && (
        <p class="aside" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface ProposalsProps {
  /** What was typed. */
  readonly text: string;
  readonly choose: (url: string) => void;
}

/** What a text that is not a URL may have been meant as. */
function Proposals({ text, choose }: ProposalsProps): VNode | null {
  const [proposals, setProposals] = useState<readonly ProposalsPart.Proposal[]>([]);
  useEffect(() => {
    void loadProposals().then((part) => setProposals(part?.proposalsFor(text) ?? []));
  }, []);
  if (proposals.length === 0) return null;
  return (
    <p class="own-proposals">
      Did you mean{' '}
      {proposals.map(({ url, text: shown }) => (
        <>
          <Action onClick={() => choose(url)}>
            <bdi dir="ltr">{shown}</bdi>
          </Action>{' '}
        </>
      ))}
    </p>
  );
}

/** Loads the file with the proposals, which the explorer loads too; `null` if that fails. */
async function loadProposals(): Promise<typeof ProposalsPart | null> {
  return import(besideScript('rarely-needed.js')).catch(() => null);
}

/** An error, which screen readers say when it comes. */
export function Fault({ form, error }: { readonly form: string; readonly error: Error | null }): VNode {
  return (
    <p class="fault" id={`${form}-error`} role="alert">
      {error?.message}
    </p>
  );
}

export function Action(attributes: ComponentProps<'button'>): VNode {
  return <button type="button" class="quiet" {...attributes} />;
}
