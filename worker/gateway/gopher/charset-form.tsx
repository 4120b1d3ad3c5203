/** The choice of a charset, for texts that were read in the wrong one: links, which need no script. */
import type { VNode } from 'preact';
import { commonCharsets } from './charset.ts';
import type { GopherVisit } from './reply.ts';

interface CharsetProps {
  readonly visit: Pick<GopherVisit, 'links'>;
  /** The charset in use. */
  readonly charset: string;
  /** What else of the query the view needs. */
  readonly query?: Readonly<Record<string, string>>;
}

/** Says which charset a text was read in, and offers others. */
export function CharsetForm({ visit, charset, query }: CharsetProps): VNode {
  const name = commonCharsets.find(([label]) => label === charset)?.[1] ?? charset;
  return (
    <details class="charsets">
      <summary>Read as {name}. Wrong letters?</summary>
      <ul>
        {commonCharsets
          .filter(([label]) => label !== charset)
          .map(([label, name]) => (
            <li>
              <a href={visit.links.here({ ...query, charset: label })}>{name}</a>
            </li>
          ))}
      </ul>
    </details>
  );
}
