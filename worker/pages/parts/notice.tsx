/** Remarks that stand out from the text: a notice, warnings about a link, and what replaces an empty list. */
import type { ComponentChildren, VNode } from 'preact';
import type { Resolution } from '../../../src/index.ts';
import { lookalikeIn } from '../../../src/webhooks/scripts.ts';

interface NoticeProps {
  readonly tone?: 'info' | 'caution';
  readonly title?: string;
  readonly children?: ComponentChildren;
}

export function Notice({ tone = 'info', title, children }: NoticeProps): VNode {
  return (
    <div class={`notice ${tone}`} role="note">
      {title !== undefined && <p class="notice-title">{title}</p>}
      {children}
    </div>
  );
}

interface WarningsProps {
  readonly link: Resolution;
  readonly also?: readonly string[];
}

/** What a reader should know before following a link; `null` if there is nothing. */
export function Warnings({ link: { components, diagnostics }, also = [] }: WarningsProps): VNode | null {
  const lookalike = lookalikeIn(components.hostUnicode ?? components.host ?? '');
  const messages = diagnostics.filter(({ severity }) => severity === 'warning').map(({ message }) => message);
  const warnings = [...(lookalike === null ? [] : [lookalike]), ...messages, ...also];
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
