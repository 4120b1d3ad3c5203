/** Links to the documentation from the time when it was one page: `/docs#resolve` leads to `/docs/resolve#resolve`. */
import { basePath } from '../../parts/browser/base-path.ts';

/** Follows the entry of the overview that the fragment of the address names. */
export function followOldAnchor(): void {
  if (location.pathname !== `${basePath()}/docs`) return;
  const entry = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (entry instanceof HTMLLIElement) location.replace(entry.querySelector('a')?.href ?? location.href);
}
