/** What the pages of gateways share: links to what they list, heads of tables, and links to other formats of a page. */
import type { VNode } from 'preact';
import { type Action, REL } from '../../pages/parts/layout.tsx';
import type { LinkBuilder } from '../contract/contract.ts';

interface LinkProps {
  /** `null` if nothing may open the link: then there is only its text. */
  readonly href: string | null;
  readonly text: string;
}

export function LinkOrText({ href, text }: LinkProps): VNode {
  if (href === null) return <span>{text}</span>;
  return (
    <a href={href} rel={REL}>
      {text}
    </a>
  );
}

interface HeadProps {
  /** The names of the columns; `number`: of a column of numbers. */
  readonly columns: readonly (string | { readonly number: string })[];
}

export function TableHead({ columns }: HeadProps): VNode {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const [name, kind] = typeof column === 'string' ? [column, undefined] : [column.number, 'number'];
          return (
            <th scope="col" class={kind}>
              {name}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/**
 * Links to the page as JSON, and as the server sent it.
 *
 * @param raw - the text of the second link; `null` = there is none
 * @param query - the parameters that the links repeat
 */
export function otherFormats(
  links: LinkBuilder,
  raw: string | null,
  query: Readonly<Record<string, string>> = {},
): Action[] {
  const json = { text: 'JSON', href: links.self({ ...query, format: 'json' }) };
  return raw === null ? [json] : [json, { text: raw, href: links.self({ ...query, format: 'raw' }) }];
}
