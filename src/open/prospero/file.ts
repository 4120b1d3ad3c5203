/** Files whose contents a Prospero server gives itself, in its answer. */
import { displayText } from '../../octets/ansi.ts';
import { lastName } from '../../protocols/prospero/client.ts';
import type { Link } from '../contract.ts';
import { transferOfKnown } from '../known-octets.ts';
import { mediaTypeOf } from '../media-type.ts';
import type { File } from '../opened.ts';
import { asReadableText } from '../text.ts';

/** In seconds. */
const FRESH = 3600;

/** A file. Programs get it as a text, whatever it is: its servers have hardly anything else. */
export function fileOf({ details }: Link<'prospero'>, octets: Uint8Array, charset: string | null): File {
  const name = displayText(lastName(details));
  const read: File['read'] = (octets, decided = charset) =>
    asReadableText({ noun: NOUN, name, octets, charset: decided, freshFor: FRESH });
  return {
    shape: 'file',
    freshFor: FRESH,
    noun: NOUN,
    name,
    mediaType: null,
    size: octets.byteLength,
    isExact: true,
    exists: true,
    modified: null,
    isBase: true,
    isResumable: false,
    isRead: /^text\/plain\b/.test(mediaTypeOf(name, { first: octets, charset })),
    read,
    json: (links) => read(octets).json(links),
    fetch: async () => transferOfKnown(octets),
    close() {},
  };
}

const NOUN = 'file';
