/** A button that copies a text, alone or below a block of code. It needs a script, and is hidden without it. */
import type { ComponentChildren, VNode } from 'preact';

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, such as `the command`. */
  readonly what: ComponentChildren;
  /** Whether only screen readers say what is copied, because it stands beside the button. */
  readonly short?: boolean;
}

export function CopyButton({ text, what, short = false }: CopyButtonProps): VNode {
  return (
    <button type="button" class="copy scripted" data-copy={text}>
      Copy{short ? <span class="visually-hidden"> {what}</span> : [' ', what]}
    </button>
  );
}

/** A block of code, whose long lines wrap, with a button that copies it. */
export function Recipe({ code, what }: { readonly code: string } & Pick<CopyButtonProps, 'what'>): VNode {
  return (
    <div class="recipe">
      <pre class="command">{code}</pre>
      <CopyButton text={code} what={what} />
    </div>
  );
}
