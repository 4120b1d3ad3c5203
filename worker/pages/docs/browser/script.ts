/** The script of the documentation: the parts that pages without a script do without. */
import { basePath } from '../../parts/browser/base-path.ts';
import { startCopyButtons } from '../../parts/browser/buttons.ts';
import { searchDocumentation } from './search.ts';
import { tryOperations } from './try-it.ts';

/** Follows links of the time when the documentation was one page: `/docs#resolve` leads to `/docs/resolve#resolve`. */
function followOldAnchor(): void {
  if (location.pathname !== `${basePath()}/docs`) return;
  const entry = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (entry instanceof HTMLLIElement) location.replace(entry.querySelector('a')?.href ?? location.href);
}

/** Unfolds the element that the address names. */
function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(target instanceof HTMLDetailsElement)) return;
  target.open = true;
  target.scrollIntoView();
}

/** Marks the link of the section that is at the top of the window. */
function markSection(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a[href^="#"]')];
  const sections = links.flatMap(({ hash }) => document.getElementById(hash.slice(1)) ?? []);
  const mark = (): void => {
    // A section is current from the time when its heading reaches the upper third of the window.
    const current = sections.findLast((section) => section.getBoundingClientRect().top < innerHeight / 3);
    for (const link of links) {
      if (link.hash === `#${current?.id}`) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  };
  document.addEventListener('scroll', mark, { passive: true });
  mark();
}

/** Selects the language of one sample in all others too. */
function rememberLanguage(): void {
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

document.documentElement.classList.add('has-script');
followOldAnchor();
addEventListener('hashchange', openTarget);
openTarget();
markSection();
startCopyButtons();
rememberLanguage();
searchDocumentation();
tryOperations();
