/**
 * Writes text, or octets, to a stream in pieces of a useful size. A piece waits until the client has taken the one
 * before, so a long answer needs little memory.
 */
import type { RequestContext } from './request-context.ts';
import { answerOnce } from './response.ts';

/** The characters that are collected for one write. */
const WRITE_SIZE = 64 * 1024;

const encoder = new TextEncoder();

/** Collects text and writes it when there is enough of it. */
export interface TextWriter {
  /** If this fills a piece, a promise that resolves when the client has taken it. Most calls need no waiting. */
  readonly write: (text: string) => Promise<void> | undefined;
  /** Writes what has been collected so far. */
  readonly flush: () => Promise<void>;
}

/**
 * Answers with a text that is written as fast as the client takes it. The answer breaks off if `produce` fails; the log
 * says whether it was aborted.
 */
export function answerText(
  context: RequestContext,
  type: string,
  produce: (text: TextWriter) => Promise<void>,
): Response {
  return answerOctets(context, type, async (sink) => {
    let collected = '';
    const flush = async (): Promise<void> => {
      if (collected === '') return;
      const octets = encoder.encode(collected);
      collected = '';
      await sink(octets);
    };
    const write = (text: string): Promise<void> | undefined => {
      collected += text;
      return collected.length < WRITE_SIZE ? undefined : flush();
    };
    await produce({ write, flush });
    await flush();
  });
}

/** As {@link answerText}, with octets: each call of `sink` resolves when the client has taken them. */
export function answerOctets(
  { notes, streaming }: RequestContext,
  type: string,
  produce: (sink: (octets: Uint8Array) => Promise<void>) => Promise<void>,
): Response {
  const { readable, writable } = new IdentityTransformStream();
  // Keeps the Worker alive until the answer is complete.
  streaming.push(
    writeOctets(writable, produce).catch(() => {
      notes.aborted = true;
    }),
  );
  return answerOnce(type, readable);
}

async function writeOctets(
  stream: WritableStream,
  produce: (sink: (octets: Uint8Array) => Promise<void>) => Promise<void>,
): Promise<void> {
  const writer = stream.getWriter();
  try {
    await produce((octets) => writer.write(octets));
    await writer.close();
  } catch (reason) {
    // A break shows the client that the answer is not complete. It has no effect if the client is gone.
    await writer.abort(reason).catch(() => undefined);
    throw reason;
  }
}
