/** Buttons and links that work anywhere on the page: copy a text, register a protocol handler, drag a bookmarklet. */

/** How long a button shows that it has copied its text, in milliseconds. */
const COPIED_MS = 1500;

/** Makes the buttons work, including those that are rendered later. */
export function startButtons(): void {
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return;
    const button = event.target.closest('button');
    if (button?.dataset.copy !== undefined) void copy(button.dataset.copy, button);
    if (button?.dataset.register !== undefined) register(button.dataset.register);
    // A bookmarklet that runs here would break the policy of this page.
    if (event.target.closest('a[data-bookmarklet]') !== null) {
      event.preventDefault();
      show('bookmarklet', 'Drag it to your bookmarks bar, or copy its address. It works on other pages.');
    }
  });
}

/**
 * Copies a text to the clipboard.
 *
 * @param button - shows for a moment that the text has been copied
 */
export async function copy(text: string, button: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce('Copied.');
    button.classList.add('copied');
    setTimeout(() => button.classList.remove('copied'), COPIED_MS);
  } catch {
    announce('Your browser does not allow copying here. Select the text instead.');
  }
}

/** Has screen readers announce a sentence. */
export function announce(sentence: string): void {
  const element = document.getElementById('announcement');
  if (element !== null) element.textContent = sentence;
}

/** Asks the browser to open links of a scheme at this site (HTML, “Custom scheme handlers”). */
function register(scheme: string): void {
  if (!('registerProtocolHandler' in navigator)) {
    show('register', 'This browser does not let sites open links.');
    return;
  }
  try {
    navigator.registerProtocolHandler(scheme, `${location.origin}/r?url=%s`);
    show('register', `Your browser will now ask whether to open ${scheme}: links here.`);
  } catch (error) {
    show('register', `Your browser refused: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Shows a sentence in the column of the page that it is about. */
function show(status: 'register' | 'bookmarklet', sentence: string): void {
  const element = document.querySelector(`[data-status="${status}"]`);
  if (element !== null) element.textContent = sentence;
}
