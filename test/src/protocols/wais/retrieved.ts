/** Reads the answer to a retrieval as a whole, for tests. */
import type { DiagnosticRecord } from '../../../../src/protocols/wais/answer.ts';
import { RetrievalReader } from '../../../../src/protocols/wais/retrieval-answer.ts';
import { WaisError } from '../../../../src/schemes/wais/fields.ts';

/** As much as the gateway accepts. */
const MIB = 1024 * 1024;

export interface Retrieved {
  /** `null` = the answer has no text. */
  readonly text: Uint8Array | null;
  readonly diagnostics: readonly DiagnosticRecord[];
  /** The octets of the last chunk that do not belong to the answer. */
  readonly left: number;
}

/**
 * Reads an answer in chunks.
 *
 * @param chunks - the message with its header
 * @throws WaisError if the answer breaks the protocol or is cut off
 */
export function retrieved(chunks: readonly Uint8Array[], mostText = MIB): Retrieved {
  const reader = new RetrievalReader({ message: MIB, text: mostText });
  const text: Uint8Array[] = [];
  let left = 0;
  for (const chunk of chunks) {
    const part = reader.read(chunk);
    text.push(part.text);
    left += chunk.length - part.used;
  }
  if (!reader.complete) throw new WaisError('The answer is cut off.');
  return { text: reader.textLength === null ? null : Buffer.concat(text), diagnostics: reader.diagnostics, left };
}
