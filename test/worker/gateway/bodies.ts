/** Bodies of servers for tests without the runtime, and streams in place of those that the runtime has. */
import { vi } from 'vitest';
import { PushbackBody } from '../../../src/protocols/connection.ts';

/** A body of these pieces, which says whether it was closed. */
export class TestBody extends PushbackBody {
  readonly #pieces: Uint8Array[];
  closed = false;

  constructor(...pieces: readonly string[]) {
    super();
    this.#pieces = pieces.map((piece) => new Uint8Array(Buffer.from(piece, 'latin1')));
  }

  protected async next(): Promise<Uint8Array | null> {
    return this.#pieces.shift() ?? null;
  }

  close(): void {
    this.closed = true;
  }
}

/** Replaces the streams of the runtime until `vi.unstubAllGlobals`. */
export function stubStreams(): void {
  vi.stubGlobal('IdentityTransformStream', TransformStream);
  vi.stubGlobal(
    'FixedLengthStream',
    class extends TransformStream {
      constructor(_: number) {
        super();
      }
    },
  );
}
