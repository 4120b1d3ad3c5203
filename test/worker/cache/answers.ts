/** Answers of flights, and bodies for them, for tests of one level of the cache. */
import type { SharedAnswer } from '../../../worker/cache/flights.ts';
import { SharedBody } from '../../../worker/cache/shared-body.ts';
import { newNotes } from '../../../worker/log.ts';

/** An answer that is complete and has no body, except for what a test says. */
export function answerWith(members: Partial<SharedAnswer> = {}): SharedAnswer {
  return {
    ...{ kind: 'shared', status: 200, headers: {}, body: null, length: null, copy: null, isKept: false },
    ...{ notes: newNotes(), done: Promise.resolve() },
    ...members,
  };
}

/** A body whose source gives what is written. @param keep - the octets up to which it can be joined */
export function writtenBody(keep = 100) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const body = new SharedBody(readable, { keep, window: 100, memory: { left: 1000 }, patience: 1000 });
  const write = (text: string): Promise<void> => writer.write(new TextEncoder().encode(text));
  return { body, write, end: () => writer.close() };
}
