/** A remark that stands out from the text: something to know, something to be careful about, something missing. */
import type { ComponentChildren, VNode } from 'preact';

interface NoticeProps {
  /** `info` unless given. */
  readonly tone?: 'info' | 'caution';
  readonly title?: string;
  readonly children?: ComponentChildren;
}

/**
 * A remark.
 *
 * @example
 * ```ts
 * <Notice tone="caution" title="This list was cut">The server sent more than 10,000 lines.</Notice>
 * ```
 */
export function Notice({ tone = 'info', title, children }: NoticeProps): VNode {
  return (
    <div class={`notice ${tone}`} role="note">
      {title !== undefined && <p class="notice-title">{title}</p>}
      {children}
    </div>
  );
}

/** What is doubtful about a link, for people to look at before they follow it; nothing where nothing is. */
export function Doubts({ doubts }: { readonly doubts: readonly string[] }): VNode | null {
  if (doubts.length === 0) return null;
  return (
    <Notice tone="caution" title="Look twice">
      <ul>
        {doubts.map((doubt) => (
          <li>{doubt}</li>
        ))}
      </ul>
    </Notice>
  );
}

/**
 * What stands in place of a list that has nothing in it.
 *
 * @example
 * ```ts
 * <Empty>This directory is empty.</Empty>
 * ```
 */
export function Empty({ children }: { readonly children: ComponentChildren }): VNode {
  return <p class="empty">{children}</p>;
}
