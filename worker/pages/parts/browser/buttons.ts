/** Buttons that copy a text, and links that go back, anywhere on the page. */

/** How long a button shows that it has copied its text, in milliseconds. */
const COPIED_MS = 1500;

/** Makes the buttons work, including those that are rendered later. */
export function startCopyButtons(): void {
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return;
    const button = event.target.closest('button');
    const text = button?.dataset.copy ?? codeBefore(button);
    if (button !== null && text !== null) void copy(text, button);
  });
}

/** The code that a button stands below; `null` for a button that copies none. */
function codeBefore(button: HTMLButtonElement | null): string | null {
  if (button?.dataset.copyCode === undefined) return null;
  return button.parentElement?.querySelector('pre')?.textContent ?? null;
}

/** @param button - shows for a moment that the text has been copied */
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

/** Takes the text of the clipboard, if the person and the browser allow it. */
export async function paste(take: (text: string) => void): Promise<void> {
  try {
    take(await navigator.clipboard.readText());
  } catch {
    announce('Your browser does not allow pasting here.');
  }
}

/** Has links with `data-back` go back in the history of the tab. In a new tab they lead where they point. */
export function startBackLinks(): void {
  document.addEventListener('click', (event) => {
    if (history.length < 2 || !(event.target instanceof Element) || event.target.closest('[data-back]') === null)
      return;
    event.preventDefault();
    history.back();
  });
}

/** Has screen readers announce a sentence. */
export function announce(sentence: string): void {
  const element = document.getElementById('announcement');
  if (element !== null) element.textContent = sentence;
}
