/** Remarks that stand out from the text: a notice, warnings about a link, and what replaces an empty list. */
import type { ComponentChildren, VNode } from 'preact';

interface NoticeProps {
  /** `info` by default. */
  readonly tone?: 'info' | 'caution';
  readonly title?: string;
  readonly children?: ComponentChildren;
}

/** A notice. */
export function Notice({ tone = 'info', title, children }: NoticeProps): VNode {
  return (
    <div class={`notice ${tone}`} role="note">
      {title !== undefined && <p class="notice-title">{title}</p>}
      {children}
    </div>
  );
}

/** Warnings about a link, for people to read before they follow it; `null` if there are none. */
export function Warnings({ warnings }: { readonly warnings: readonly string[] }): VNode | null {
  if (warnings.length === 0) return null;
  return (
    <Notice tone="caution" title="Be careful">
      <ul>
        {warnings.map((warning) => (
          <li>{warning}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** Replaces a list that has no items. */
export function Empty({ children }: { readonly children: ComponentChildren }): VNode {
  return <p class="empty">{children}</p>;
}
