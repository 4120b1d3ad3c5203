/** The script of `/problems`: a search in the page, which sends nothing, and the entry that the address names. */

import type * as Search from '../../docs/find.ts';
import { besideScript } from '../../parts/browser/beside-script.ts';

const field = document.querySelector<HTMLInputElement>('#problem-search');
const counter = document.getElementById('problem-count');
const entries = [...document.querySelectorAll('details.problem')];

/** Finds the numbers of entries; `null` = nobody has typed yet, or the search could not be loaded. */
let loading: Promise<((query: string) => ReadonlySet<string>) | null> | null = null;

/** The search of the documentation, over the entries of this page. */
async function loadSearch(): Promise<(query: string) => ReadonlySet<string>> {
  const { indexPlaces, openIndex }: typeof Search = await import(besideScript('docs-search.js'));
  const places = entries.map((element, at) => ({
    title: element.querySelector('code')?.textContent ?? '',
    href: String(at),
    text: element.textContent ?? '',
  }));
  const find = openIndex(indexPlaces(places), true);
  return (query) => new Set(find(query).map(({ href }) => href));
}

async function search(): Promise<void> {
  const query = field?.value ?? '';
  const isEmpty = query.trim() === '';
  if (!isEmpty) loading ??= loadSearch().catch(() => null);
  const find = isEmpty ? null : await loading;
  // Meanwhile the reader may have typed on.
  if (field?.value !== query) return;
  // What could not be loaded is loaded again when somebody types on.
  if (find === null) loading = isEmpty ? loading : null;
  const found = find?.(query) ?? null;
  for (const [at, element] of entries.entries())
    element.toggleAttribute('hidden', found !== null && !found.has(String(at)));
  if (counter === null) return;
  if (found !== null) counter.textContent = `${found.size} of ${entries.length} codes`;
  else counter.textContent = isEmpty ? '' : 'The search could not be loaded. Type on to try again.';
}

/** Opens the entry that the address names, also in browsers that do not do so by themselves. */
function openEntry(): void {
  // Codes have no character that an address escapes.
  const target = document.getElementById(location.hash.slice(1));
  const entry = target?.closest('details');
  if (!(entry instanceof HTMLDetailsElement)) return;
  entry.hidden = false;
  entry.open = true;
  entry.scrollIntoView({ block: 'start' });
}

document.documentElement.classList.add('has-script');
field?.addEventListener('input', () => void search());
field?.form?.addEventListener('submit', (event) => event.preventDefault());
addEventListener('hashchange', openEntry);
void search();
openEntry();
