/** The table of contents of the reference. */
import type { VNode } from 'preact';
import type { Asked } from './reference.tsx';

interface ContentsProps {
  readonly groups: readonly string[];
  readonly operations: readonly Asked[];
}

export function Contents({ groups, operations }: ContentsProps): VNode {
  return (
    <nav class="contents" aria-label="Contents">
      <ul>
        {groups.map((group) => (
          <li>
            {group}
            <ul>
              {operations
                .filter(({ operation }) => operation.tags?.includes(group))
                .map((asked) => (
                  <Entry asked={asked} />
                ))}
            </ul>
          </li>
        ))}
        <li>
          <a href="#shapes">Shapes of answers</a>
        </li>
      </ul>
    </nav>
  );
}

function Entry({ asked: { method, path, operation } }: { readonly asked: Asked }): VNode {
  return (
    <li>
      <a href={`#${operation.operationId}`}>
        <span class="method">{method}</span> {path}
      </a>
    </li>
  );
}
