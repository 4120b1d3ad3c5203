/**
 * The script inside the explorer's page. It runs before the page is first shown, while the others are on their way: it
 * fills in the link of a shared address, which the server has not received, and hides the answer to another one.
 */

/** The longest text in the field, in UTF-16 code units. A browser takes seconds to lay out a longer one. */
export const LONGEST_FIELD = 20_000;

/** The class of the page until the shared link is explained. */
export const SHARED = 'is-shared';

/** The tests of the address are those of `sharedQuery`, which reads the whole query. */
export const FIRST_SCRIPT = `{
const { classList } = document.documentElement;
const fragment = location.hash.slice(1);
const shared = /^(?:url|base)=/.test(fragment) ? fragment : history.state;
classList.add('has-script');
if (typeof shared === 'string') {
  classList.add('${SHARED}');
  const text = new URLSearchParams(shared).get('url') || '';
  if (text.length <= ${LONGEST_FIELD}) document.getElementById('url').value = text;
}
}`;
