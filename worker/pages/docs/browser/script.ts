/** The script of the documentation: the parts that pages without a script do without. */

import { basePath, rootAddress } from '../../parts/browser/base-path.ts';
import { besideScript } from '../../parts/browser/beside-script.ts';
import { startCopyButtons } from '../../parts/browser/buttons.ts';
import { withOrigin } from '../../parts/origin.ts';
import type * as Search from '../find.ts';
import { tryOperations } from './try-it.ts';

type Find = ReturnType<typeof Search.openIndex>;

/** Follows links of the time when the documentation was one page: `/docs#resolve` leads to `/docs/urls#resolve`. */
function followOldAnchor(): void {
  if (location.pathname !== `${basePath()}/docs`) return;
  const entry = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (entry instanceof HTMLLIElement) location.replace(entry.querySelector('a')?.href ?? location.href);
}

function openOperation(): void {
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

const NOTHING = 'Nothing found.';
const NOT_LOADED = 'The search could not be loaded. Keep typing to try again.';

/** Makes the search field work. Its index is loaded with the first letter, and nothing that is typed is sent. */
function searchDocumentation(): void {
  const form = document.querySelector<HTMLFormElement>('[data-search]');
  const field = form?.querySelector('input');
  const status = form?.querySelector('p');
  const list = form?.querySelector('ul');
  if (!form || !field || !status || !list) return;
  let search: Promise<Find | null> | null = null;

  async function show(query: string): Promise<void> {
    search ??= loadSearch().catch(() => null);
    const find = await search;
    // Meanwhile the reader may have typed on.
    if (field?.value !== query) return;
    // What could not be loaded is loaded again when somebody types on.
    if (find === null) search = null;
    const found = find?.(query) ?? [];
    list?.replaceChildren(...found.map(foundEntry));
    if (status)
      status.textContent = find === null ? NOT_LOADED : query.trim() !== '' && found.length === 0 ? NOTHING : '';
    field.dataset.shown = query;
  }

  field.addEventListener('input', () => void show(field.value));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    list.querySelector('a')?.click();
  });
}

/** The search and its index lie beside this script, under the same query. */
async function loadSearch(): Promise<Find> {
  const text = fetch(besideScript('docs-index.json')).then((response) => response.text());
  const { openIndex }: typeof Search = await import(besideScript('docs-search.js'));
  return openIndex(JSON.parse(withOrigin(await text, rootAddress())));
}

/** A link to a place: its page, its title, and a piece of its text. */
function foundEntry({ title, page, href, excerpt }: Search.FoundPlace): HTMLLIElement {
  const link = document.createElement('a');
  link.href = basePath() + href;
  const name = document.createElement('span');
  name.textContent = page === undefined ? title : `${page} › ${title}`;
  const piece = document.createElement('small');
  piece.append(
    ...excerpt.map(({ text, isFound }) => {
      const part = document.createElement(isFound ? 'mark' : 'span');
      part.textContent = text;
      return part;
    }),
  );
  link.append(name, ' ', piece);
  const entry = document.createElement('li');
  entry.append(link);
  return entry;
}

document.documentElement.classList.add('has-script');
followOldAnchor();
addEventListener('hashchange', openOperation);
openOperation();
markSection();
startCopyButtons();
rememberLanguage();
searchDocumentation();
tryOperations();
