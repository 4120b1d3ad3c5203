/** Text as a stream: coalesced, with back-pressure, and with an end that its source and its reader hear of. */
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { type BodyEnding, type TextSource, textStream } from '../../../worker/http/text-stream.ts';

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

describe('a reader that leaves', () => {
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
    await reader.cancel();
    expect(ended.mock.calls).toEqual([[{ kind: 'cancelled' }]]);
    expect((await pending).done).toBe(true);
    await vi.waitFor(() => expect(returned).toHaveBeenCalledOnce());
  });
});
