/** The form of a search, which needs no script. */
import type { VNode } from 'preact';
import type { Choice, SearchForm as Form } from '../../../src/open/opened.ts';
import type { LinkBuilder } from '../contract/contract.ts';
import { SearchForm } from '../shared/page-parts.tsx';

interface SearchFormProps {
  readonly form: Form;
  readonly links: LinkBuilder;
}

export function FormOf({ form: { url, label, words, choices }, links }: SearchFormProps): VNode {
  return (
    <SearchForm address={links.hrefOf(url) ?? ''}>
      <label for="search">{label}</label>
      <input id="search" name="search" type="search" value={words} required autocomplete="off" />
      {choices.map((choice) => (
        <ChoiceOf choice={choice} />
      ))}
      <button type="submit">Search</button>
    </SearchForm>
  );
}

function ChoiceOf({ choice: { name, label, value, values } }: { readonly choice: Choice }): VNode {
  return (
    <>
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        {values.map(([key, text]) => (
          <option value={key} selected={key === value}>
            {text}
          </option>
        ))}
      </select>
    </>
  );
}
