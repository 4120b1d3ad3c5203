/** Links to archives that may have a copy of what is gone. */
import type { VNode } from 'preact';
import { REL } from './layout.tsx';

interface ArchivedCopiesProps {
  readonly archives: readonly { readonly name: string; readonly url: string }[];
}

/** The list; `null` if no archive keeps links of this kind. */
export function ArchivedCopies({ archives }: ArchivedCopiesProps): VNode | null {
  if (archives.length === 0) return null;
  return (
    <section>
      <h2>Archives that may have a copy</h2>
      <ul class="archives">
        {archives.map(({ name, url }) => (
          <li>
            <a href={url} rel={REL}>
              {name}
            </a>
            <br />
            <code>{url}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
