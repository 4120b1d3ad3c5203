/** The language of the samples: chosen once, it holds for the whole page. */

/** Selects the language of one sample in all others too. */
export function rememberLanguage(): void {
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.closest('.samples') === null) return;
    const top = target.getBoundingClientRect().top;
    for (const input of document.querySelectorAll<HTMLInputElement>('.samples input')) {
      input.checked = input.value === target.value;
    }
    // Samples above may have become shorter or longer; the chosen one stays where it was.
    scrollBy(0, target.getBoundingClientRect().top - top);
  });
}
