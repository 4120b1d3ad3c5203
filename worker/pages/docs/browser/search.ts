/** The search of the documentation. Its index is loaded with the first letter, and nothing that is typed is sent. */
import { basePath } from '../../parts/browser/base-path.ts';
import { type FoundPlace, find } from '../find.ts';

/** Makes the search field work. */
export function searchDocumentation(): void {
  const form = document.querySelector<HTMLFormElement>('[data-search]');
  const field = form?.querySelector('input');
  const status = form?.querySelector('p');
  const list = form?.querySelector('ul');
  if (!form || !field || !status || !list) return;
  let index: Promise<readonly FoundPlace[]> | null = null;

  async function show(query: string): Promise<void> {
    index ??= loadIndex();
    const found = find(query, await index);
    // Meanwhile the reader may have typed on.
    if (field?.value !== query) return;
    list?.replaceChildren(...found.map(entryOf));
    if (status) status.textContent = found.length === 0 && query.trim() !== '' ? 'Nothing found.' : '';
    field.dataset.shown = query;
  }

  field.addEventListener('input', () => void show(field.value));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    list.querySelector('a')?.click();
  });
}

/** The index lies beside this script, under the same query. */
async function loadIndex(): Promise<readonly FoundPlace[]> {
  const { search } = new URL(import.meta.url);
  return (await fetch(new URL(`docs-index.json${search}`, import.meta.url))).json();
}

function entryOf({ title, href }: FoundPlace): HTMLLIElement {
  const link = document.createElement('a');
  link.href = basePath() + href;
  link.textContent = title;
  const entry = document.createElement('li');
  entry.append(link);
  return entry;
}
