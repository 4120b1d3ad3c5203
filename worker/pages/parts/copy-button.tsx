/** A button that copies a text. It needs a script, and is hidden without it. */
import type { ComponentChildren, VNode } from 'preact';

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, such as `the command`. */
  readonly what: ComponentChildren;
}

export function CopyButton({ text, what }: CopyButtonProps): VNode {
  return (
    <button type="button" class="copy scripted" data-copy={text}>
      Copy {what}
    </button>
  );
}
