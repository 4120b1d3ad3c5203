/** Writes what an opener returns: JSON for programs, lines for people, or octets. */
import { jsonPieces } from '../../src/open/json-pieces.ts';
import type { JsonLinks } from '../../src/open/links.ts';
import { listingJson } from '../../src/open/listing-json.ts';
import { mediaTypeOf } from '../../src/open/media-type.ts';
import type { File, Listing, Octets, Opened as Shape } from '../../src/open/opened.ts';
import type { GetRequest } from './contract.ts';
import { directoryLines, type Opened, octetsOf, paragraph } from './opened.ts';

/** How a shape is written. */
export interface Writing extends Pick<GetRequest, 'format' | 'charset'> {
  readonly links: JsonLinks;
}

export async function openedOf(shape: Shape, writing: Writing): Promise<Opened> {
  switch (shape.shape) {
    case 'moved':
      return { kind: 'moved', url: shape.url };
    case 'listing': {
      const json = jsonPieces(...listingJson(shape, shape.order, writing.links));
      return { kind: 'values', json, lines: listingLines(shape) };
    }
    case 'octets':
      return octetFile(shape, writing);
    case 'file':
      return fileOf(shape, writing);
  }
}

function* listingLines({ words, rows, order, unread, readme }: Listing): Generator<string> {
  for (const text of words) yield* paragraph(text);
  const entries = Array.from(rows.at(rows.sorted(order)), ({ kind, name, size, modified, target }) => {
    return { name, size, modified, isDirectory: kind === 'directory', target };
  });
  yield* directoryLines(entries);
  yield* unread;
  yield* paragraph(readme === null ? null : readme.text, 'below');
}

async function octetFile({ name, body }: Octets, { charset }: Writing): Promise<Opened> {
  const first = (await body?.read()) ?? new Uint8Array();
  body?.unread(first);
  const mediaType = mediaTypeOf(name, { first, charset });
  return { kind: 'file', mediaType, octets: body === null ? [] : octetsOf(body) };
}

async function fileOf(file: File, { charset }: Writing): Promise<Opened> {
  const transfer = await file.fetch();
  if (transfer.shape === 'moved') return { kind: 'moved', url: transfer.url };
  const { octets: first } = await transfer.beginning(Number.POSITIVE_INFINITY);
  const mediaType = mediaTypeOf(file.name, { first, charset });
  return { kind: 'file', mediaType, octets: octetsOf(transfer), remark: () => transfer.remark() };
}
