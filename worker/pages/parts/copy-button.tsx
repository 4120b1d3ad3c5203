/** A button that copies a text, alone or below a block of code. It needs a script, and is hidden without it. */
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

interface RecipeProps {
  readonly code: string;
  /** What is copied, such as `the command`. */
  readonly what: ComponentChildren;
}

export function Recipe({ code, what }: RecipeProps): VNode {
  return (
    <div class="recipe">
      {/* A long line scrolls, so the keyboard has to reach it. */}
      {/* biome-ignore lint/a11y: scrollable regions need keyboard access */}
      <pre class="command" tabIndex={0} role="group" aria-label="Code">
        {code}
      </pre>
      <CopyButton text={code} what={what} />
    </div>
  );
}
