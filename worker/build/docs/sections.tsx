/** Sections of the documentation that are written by hand. */
import type { ComponentChildren, VNode } from 'preact';

/** A section of a page: its anchor and its heading. */
export interface Section {
  readonly id: string;
  readonly title: string;
}

interface PartProps {
  readonly section: Section;
  readonly children: ComponentChildren;
}

/** A section with its heading. */
export function Part({ section: { id, title }, children }: PartProps): VNode {
  return (
    <section class="chapter" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

interface RowsProps {
  readonly rows: readonly (readonly [term: ComponentChildren, description: ComponentChildren, id?: string])[];
}

/** A list of terms with their descriptions. */
export function Terms({ rows }: RowsProps): VNode {
  return (
    <dl class="details">
      {rows.map(([term, description, id]) => (
        <div id={id}>
          <dt>{term}</dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  );
}
