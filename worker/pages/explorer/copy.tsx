/** A button that copies a text; it needs the page's script, and is not there without. */
import type { VNode } from 'preact';

export function Copy({ text, what }: { readonly text: string; readonly what: string }): VNode {
  return (
    <button type="button" class="copy scripted" data-copy={text}>
      Copy<span class="unseen"> {what}</span>
    </button>
  );
}
