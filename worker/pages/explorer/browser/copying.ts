/** Buttons that copy a text. */

/** How long a button says that it has copied, in milliseconds. */
const SAID_MS = 1500;

export function startCopying(): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button[data-copy]') : null;
    if (button instanceof HTMLButtonElement) void copy(button.dataset.copy ?? '', button);
  });
}

/** Copies a text, and says so at the button that asked for it. */
export async function copy(text: string, button: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say('Copied.');
    button.classList.add('copied');
    setTimeout(() => button.classList.remove('copied'), SAID_MS);
  } catch {
    say('The browser does not allow copying here; select the text instead.');
  }
}

function say(words: string): void {
  const said = document.getElementById('said');
  if (said !== null) said.textContent = words;
}
