/** A text file on a page: the text, and other charsets to read it in. */
import type { VNode } from 'preact';
import { Empty } from '../../pages/parts/notice.tsx';
import type { GatewayContext } from '../contract/contract.ts';
import { CharsetForm } from './charset-form.tsx';
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
