/** Text as a stream: coalesced, with back-pressure, and with an end that its source and its reader hear of. */
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { ProtocolError } from '../../../src/protocols/protocol-error.ts';
import {
  type BodyEnding,
  brokenBody,
  noteEnding,
  type TextSource,
  textStream,
} from '../../../worker/http/text-stream.ts';
import { newNotes } from '../../../worker/log.ts';

const ROW = 'row\n'.repeat(25);

function* rows(count: number, made: { count: number } = { count: 0 }): Generator<string, void> {
  for (; made.count < count; made.count++) yield ROW;
}

async function* arrivals(...items: readonly (string | Iterable<string>)[]): AsyncGenerator<string | Iterable<string>> {
  yield* items;
}

/** The source of each kind for the same rows. */
const kinds: readonly (readonly [string, (count: number) => TextSource])[] = [
  ['an iterable', (count) => rows(count)],
  ['an array', (count) => [...rows(count)]],
  ['one arrival', (count) => arrivals(rows(count))],
  ['an arrival for each row', (count) => arrivals(...rows(count))],
];

describe.each(kinds)('%s', (_kind, sourceOf) => {
  test.each([0, 1, 163, 164, 1000])('%d rows come whole, and the end is reported', async (count) => {
    const ended = vi.fn<(ending: BodyEnding) => void>();
    const text = await new Response(textStream(sourceOf(count), ended)).text();
    expect(text).toBe(ROW.repeat(count));
    expect(ended.mock.calls).toEqual([[{ kind: 'complete' }]]);
  });

  test('a hundred thousand characters are seven chunks', async () => {
    const sizes: number[] = [];
    for await (const chunk of textStream(sourceOf(1000))) sizes.push(chunk.length);
    expect(sizes.length).toBe(7);
    expect(Math.max(...sizes)).toBeLessThan(16 * 1024 + ROW.length);
  });
});

/** The lengths of the chunks of a source. */
async function sizesOf(source: TextSource): Promise<number[]> {
  const sizes: number[] = [];
  for await (const chunk of textStream(source)) sizes.push(chunk.length);
  return sizes;
}

test.each([
  [[], []],
  [[16_383], [16_383]],
  [[16_384], [16_384]],
  [
    [16_384, 1],
    [16_384, 1],
  ],
  [
    [16_383, 1, 1],
    [16_384, 1],
  ],
  [[16_382, 1, 16_384], [32_767]],
])('pieces of %j characters are chunks of %j', async (lengths, sizes) => {
  const pieces = lengths.map((length) => 'x'.repeat(length));
  expect(await sizesOf(pieces)).toEqual(sizes);
  expect(await sizesOf(arrivals(pieces))).toEqual(sizes);
  expect(await sizesOf(arrivals(...pieces))).toEqual(sizes);
});

test('nothing is sent before the first arrival', async () => {
  const first = Promise.withResolvers<string>();
  const reader = textStream(
    (async function* () {
      yield await first.promise;
    })(),
    undefined,
    { blank: '\n' },
  ).getReader();
  const read = reader.read();
  await setTimeout(5);
  first.resolve('text');
  expect(new TextDecoder().decode((await read).value)).toBe('text');
  expect((await reader.read()).done).toBe(true);
});

test('characters beyond ASCII are UTF-8', async () => {
  expect(await new Response(textStream(['Grüße ', '\u{1f439}'])).text()).toBe('Grüße \u{1f439}');
});

test('the source is asked only for what is read', async () => {
  const made = { count: 0 };
  const reader = textStream(rows(100_000, made)).getReader();
  await setTimeout(5);
  expect(made.count).toBe(0);
  await reader.read();
  await setTimeout(5);
  expect(made.count).toBeLessThan(200);
  await reader.cancel();
});

test('a blank is sent after an arrival without text, if the next one is not there', async () => {
  const later = Promise.withResolvers<string>();
  const source = async function* () {
    yield [];
    yield [];
    yield await later.promise;
    yield [];
  };
  const reader = textStream(source(), undefined, { blank: '\n' }).getReader();
  const chunks: string[] = [];
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    chunks.push(new TextDecoder().decode(value));
    later.resolve('text');
  }
  expect(chunks).toEqual(['\n', 'text']);
});

test('rows are sent while the source waits, although they do not fill a chunk', async () => {
  const later = Promise.withResolvers<string>();
  const reader = textStream(
    (async function* () {
      yield ['first, ', 'second'];
      yield await later.promise;
    })(),
  ).getReader();
  const read = async () => new TextDecoder().decode((await reader.read()).value);
  expect(await read()).toBe('first, second');
  later.resolve(', third');
  expect(await read()).toBe(', third');
  expect((await reader.read()).done).toBe(true);
});

