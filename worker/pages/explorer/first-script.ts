/**
 * The script inside the explorer's page. It runs before the page is first shown, while the others are on their way: it
 * fills in the link of a shared address, which the server has not received, and hides the answer to another one. From
 * the first moment, Enter opens what is in the field, and a paste keeps its lines.
 */

/** The longest text in the field, in UTF-16 code units. A browser takes seconds to lay out a longer one. */
export const LONGEST_FIELD = 20_000;

/** The class of the page until the shared link is explained. */
export const SHARED = 'is-shared';

/** The event by which the other scripts write into the field; its detail is the text. */
export const WRITE = 'write';

/**
 * The tests of the address are those of `sharedQuery`, which reads the whole query.
 *
 * The field is an `input`, in which Enter submits with the first button, and which takes line breaks out of what is
 * pasted. For a text of several lines, a text area takes its place, with the same attributes. Enter submits it, too:
 * what receives the text says whether its lines are one link. Shift and Enter break the line. No browser brings back
 * what was typed into such fields, so the history keeps it until the explorer does that.
 */
export const FIRST_SCRIPT = `{
const { classList } = document.documentElement;
const fragment = location.hash.slice(1);
const shared = /^(?:url|base)=/.test(fragment) ? fragment : history.state;
classList.add('has-script');
const form = document.querySelector('.query-form');
const field = () => document.getElementById('url');
const hasLines = (text) => /[\\r\\n]/.test(text.trim());
const write = (text) => {
  const before = field();
  const name = hasLines(text) ? 'textarea' : 'input';
  if (before.localName !== name) {
    const after = document.createElement(name);
    for (const { name, value } of before.attributes) if (name !== 'value') after.setAttribute(name, value);
    const hasFocus = before === document.activeElement;
    before.replaceWith(after);
    if (hasFocus) after.focus();
  }
  field().value = text;
};
if (typeof shared === 'string') {
  classList.add('${SHARED}');
  write(new URLSearchParams(shared).get('url') || '');
}
form.addEventListener('${WRITE}', (event) => write(event.detail));
for (const kind of ['paste', 'drop']) form.addEventListener(kind, (event) => {
  const text = (event.clipboardData || event.dataTransfer).getData('text/plain');
  const { id, localName, value, selectionStart, selectionEnd } = event.target;
  if (event.defaultPrevented || id !== 'url' || localName !== 'input' || !hasLines(text)) return;
  event.preventDefault();
  write(value.slice(0, selectionStart) + text + value.slice(selectionEnd));
  field().dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
});
form.addEventListener('keydown', (event) => {
  if (event.target.localName !== 'textarea' || event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  form.requestSubmit(form.querySelector('button'));
});
form.addEventListener('submit', () => {
  if (location.search === '' && !classList.contains('has-explorer'))
    history.replaceState(String(new URLSearchParams(new FormData(form))), '');
});
}`;
