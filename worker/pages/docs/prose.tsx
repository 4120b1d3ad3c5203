/** A sentence of the description, in which what stands between backticks is code. */
import type { VNode } from 'preact';

export function Prose({ text }: { readonly text: string }): VNode {
  return <>{text.split('`').map((piece, index) => (index % 2 === 0 ? piece : <code>{piece}</code>))}</>;
}
