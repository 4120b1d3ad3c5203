/**
 * The fields of a Gopher+ form (`+ASK`, §2.8) in HTML: an input for each kind of question, with what is wrong with its
 * entry.
 */
import type { VNode } from 'preact';
import type { AskField } from '../../../src/protocols/gopher/ask-form.ts';

interface FieldProps {
  readonly field: AskField;
  readonly name: string;
  readonly value: string;
  readonly fault: string | null;
}

/** A question and its input. */
export function Field({ field, name, value, fault }: FieldProps): VNode {
  if (field.kind === 'Note') return <p class="note">{field.question}</p>;
  const described = fault === null ? undefined : `${name}-fault`;
  const message = fault !== null && (
    <p class="fault" id={described}>
      This {fault}.
    </p>
  );
  if (field.kind === 'Choose') {
    return (
      <fieldset class="field" id={name} aria-describedby={described}>
        <legend>{field.question}</legend>
        {field.choices.map((choice) => (
          <label class="choice">
            <input type="radio" name={name} value={choice} checked={choice === value} /> {choice}
          </label>
        ))}
        {message}
      </fieldset>
    );
  }
  const marks: Marks = {
    id: name,
    name,
    'aria-invalid': fault === null ? undefined : 'true',
    'aria-describedby': described,
  };
  if (field.kind === 'Select') {
    return (
      <div class="field">
        <label class="choice">
          <input type="checkbox" {...marks} value="1" checked={value === '1'} /> {field.question}
        </label>
        {message}
      </div>
    );
  }
  return (
    <div class="field">
      <label for={name}>{field.question}</label>
      {inputs[field.kind](marks, value)}
      {message}
    </div>
  );
}

interface Marks {
  readonly id: string;
  readonly name: string;
  readonly 'aria-invalid': 'true' | undefined;
  readonly 'aria-describedby': string | undefined;
}

/** The input element for each kind of question. */
const inputs: Readonly<
  Record<Exclude<AskField['kind'], 'Note' | 'Choose' | 'Select'>, (marks: Marks, value: string) => VNode>
> = {
  Ask: (marks, value) => <input type="text" {...marks} value={value} autocomplete="off" />,
  AskP: (marks, value) => <input type="password" {...marks} value={value} autocomplete="off" />,
  AskL: (marks, value) => (
    <textarea {...marks} rows={6} cols={60}>
      {value}
    </textarea>
  ),
  AskF: (marks, value) => (
    <>
      <input type="text" {...marks} value={value} autocomplete="off" />
      <p class="aside">The name of a file on your computer. Only the name is sent.</p>
    </>
  ),
  ChooseF: (marks) => (
    <>
      <input type="file" {...marks} />
      <p class="aside">A text file. Its lines are sent.</p>
    </>
  ),
};
