/** Sources whose chunks a test chooses, in place of a connection. */
import type { Source } from '../../../src/protocols/connection.ts';

/** A source of these chunks, one character for each octet. It returns each in the same buffer, as a connection does. */
export function sourceOf(...chunks: readonly string[]): Source {
  const buffer = new Uint8Array(1024);
  const left = chunks.map((chunk) => Buffer.from(chunk, 'latin1'));
  const unread: Uint8Array[] = [];
  return {
    async read() {
      const pending = unread.pop();
      if (pending !== undefined) return pending;
      const next = left.shift();
      if (next === undefined) return null;
      buffer.fill(0xff);
      buffer.set(next);
      return buffer.subarray(0, next.byteLength);
    },
    unread(octets) {
      if (octets.byteLength > 0) unread.push(octets);
    },
  };
}
