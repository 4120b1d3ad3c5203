/** A text file on a page: the text, and links to it in other charsets, for texts that were decoded wrongly. */
import type { VNode } from 'preact';
import { VIEW_REL } from '../../pages/parts/layout.tsx';
import { Empty } from '../../pages/parts/notice.tsx';
import type { GatewayContext } from '../contract/contract.ts';
import { TextBlock } from './styled-text.tsx';

interface TextContentProps {
  readonly context: Pick<GatewayContext, 'links'>;
  readonly octets: Uint8Array;
  /** The octets, decoded. */
  readonly text: string;
  readonly charset: string;
  /** The parameters that the links to other charsets repeat. */
  readonly query?: Readonly<Record<string, string>> | undefined;
}

export function TextContent({ context, octets, text, charset, query = {} }: TextContentProps): VNode {
  return (
    <>
      {text.trim() === '' ? <Empty>The file is empty.</Empty> : <TextBlock text={text} />}
      {octets.some((octet) => octet > 0x7f) && <CharsetForm context={context} charset={charset} query={query} />}
    </>
  );
}

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
