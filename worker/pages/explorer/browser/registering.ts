/** Buttons that make this site what the browser opens links of a scheme with (HTML, "Custom scheme handlers"). */

export function startRegistering(): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button[data-register]') : null;
    if (button instanceof HTMLButtonElement) register(button.dataset.register ?? '');
    // Here a bookmarklet would run under this page's policy, which forbids it.
    if (event.target instanceof Element && event.target.closest('a[data-bookmarklet]') !== null) {
      event.preventDefault();
      say('Drag it to the bar of bookmarks; it works on other pages.');
    }
  });
}

function register(scheme: string): void {
  if (!('registerProtocolHandler' in navigator)) {
    say('This browser hands no schemes to sites.');
    return;
  }
  try {
    navigator.registerProtocolHandler(scheme, `${location.origin}/r?url=%s`);
    say(`The browser now asks whether links of ${scheme}: may open here.`);
  } catch (error) {
    say(`The browser refuses: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function say(words: string): void {
  const said = document.querySelector('[data-said="register"]');
  if (said !== null) said.textContent = words;
}
