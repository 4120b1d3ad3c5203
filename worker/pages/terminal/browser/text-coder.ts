/** The charset of a terminal: decodes what the server sends across messages, and encodes what is typed. */
import { CharsetDecoder, encodeCharset } from '../../../../src/octets/charset-stream.ts';

const UTF_8 = 'utf-8';

export class TextCoder {
  #charset: string;
  #decoder: CharsetDecoder;

  constructor(charset: string) {
    this.#charset = charset;
    this.#decoder = new CharsetDecoder(charset);
  }

  change(charset: string): void {
    this.#charset = charset;
    this.#decoder = new CharsetDecoder(charset);
  }

  /** Forgets the beginning of a character, for a new session. */
  reset(): void {
    this.change(this.#charset);
  }

  /** What xterm.js shows for these octets. It decodes UTF-8 itself. */
  decode(octets: Uint8Array): Uint8Array | string {
    return this.#charset === UTF_8 ? octets : this.#decoder.decode(octets);
  }

  encode(text: string): Uint8Array<ArrayBuffer> {
    return encodeCharset(text, this.#charset);
  }
}
