/** The script of the page for site owners: copies texts, registers protocol handlers, and explains bookmarklets. */
import { rootAddress } from '../../parts/browser/base-path.ts';
import { startCopyButtons } from '../../parts/browser/buttons.ts';

document.documentElement.classList.add('has-script');
startCopyButtons();
document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element)) return;
  const button = event.target.closest('button');
  if (button?.dataset.register !== undefined) register(button.dataset.register);
  // A bookmarklet that runs here would break the policy of this page.
  if (event.target.closest('a[data-bookmarklet]') !== null) {
    event.preventDefault();
    show('bookmarklet', 'Drag it to your bookmarks bar, or copy its address. It works on other pages.');
  }
});

/** Asks the browser to open links of a scheme at this site (HTML, “Custom scheme handlers”). */
function register(scheme: string): void {
  if (!('registerProtocolHandler' in navigator)) {
    show('register', 'This browser does not let sites open links.');
    return;
  }
  try {
    navigator.registerProtocolHandler(scheme, `${rootAddress()}/r?url=%s`);
    show('register', `Your browser will now ask whether to open ${scheme}: links here.`);
  } catch (error) {
    show('register', `Your browser refused: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Shows a sentence below what it is about. */
function show(status: 'register' | 'bookmarklet', sentence: string): void {
  const element = document.querySelector(`[data-status="${status}"]`);
  if (element !== null) element.textContent = sentence;
}