describe('an error of the source', () => {
  const error = new Error('230 /secret/name: The server says something');
  const broken: readonly (readonly [string, () => TextSource])[] = [
    [
      'an iterable',
      function* () {
        yield ROW;
        throw error;
      },
    ],
    [
      'arrivals',
      async function* () {
        yield ROW;
        throw error;
      },
    ],
    [
      'an iterable in an arrival',
      () =>
        arrivals(
          (function* () {
            yield ROW;
            throw error;
          })(),
        ),
    ],
  ];

  test.each(broken)('%s: the stream breaks without the words of the error', async (_kind, sourceOf) => {
    const ended = vi.fn<(ending: BodyEnding) => void>();
    const text = new Response(textStream(sourceOf(), ended)).text();
    await expect(text).rejects.toThrow(/^The body ended too early\.$/);
    expect(ended.mock.calls).toEqual([[{ kind: 'broken', error }]]);
  });
});

test('an error that is there at once ends the body before the text that was not sent', async () => {
  const source = async function* () {
    yield 'text';
    throw new Error('a defect');
  };
  const sizes: number[] = [];
  const reading = async () => {
    for await (const chunk of textStream(source())) sizes.push(chunk.length);
  };
  await expect(reading()).rejects.toThrow('The body ended too early.');
  expect(sizes).toEqual([]);
});

test('the reason for a broken body comes after a turn, and is a lost connection to the runtime', async () => {
  const turn = vi.fn();
  globalThis.setTimeout(turn, 0);
  expect(await brokenBody()).toMatchObject({ message: 'The body ended too early.', retryable: true });
  expect(turn).toHaveBeenCalledOnce();
});

describe('the note of an ending', () => {
  const failure = new ProtocolError('timeout', 'Too late.');
  const defect = new TypeError('a defect');
  test.each<[method: string, ending: BodyEnding, aborted: boolean, faults: number]>([
    ['GET', { kind: 'complete' }, false, 0],
    ['GET', { kind: 'cancelled' }, true, 0],
    ['GET', { kind: 'broken', error: failure }, true, 0],
    ['GET', { kind: 'broken', error: defect }, true, 1],
    ['HEAD', { kind: 'complete' }, false, 0],
    ['HEAD', { kind: 'cancelled' }, false, 0],
    ['HEAD', { kind: 'broken', error: failure }, true, 0],
  ])('%s: %j is aborted: %s, and has %i faults', (method, ending, aborted, faults) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const notes = { ...newNotes(), aborted: !aborted };
    noteEnding({ request: new Request('https://w.example/', { method }), notes }, ending);
    expect([notes.aborted, log.mock.calls.length]).toEqual([aborted, faults]);
    log.mockRestore();
  });
});

describe('a reader that leaves', () => {
  test('the source of arrivals returns', async () => {
    const returned = Promise.withResolvers<void>();
    const source = async function* () {
      try {
        for (;;) yield ROW.repeat(200);
      } finally {
        returned.resolve();
      }
    };
    const reader = textStream(source()).getReader();
    await reader.read();
    await reader.cancel();
    await returned.promise;
  });

  test('the source of an iterable returns', async () => {
    const returned = vi.fn();
    const ended = vi.fn<(ending: BodyEnding) => void>();
    const source = function* () {
      try {
        yield* rows(1000);
      } finally {
        returned();
      }
    };
    const reader = textStream(source(), ended).getReader();
    await reader.read();
    await reader.cancel();
    expect(returned).toHaveBeenCalledOnce();
    expect(ended.mock.calls).toEqual([[{ kind: 'cancelled' }]]);
  });

  test('the end is reported at once although the source waits, and then the source returns', async () => {
    const closed = Promise.withResolvers<never>();
    const returned = vi.fn();
    const source = async function* () {
      try {
        yield ROW;
        await closed.promise;
      } finally {
        returned();
      }
    };
    const ended = vi.fn((_ending: BodyEnding) => closed.reject(new Error('closed')));
    const reader = textStream(source(), ended).getReader();
    await reader.read();
    const pending = reader.read();
    // Until the source is asked.
    await setTimeout(1);
    await reader.cancel();
    expect(ended.mock.calls).toEqual([[{ kind: 'cancelled' }]]);
    expect((await pending).done).toBe(true);
    await vi.waitFor(() => expect(returned).toHaveBeenCalledOnce());
    // The source ends with an error, which is not another end of the body.
    await setTimeout(5);
    expect(ended).toHaveBeenCalledOnce();
  });
});
