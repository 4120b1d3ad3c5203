/** Texts as most servers have them. */
import { decodeCharset, detectCharset } from '../octets/charset.ts';
import type { ReadableText } from './opened.ts';

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
  /** Canonical. */
  readonly url: string;
  /** As for {@link decodedText}. */
  readonly charset: string | null;
}

/** A text that is shown as it is. */
export function plainText({ url, charset: chosen, octets, ...described }: ReceivedText): ReadableText {
  const { charset, text } = decodedText(octets, chosen);
  return { shape: 'text', ...described, octets, charset, text, json: () => ({ kind: 'text', url, charset, text }) };
}
