/** Scripts inside of pages, which run before the page is first shown. A page allows its own by their hash. */

/**
 * Opens the fold that the address names as soon as it has arrived, so that nothing moves when the browser opens it once
 * the page is complete. It stands before the folds.
 */
export const OPEN_TARGET = `{
const id = location.hash.slice(1);
const isOpen = () => {
  const target = document.getElementById(id);
  const fold = target && target.closest('details');
  return fold && (fold.open = true);
};
const observer = new MutationObserver(() => isOpen() && observer.disconnect());
if (id) observer.observe(document, { childList: true, subtree: true });
addEventListener('load', () => observer.disconnect());
}`;

const sources = new Map<string, Promise<string>>();

/** A script as a source of a Content-Security-Policy (CSP 3 §2.3.1): its hash. */
export function inlineScriptSource(script: string): Promise<string> {
  const known = sources.get(script);
  if (known !== undefined) return known;
  const source = hashOf(script);
  sources.set(script, source);
  return source;
}

async function hashOf(script: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}
