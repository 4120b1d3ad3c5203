/**
 * Texts that are short enough are read as a whole, others are files that arrive. The period at the end and the doubled
 * periods, which the protocol adds, are removed.
 */
import { displayText } from '../../octets/ansi.ts';
import { decodeCharset, detectCharset, isUtf8 } from '../../octets/charset.ts';
import { splitSauce } from '../../octets/sauce.ts';
import { CAPS_SELECTORS, type GopherCapabilities, parseCaps } from '../../protocols/gopher/caps.ts';
import { plainText } from '../../protocols/gopher/period.ts';
import { collectBody, type GopherReply } from '../../protocols/gopher/reply.ts';
import { prefetchDeclared, textReader } from '../../protocols/gopher/text-reader.ts';
import type { JsonLinks } from '../links.ts';
import type { AboutServer, DownloadOffer, ReadableText } from '../opened.ts';
import { LARGEST_TEXT, sauceMember } from '../text.ts';
import { arrivingFile, FILE_FRESH, fileJson } from './file.ts';
import { type GopherItem, headOf, itemName } from './item.ts';
import { FRESH, viewsOf } from './menu.ts';
import { servedText } from './served.ts';

export async function openText(item: GopherItem, reply: GopherReply): Promise<ReadableText | DownloadOffer> {
  const { link, charsets } = item;
  const { body } = reply;
  body.expectPeriod();
  await prefetchDeclared(body, charsets);
  const { octets: read, complete } = await collectBody(reply, LARGEST_TEXT);
  if (!complete) {
    body.unread(read);
    // As for the whole of a shorter text.
    const declared = isUtf8(read, 'beginning') ? null : await charsets.declared();
    return longText(item, reply, charsets.charset ?? detectCharset(read, declared, 'beginning'));
  }
  const octets = plainText(read);
  const { text: content, sauce } = splitSauce(octets);
  const { read: decode, charset } = await textReader(charsets, [content]);
  const text = decode(content);
  const head = headOf(item);
  const caps = capabilitiesIn(item, octets);
  return {
    shape: 'text',
    freshFor: FRESH,
    head: () => head,
    noun: 'file',
    name: itemName(link),
    octets,
    charset,
    text: forPeople(text),
    decode: pageDecoder(charset),
    sent: () => servedText(octets, charset, charsets.charset),
    ...sauceMember(sauce),
    ...(caps !== null && { about: aboutServer(item, caps) }),
    json: (links) => ({ ...textJson(text, charset, links), ...sauceMember(sauce) }),
  };
}

/** A carriage return alone is no line break in a text that people read. */
const forPeople = (text: string): string => text.replace(/\r(?!\n)/g, '');

const pageDecoder = (charset: string) => (octets: Uint8Array) => forPeople(decodeCharset(octets, charset));

function longText(item: GopherItem, reply: GopherReply, charset: string): DownloadOffer {
  const page = { kind: 'text', noun: 'file', charset, decode: pageDecoder(charset) } as const;
  return {
    shape: 'download',
    freshFor: FILE_FRESH,
    json: (links) => fileJson(item, links),
    begin: async () => arrivingFile(item, reply, { mediaType: 'text/plain', charset, isText: true, page }),
  };
}

export function textJson(text: string, charset: string, links: JsonLinks): object {
  return { kind: 'text', charset, text, links: viewsOf(links) };
}

/** The capabilities in a `caps.txt` that somebody opens. Remembering them saves the server a request later. */
function capabilitiesIn({ link, known }: GopherItem, octets: Uint8Array): GopherCapabilities | null {
  if (!CAPS_SELECTORS.has(link.details.selector) || parseCaps(octets) === null) return null;
  return known.rememberCapabilities(octets);
}

/** The keys of a `caps.txt` that a page shows as a table; the text below it has all keys. */
const shownKeys: readonly (readonly [key: string, name: string])[] = [
  ['ServerDescription', 'Description'],
  ['ServerAdmin', 'Administrator'],
  ['ServerGeolocationString', 'Place'],
  ['ServerSoftware', 'Software'],
  ['ServerDefaultEncoding', 'Charset of texts'],
];

function aboutServer({ server }: GopherItem, { entries, tlsPort }: GopherCapabilities): readonly AboutServer[] {
  const values = new Map(entries);
  const facts = shownKeys.map(([key, name]) => {
    const value = values.get(key);
    return { name, text: value === undefined ? null : displayText(value), isLink: false };
  });
  const secure = tlsPort === null ? null : `gophers://${server.host}:${tlsPort}/`;
  return [...facts, { name: 'Over TLS', text: secure, isLink: true }];
}
