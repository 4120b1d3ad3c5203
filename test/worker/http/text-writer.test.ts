/** A text that is written in pieces, each when the client has taken the one before. */
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { answerOctets, answerText, type TextWriter } from '../../../worker/http/text-writer.ts';
import { contextOf } from './context.ts';

// workerd has it as a global.
beforeAll(() => void vi.stubGlobal('IdentityTransformStream', TransformStream));
afterAll(() => void vi.unstubAllGlobals());

/** The lengths of the pieces that a client gets. */
async function sizesOf(produce: (text: TextWriter) => Promise<void>): Promise<number[]> {
  const sizes: number[] = [];
  for await (const piece of answerText(contextOf('/'), 'text/plain', produce).body ?? []) sizes.push(piece.length);
  return sizes;
}

test('short texts wait for 64 Ki characters, and each full piece is waited for', async () => {
  const sizes = await sizesOf(async ({ write }) => {
    expect(write('x'.repeat(65_535))).toBeUndefined();
    await expect(write('x')).resolves.toBeUndefined();
    expect(write('x')).toBeUndefined();
    expect(write('x'.repeat(65_534))).toBeUndefined();
    await expect(write('xx')).resolves.toBeUndefined();
    await expect(write('x'.repeat(65_536))).resolves.toBeUndefined();
    expect(write('ä')).toBeUndefined();
  });
  expect(sizes).toEqual([65_536, 65_537, 65_536, 2]);
});

test('a flush sends what there is, and nothing twice', async () => {
  const sizes = await sizesOf(async ({ write, flush }) => {
    await flush();
    void write('abc');
    await flush();
    await flush();
  });
  expect(sizes).toEqual([3]);
  expect(await sizesOf(async () => undefined)).toEqual([]);
});

test('nothing is written before the client takes it', async () => {
  const context = contextOf('/');
  const written = vi.fn();
  const response = answerText(context, 'text/csv', async ({ write, flush }) => {
    void write('abc');
    await flush();
    written();
  });
  await setImmediate();
  expect(written).not.toHaveBeenCalled();
  expect(await response.text()).toBe('abc');
  expect(written).toHaveBeenCalledOnce();
  expect(response.headers.get('Content-Type')).toBe('text/csv');
  expect(context.streaming).toHaveLength(1);
  await Promise.all(context.streaming);
  expect(context.notes.aborted).toBe(false);
});

test('a text that fails breaks the answer off, and the log says so', async () => {
  const context = contextOf('/');
  const response = answerOctets(context, 'text/csv', async (sink) => {
    await sink(Uint8Array.of(0x61));
    throw new Error('a defect');
  });
  await expect(response.text()).rejects.toThrow('a defect');
  await Promise.all(context.streaming);
  expect(context.notes.aborted).toBe(true);
});

test('a client that leaves ends the text, and the log says so', async () => {
  const context = contextOf('/');
  const response = answerOctets(context, 'text/csv', async (sink) => {
    for (;;) await sink(Uint8Array.of(0x61));
  });
  await response.body?.cancel();
  await Promise.all(context.streaming);
  expect(context.notes.aborted).toBe(true);
});
