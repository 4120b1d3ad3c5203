/** The buttons that copy the code before them. */

/** How long a button says that it has copied, in milliseconds. */
const SHOWN_MS = 2000;

/** Makes the buttons work. */
export function copyCode(): void {
  document.addEventListener('click', (event) => {
    const button = event.target;
    if (!(button instanceof HTMLButtonElement) || button.dataset.copyCode === undefined) return;
    const code = button.parentElement?.querySelector('pre')?.textContent ?? '';
    void copy(button, code);
  });
}

async function copy(button: HTMLButtonElement, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'The browser refused to copy';
  }
  setTimeout(() => {
    button.textContent = 'Copy';
  }, SHOWN_MS);
}
