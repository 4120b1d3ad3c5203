/**
 * The reference of the API. The build makes it from the OpenAPI description, which the tests compare with the Worker.
 */
import type { VNode } from 'preact';
import type { ApiDescription } from '../../openapi/document.ts';
import { renderToString } from '../render.ts';
import { OperationSection, type PathOperation } from './operation-section.tsx';
import { SchemaSections } from './schema-view.tsx';

/** Every operation, in the order of the description. */
function operationsOf({ paths }: ApiDescription): readonly PathOperation[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** Renders the reference as a fragment of HTML. */
export function writeReference(description: ApiDescription): string {
  const operations = operationsOf(description);
  return renderToString(
    <div class="reference">
      <Introduction />
      <Contents groups={description.tags.map(({ name }) => name)} operations={operations} />
      <div>
        {operations.map((operation) => (
          <OperationSection operation={operation} />
        ))}
        <SchemaSections schemas={description.components.schemas} />
      </div>
    </div>,
  );
}

function Introduction(): VNode {
  return (
    <section id="introduction">
      <p class="lead">
        Any program may ask, from any page and any origin, without a key. Only making short links takes a token.
      </p>
      <p>
        The value of a parameter is percent-encoded once more, whatever it is; with curl that is{' '}
        <code>-G --data-urlencode</code>. Every <code>GET</code> may be a <code>HEAD</code>. What went wrong is said as
        problem details (RFC 9457), with the same codes that diagnostics have; a URL that is understood but bad is no
        failure.
      </p>
      <p>
        The same for programs: <a href="/openapi.json">OpenAPI 3.1</a>; for language models:{' '}
        <a href="/llms.txt">llms.txt</a>.
      </p>
    </section>
  );
}

interface ContentsProps {
  readonly groups: readonly string[];
  readonly operations: readonly PathOperation[];
}

/** The table of contents: the operations by group. */
function Contents({ groups, operations }: ContentsProps): VNode {
  return (
    <nav class="contents" aria-label="Contents">
      <ul>
        {groups.map((group) => (
          <li>
            {group}
            <ul>
              {operations
                .filter(({ operation }) => operation.tags?.includes(group))
                .map((operation) => (
                  <Entry operation={operation} />
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

function Entry({ operation: { method, path, operation } }: { readonly operation: PathOperation }): VNode {
  return (
    <li>
      <a href={`#${operation.operationId}`}>
        <span class="method">{method}</span> {path}
      </a>
    </li>
  );
}
