/** Names and values side by side: the parts of a link, the headers of a message, the attributes of an item. */
import type { ComponentChildren, VNode } from 'preact';

/** A row. It is left out if its value is `null` or empty. */
export type Detail = readonly [name: string, value: ComponentChildren];

/** The rows as a definition list; `null` if all of them are left out. */
export function Details({ rows }: { readonly rows: readonly Detail[] }): VNode | null {
  const present = rows.filter(([, value]) => value !== null && value !== undefined && value !== '');
  if (present.length === 0) return null;
  return (
    <dl class="details">
      {present.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
