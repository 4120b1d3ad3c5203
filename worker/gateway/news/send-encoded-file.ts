/** Answers with a file that stands in the text of an article, decoded while the article arrives. */

import { fieldOf, parseFields, parseStructured, splitEntity } from '../../../src/message/header.ts';
import { readMessage } from '../../../src/message/message.ts';
import { concatOctets } from '../../../src/octets/octets.ts';
import { collect } from '../../../src/protocols/collect.ts';
import type { Filter } from '../../../src/protocols/connection.ts';
import { protocolLimits } from '../../../src/protocols/limits.ts';
import type { DataStream } from '../../../src/protocols/nntp/data-block.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { pump } from '../../net/pump.ts';
import { limits } from '../../settings/limits.ts';
import { isMedia } from '../shared/media-page.tsx';
import { dispositionOf, mediaTypeOf, UNKNOWN } from '../shared/media-type.ts';
import { servedType } from '../shared/serve-part.tsx';
import { PAGE_OR_FILE, wantsPage } from '../shared/wants-page.ts';
import { EncodedFileDecoder } from './encoded-file.ts';
import type { NewsContext } from './server.ts';

/**
 * Answers with the n-th file in the text of an article. From now on the data belongs to the answer.
 *
 * @param index - from 1
 * @param headersFor - the headers of every response from this article, by its first octets
 * @throws GatewayError `not-found`
 */
export async function sendEncodedFile(
  context: NewsContext,
  data: DataStream,
  index: number,
  headersFor: (article: Uint8Array) => Readonly<Record<string, string>>,
): Promise<Response> {
  const first = await data.header(protocolLimits.multilineReply);
  const decoder = new EncodedFileDecoder(index);
  if (isEncodedText(first)) await replaceByText(context, data);
  const beginning: Uint8Array[] = [];
  while (decoder.start === null) {
    const octets = await data.read();
    if (octets === null) break;
    beginning.push(...decoder.pass(octets));
  }
  const { start } = decoder;
  if (start === null) {
    data.close();
    throw new GatewayError('not-found', 'The article does not contain this file.');
  }
  const name = start.name.replace(/^.*[\\/]/, '');
  const type = servedType(mediaTypeOf(name, null));
  // Without an origin, a browser cannot play a sound in a window of its own.
  const isSaved = isMedia(type) && wantsPage(context);
  const headers = {
    ...headersFor(first),
    'Content-Type': type,
    'Content-Disposition': dispositionOf(name, isSaved ? UNKNOWN : type),
    'Content-Encoding': 'identity',
    Vary: PAGE_OR_FILE,
  };
  if (context.request.method === 'HEAD') {
    data.close();
    return new Response(null, { headers });
  }
  const filter: Filter = {
    pass: (octets) => [...beginning.splice(0), ...decoder.pass(octets)],
    flush: () => concatOctets([...beginning.splice(0), decoder.flush()]),
  };
  const body = pump(data, { length: null, cap: context.environment.downloadCap, filter }, context);
  return new Response(body, { headers });
}

/** Whether the lines of a text are not the lines of the article: a transfer encoding hides them. */
function isEncodedText(article: Uint8Array): boolean {
  const fields = parseFields(splitEntity(article).header, null);
  const { value } = parseStructured(fieldOf(fields, 'Content-Type') ?? '');
  return (
    value.startsWith('multipart/') ||
    /quoted-printable|base64/i.test(fieldOf(fields, 'Content-Transfer-Encoding') ?? '')
  );
}

/** Puts the decoded texts in the place of the article. Such articles are from after the time of encoded files, and rare. */
async function replaceByText({ view }: NewsContext, data: DataStream): Promise<void> {
  const { octets } = await collect(data, 2 * limits.textPage);
  const { texts } = readMessage(octets, view.charset);
  data.unread(new TextEncoder().encode(texts.map(({ text }) => text).join('\n')));
}
