/** Texts of our own with a little markup: code stands between backticks, as in Markdown. */
import type { VNode } from 'preact';

export function Prose({ text }: { readonly text: string }): VNode {
  return <>{text.split('`').map((piece, index) => (index % 2 === 0 ? piece : <code>{piece}</code>))}</>;
}
