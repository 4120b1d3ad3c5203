/** A block of code with a button that copies it. It needs the script of copy buttons. */
import type { ComponentChildren, VNode } from 'preact';
import { CopyButton } from './copy-button.tsx';

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
