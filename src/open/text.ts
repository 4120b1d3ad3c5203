/** Texts as most servers have them. */
import { decodeCharset, detectCharset } from '../octets/charset.ts';
import { type Sauce, splitSauce } from '../octets/sauce.ts';
import type { ReadableText } from './opened.ts';

/** The longest text that becomes JSON or lines, in octets. A longer one has pages, or is sent as it arrives. */
export const LARGEST_TEXT = 2 * 1024 * 1024;

/**
 * Decodes a text.
 *
 * @param chosen - the charset that the reader has chosen, or that the server declares; `null` = the likeliest one
 */
export function decodedText(
  octets: Uint8Array,
  chosen: string | null,
): { readonly charset: string; readonly text: string } {
  const charset = chosen ?? detectCharset(octets);
  return { charset, text: decodeCharset(octets, charset) };
}

interface ReceivedText extends Pick<ReadableText, 'noun' | 'name' | 'octets' | 'freshFor'> {
  /** As for {@link decodedText}. */
  readonly charset: string | null;
}

/** A text that is shown as it is. */
export function asReadableText({ charset: chosen, octets, ...described }: ReceivedText): ReadableText {
  const { text: content, sauce } = splitSauce(octets);
  const { charset, text } = decodedText(content, chosen);
  const shown = { charset, text, ...sauceMember(sauce) };
  return { shape: 'text', ...described, octets, ...shown, json: () => ({ kind: 'text', ...shown }) };
}

/** What a text with a record has in addition, and its JSON too. */
export function sauceMember(sauce: Sauce | null): { readonly sauce?: Sauce } {
  return sauce === null ? {} : { sauce };
}
