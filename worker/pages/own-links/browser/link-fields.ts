/** The fields of a link in forms. */
import type { ComponentProps } from 'preact';
import { isHashSlug } from '../../../../src/links/slug.ts';
import { endAfter } from '../own-link.ts';
import type { LinkFields } from './links-api.ts';

export interface LinkField {
  readonly name: keyof LinkFields;
  readonly label: string;
  /** `null` = the field is required. */
  readonly hint: string | null;
  readonly input: ComponentProps<'input'>;
}

/** For an address, or a part of one. */
const MONO = { type: 'text', autocapitalize: 'none', spellcheck: false, class: 'mono' } as const;

export const LINK_FIELDS: readonly LinkField[] = [
  { name: 'url', label: 'Link', hint: null, input: MONO },
  {
    ...{ name: 'alias', label: 'Alias', input: MONO },
    hint: 'Optional. Only a link with an alias can get another target later.',
  },
  { name: 'title', label: 'Title', hint: 'Optional. Only you see it.', input: { type: 'text' } },
  {
    name: 'note',
    label: 'Note and tags',
    hint: 'Optional. Only you see it. Words such as #maps are tags.',
    input: { type: 'text' },
  },
  {
    ...{ name: 'expiresAt', label: 'Expires', input: { type: 'date' } },
    hint: 'Optional. Stops working at the end of this day (UTC).',
  },
];

/** The fields that an owner may change. A slug that is a hash of the URL keeps its URL. */
export function changeableFields(slug: string): readonly LinkField[] {
  return LINK_FIELDS.filter(({ name }) => name !== 'alias' && (name !== 'url' || !isHashSlug(slug)));
}

/** What was typed into a form. An end that was not is left out: the form knows its day, and not its hour. */
export function typedFields(form: HTMLFormElement): LinkFields {
  const typed = [...form.querySelectorAll('input')].flatMap(({ name, value, defaultValue, required }) => {
    const text = value.trim();
    if (text === defaultValue && !(required && text === '')) return [];
    return [[name, name === 'expiresAt' ? endAfter(text) : text || (required ? text : null)]];
  });
  return Object.fromEntries(typed);
}
