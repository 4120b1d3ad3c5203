/**
 * Input that is not UTF-8, converted while it streams.
 */

export type InputEncoding = 'utf-8' | 'latin1' | 'utf-16';

/**
 * Octets of an encoding as octets of UTF-8.
 *
 * @param source - octets
 * @param encoding - ISO 8859-1, or UTF-16 in the order of its byte order mark, little-endian without one
 */
export async function* asUtf8(source: AsyncIterable<Uint8Array>, encoding: InputEncoding): AsyncGenerator<Uint8Array> {
  if (encoding === 'utf-8') yield* source;
  else if (encoding === 'latin1') yield* fromLatin1(source);
  else yield* fromUtf16(source);
}

async function* fromLatin1(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const { buffer, byteOffset, byteLength } of source) {
    yield Buffer.from(Buffer.from(buffer, byteOffset, byteLength).toString('latin1'));
  }
}

async function* fromUtf16(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let decoder: TextDecoder | null = null;
  /** The input until it has the two octets of a mark. */
  let start = Buffer.alloc(0);
  for await (const chunk of source) {
    if (decoder !== null) {
      yield Buffer.from(decoder.decode(chunk, { stream: true }));
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < 2) continue;
    decoder = new TextDecoder(start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-16le');
    yield Buffer.from(decoder.decode(start, { stream: true }));
  }
  // An odd octet at the end becomes U+FFFD.
  if (decoder !== null || start.length > 0) {
    yield Buffer.from(decoder === null ? '\ufffd' : decoder.decode());
  }
}
