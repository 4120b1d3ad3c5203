/** Who shares a flight, how long others may enter it, and when it is abandoned. */
import { describe, expect, test } from 'vitest';
import { type FlightAnswer, Flights, type LongAnswer } from '../../../worker/cache/flights.ts';
import { newNotes } from '../../../worker/log.ts';
import { answerWith, writtenBody } from './answers.ts';

const LONG: LongAnswer = {
  kind: 'long',
  response: new Response(),
  notes: newNotes(),
  done: new Promise(() => {}),
};

/** Flights whose answers arrive when the test says so. */
function setUp() {
  const flights = new Flights();
  const begun: (PromiseWithResolvers<FlightAnswer> & { readonly signal: AbortSignal })[] = [];
  const work: Promise<unknown>[] = [];
  const make = (signal: AbortSignal) => {
    const answer = Promise.withResolvers<FlightAnswer>();
    begun.push({ ...answer, signal });
    return answer.promise;
  };
  const read = (key = 'one') => flights.read(key, make, (more) => void work.push(more));
  return { begun, work, read };
}

/** What arrives, which is never done. */
const pending = { done: new Promise<void>(() => {}) };
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('a flight', () => {
  test('is for equal requests, of which the first one makes the answer', async () => {
    const { begun, read, work } = setUp();
    const [first, second, other] = [read(), read(), read('other')];
    expect([first.isFirst, second.isFirst, other.isFirst]).toEqual([true, false, true]);
    expect([begun.length, work.length]).toEqual([2, 2]);
    const answer = answerWith();
    begun[0]?.resolve(answer);
    expect([await first.answer, await second.answer]).toEqual([answer, answer]);
  });

  test('that has failed is not abandoned by those who leave it', async () => {
    const { begun, read } = setUp();
    const readers = [read(), read()];
    begun[0]?.reject(new Error('no answer'));
    await Promise.all(readers.map(({ answer }) => expect(answer).rejects.toThrow('no answer')));
    for (const { leave } of readers) leave();
    await turn();
    expect(begun[0]?.signal.aborted).toBe(false);
  });

  test.each<[what: string, answer: () => Promise<FlightAnswer>, isOpen: boolean]>([
    ['has no body', async () => answerWith(pending), true],
    ['has the beginning of its body', async () => answerWith({ ...pending, body: writtenBody().body }), true],
    [
      'has the beginning no more',
      async () => {
        const { body, write } = writtenBody(1);
        await write('ab');
        await turn();
        return answerWith({ ...pending, body });
      },
      false,
    ],
    ['is for one reader', async () => LONG, false],
  ])('whose answer %s', async (_, answer, isOpen) => {
    const { begun, read } = setUp();
    const first = read();
    begun[0]?.resolve(await answer());
    await first.answer;
    expect(read().isFirst).toBe(!isOpen);
  });

  test.each(['resolve', 'reject'] as const)('ends when its answer is done: %s', async (ending) => {
    const { begun, read, work } = setUp();
    const { answer } = read();
    begun[0]?.[ending](answerWith());
    await Promise.allSettled([answer]);
    await Promise.all(work);
    expect([read().isFirst, begun.length]).toEqual([true, 2]);
  });

  test('that ends late does not end the next one', async () => {
    const { begun, read, work } = setUp();
    read().leave();
    read();
    begun[0]?.resolve(answerWith());
    await work[0];
    expect([read().isFirst, begun.length]).toEqual([false, 2]);
  });
});

describe('a flight is abandoned', () => {
  test('when the last of its readers has left, each of whom counts once', async () => {
    const { begun, read } = setUp();
    const [first, second] = [read(), read()];
    first.leave();
    first.leave();
    await turn();
    expect(begun[0]?.signal.aborted).toBe(false);
    second.leave();
    await turn();
    expect(begun[0]?.signal.aborted).toBe(true);
  });

  test('by its only reader, with a reason, so the next one begins another', async () => {
    const { begun, read } = setUp();
    read().leave();
    expect(read().isFirst).toBe(true);
    await turn();
    expect(begun.map(({ signal }) => signal.reason?.code)).toEqual(['client-closed', undefined]);
  });

  test.each<[what: string, answer: () => Promise<FlightAnswer>, isAbandoned: boolean]>([
    ['without a body', async () => answerWith(pending), false],
    [
      'with all of its body',
      async () => {
        const { body, end } = writtenBody();
        await Promise.all([end(), body.whole]);
        return answerWith({ ...pending, body });
      },
      false,
    ],
    ['with a part of its body', async () => answerWith({ ...pending, body: writtenBody().body }), true],
    ['for one reader', async () => LONG, true],
  ])('or not, after an answer %s', async (_, answer, isAbandoned) => {
    const { begun, read } = setUp();
    const { leave, answer: arrived } = read();
    begun[0]?.resolve(await answer());
    await arrived;
    leave();
    await turn();
    expect(begun[0]?.signal.aborted).toBe(isAbandoned);
  });
});
