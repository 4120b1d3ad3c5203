/** A list of links to the same text in other charsets, for texts that were decoded wrongly. It needs no script. */
import type { VNode } from 'preact';
import { VIEW_REL } from '../../pages/parts/layout.tsx';
import type { GatewayContext } from '../contract/contract.ts';

/** The charsets to choose from, with the names that people know. `?charset=` takes other labels too. */
const commonCharsets: readonly (readonly [label: string, name: string])[] = [
  ['utf-8', 'UTF-8'],
  ['windows-1252', 'Latin-1'],
  ['cp437', 'CP437 (PC)'],
  ['macintosh', 'Mac Roman'],
  ['koi8-r', 'KOI8-R'],
  ['windows-1251', 'Cyrillic (1251)'],
  ['iso-8859-2', 'Latin-2'],
  ['shift_jis', 'Shift JIS'],
  ['euc-jp', 'EUC-JP'],
  ['euc-kr', 'EUC-KR'],
  ['big5', 'Big5'],
  ['gbk', 'GBK'],
];

interface CharsetProps {
  readonly context: Pick<GatewayContext, 'links'>;
  /** The charset in use. */
  readonly charset: string;
  /** The other parameters of the page. */
  readonly query?: Readonly<Record<string, string>>;
}

/** Names the charset of a text and offers others. */
export function CharsetForm({ context, charset, query }: CharsetProps): VNode {
  const name = commonCharsets.find(([label]) => label === charset)?.[1] ?? charset;
  return (
    <details class="charsets">
      <summary>Decoded as {name}. Garbled text?</summary>
      <ul>
        {commonCharsets
          .filter(([label]) => label !== charset)
          .map(([label, name]) => (
            <li>
              <a href={context.links.self({ ...query, charset: label })} rel={VIEW_REL}>
                {name}
              </a>
            </li>
          ))}
      </ul>
    </details>
  );
}
