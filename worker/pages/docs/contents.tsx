/** The table of contents of the reference. */
import type { VNode } from 'preact';
import type { Asked } from './reference.tsx';

export function Contents({ operations }: { readonly operations: readonly Asked[] }): VNode {
  return (
    <nav class="contents" aria-label="Contents">
      <ul>
        {operations.map(({ method, path, operation }) => (
          <li>
            <a href={`#${operation.operationId}`}>
              <span class="method">{method}</span> {path}
            </a>
          </li>
        ))}
        <li>
          <a href="#shapes">Shapes of answers</a>
        </li>
      </ul>
    </nav>
  );
}
