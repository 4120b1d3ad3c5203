/** The fields of the form, as a question and back. */
import { isPlain, type Question, questionOf } from '../question.ts';

/** A pasted text that is longer goes to the worker and not into the field, which would take seconds to lay it out. */
const LONGEST_FIELD = 20_000;

export interface Fields {
  readonly form: HTMLFormElement;
  readonly text: HTMLTextAreaElement;
  readonly read: () => Question;
  readonly write: (question: Question) => void;
  /** Says in the empty field that a text of so many characters stands for it; of none, that it is asked for one. */
  readonly stand: (length: number) => void;
  /** Hears of a text that is pasted or dropped, and too long for the field. */
  readonly onPaste: (listener: (text: string) => void) => void;
}

/** The form of the page; `null` where it has none. */
export function findFields(): Fields | null {
  const form = document.querySelector('form[data-form="ask"]');
  const text = document.getElementById('url');
  const base = document.getElementById('base');
  const dialect = document.getElementById('dialect');
  const lax = document.getElementById('lax');
  if (!(form instanceof HTMLFormElement) || !(text instanceof HTMLTextAreaElement)) return null;
  if (!(base instanceof HTMLInputElement) || !(lax instanceof HTMLInputElement)) return null;
  if (!(dialect instanceof HTMLSelectElement)) return null;

  const { placeholder } = text;

  // Enter asks, as in a field of one line; with Shift it is a line break.
  text.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || text.value.includes('\n')) return;
    event.preventDefault();
    form.requestSubmit();
  });

  return {
    form,
    text,
    read: () => ({
      ...questionOf(''),
      text: text.value,
      base: base.value,
      dialect: dialect.value === 'url-1994' ? 'url-1994' : 'current',
      lax: lax.checked,
    }),
    write(question) {
      text.value = question.text;
      base.value = question.base;
      dialect.value = question.dialect;
      lax.checked = question.lax;
      const folded = base.closest('details');
      if (folded !== null) folded.open = !isPlain(question);
    },
    stand(length) {
      text.required = length === 0;
      text.placeholder = length === 0 ? placeholder : `A text of ${length.toLocaleString('en')} characters`;
    },
    onPaste(listener) {
      const take = (event: Event, transfer: DataTransfer | null): void => {
        const pasted = transfer?.getData('text/plain') ?? '';
        if (pasted.length <= LONGEST_FIELD) return;
        event.preventDefault();
        text.value = '';
        listener(pasted);
      };
      text.addEventListener('paste', (event) => take(event, event.clipboardData));
      text.addEventListener('drop', (event) => take(event, event.dataTransfer));
    },
  };
}
