/**
 * The script inside the explorer's page. It runs before the page is first shown, while the others are on their way: it
 * fills in the link of a shared address, which the server has not received, and hides the answer to another one. From
 * the first moment, Enter opens what is in the field.
 */

import { WRAPPED } from '../../../src/uri/prepare.ts';

/** The longest text in the field, in UTF-16 code units. A browser takes seconds to lay out a longer one. */
export const LONGEST_FIELD = 20_000;

/** The class of the page until the shared link is explained. */
export const SHARED = 'is-shared';

/**
 * The tests of the address are those of `sharedQuery`, which reads the whole query.
 *
 * Enter submits with the first button, as in a field of one line, even if the link was pasted with line breaks around
 * it, or is in angle brackets. Shift and Enter break the line. So does Enter in other texts of several lines, unless
 * the explorer knows that they are one link.
 */
export const FIRST_SCRIPT = `{
const { classList } = document.documentElement;
const fragment = location.hash.slice(1);
const shared = /^(?:url|base)=/.test(fragment) ? fragment : history.state;
classList.add('has-script');
const field = document.getElementById('url');
if (typeof shared === 'string') {
  classList.add('${SHARED}');
  const text = new URLSearchParams(shared).get('url') || '';
  if (text.length <= ${LONGEST_FIELD}) field.value = text;
}
field.addEventListener('keydown', (event) => {
  const text = field.value.trim();
  const isOne = !/[\\r\\n]/.test(text) || ${WRAPPED}.test(text);
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing || !isOne) return;
  event.preventDefault();
  field.form.requestSubmit(field.form.querySelector('button'));
});
}`;
