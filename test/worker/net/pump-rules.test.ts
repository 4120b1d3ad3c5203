/** What the pump does with each part, over streams of Node. `pump.test.ts` runs it in the runtime. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GatewayError } from '../../../src/net/failure.ts';
import type { Filter } from '../../../src/protocols/connection.ts';
import { ProtocolError } from '../../../src/protocols/protocol-error.ts';
import { type Delivery, pump, type TransferOutcome } from '../../../worker/net/pump.ts';

/** The streams that were made: their lengths, or that they have none. */
let lengths: (number | null | 'no length')[] = [];
/** Counts the lines about bugs. */
const faults = vi.fn();
beforeEach(() => {
  lengths = [];
  faults.mockReset();
  vi.spyOn(console, 'error').mockImplementation(faults);
  class Unlimited extends TransformStream {
    constructor() {
      super();
      lengths.push('no length');
    }
  }
  class Limited extends TransformStream {
    constructor(length: number) {
      super();
      lengths.push(length);
    }
  }
  vi.stubGlobal('IdentityTransformStream', Unlimited);
  vi.stubGlobal('FixedLengthStream', Limited);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Pumps these parts; an error is thrown in place of a part. */
function pumping(parts: readonly unknown[], own: Partial<Delivery> = {}, method = 'GET') {
  const rest = [...parts];
  const source = {
    reads: 0,
    closed: 0,
    async read() {
      source.reads += 1;
      const part = rest.shift();
      if (part === undefined) return null;
      if (typeof part !== 'string') throw part;
      return Buffer.from(part);
    },
    unread() {
      throw new Error('The pump takes all that it reads.');
    },
    close() {
      source.closed += 1;
    },
  };
  const outcomes: TransferOutcome[] = [];
  const announced: number[] = [];
  const waits: Promise<unknown>[] = [];
  const notes = { route: null, scheme: null, urls: 0, aborted: false, refusal: null, octets: 0 };
  const start = () =>
    pump(
      source,
      { length: null, cap: 100, ended: (outcome) => outcomes.push(outcome), ...own },
      {
        request: new Request('https://waypost.example.net/', { method }),
        notes,
        execution: { waitUntil: (wait) => void waits.push(wait), announce: (length) => announced.push(length) },
      },
    );
  return { source, outcomes, announced, notes, start, ended: () => Promise.all(waits) };
}

/** Reads what a client gets: its parts, and whether they have an end. */
async function receive(body: ReadableStream<Uint8Array>) {
  const parts: string[] = [];
  try {
    for await (const part of body) parts.push(Buffer.from(part).toString());
    return { parts, whole: true };
  } catch {
    return { parts, whole: false };
  }
}

/** Passes everything on in two parts, and adds octets at the end. */
const adding = (end: string): Filter => ({
  pass: (octets) => [octets.subarray(0, 1), octets.subarray(1)],
  flush: () => Buffer.from(end),
});

const LOST = new ProtocolError('unreachable', 'The connection broke.');

describe('a client gets', () => {
  it.each<[what: string, parts: readonly string[], own: Partial<Delivery>, received: readonly string[]]>([
    ['each part', ['ab', 'c', 'd'], {}, ['ab', 'c', 'd']],
    ['as much as the cap', ['ab', 'cd'], { cap: 4 }, ['ab', 'cd']],
    ['the announced length, and its last octet at the end', ['ab', 'cd'], { length: 4 }, ['ab', 'c', 'd']],
    ['a last octet that comes alone', ['ab', 'c'], { length: 3 }, ['ab', 'c']],
    ['an announced length that is the cap', ['ab'], { length: 2, cap: 2 }, ['a', 'b']],
    ['nothing', [], { length: 0 }, []],
    ['a part of a source', ['ab', 'cd', 'ef'], { length: 3, stopAtLength: true }, ['ab', 'c']],
    ['a part of one octet', ['ab'], { length: 1, stopAtLength: true }, ['a']],
    ['all, where no length says where to stop', ['ab', 'cd'], { stopAtLength: true }, ['ab', 'cd']],
    ['what a filter adds', ['ab'], { filter: adding('cd') }, ['a', 'b', 'cd']],
    [
      'what a filter adds, up to the length',
      ['ab'],
      { filter: adding('xyz'), length: 4, stopAtLength: true },
      ['a', 'b', 'xy'],
    ],
    ['its last octet from a filter that adds nothing', ['ab'], { filter: adding(''), length: 2 }, ['a', 'b']],
  ])('%s', async (_, parts, own, received) => {
    const { source, outcomes, announced, notes, start, ended } = pumping(parts, own);
    expect(await receive(start())).toEqual({ parts: received, whole: true });
    await ended();
    const octets = received.join('').length;
    expect(outcomes).toEqual([{ octets, failure: null }]);
    expect([notes.octets, notes.aborted, source.closed > 0]).toEqual([octets, false, true]);
    expect([lengths, announced]).toEqual([[own.length ?? 'no length'], own.length === undefined ? [] : [own.length]]);
  });
});

describe('a body is broken', () => {
  it.each<[what: string, parts: readonly unknown[], own: Partial<Delivery>, received: string, failure: object]>([
    ['by its source', ['ab', LOST], {}, 'ab', LOST],
    ['by its source after the last octet', ['ab', LOST], { length: 2 }, 'a', LOST],
    ['by its source after a last octet that came alone', ['ab', 'c', LOST], { length: 3 }, 'ab', LOST],
    ['by an octet beyond the cap', ['ab', 'cd'], { cap: 3 }, 'ab', { code: 'too-large' }],
    ['by an octet beyond the length', ['ab', 'cd'], { length: 3 }, 'ab', { code: 'malformed' }],
    ['by an octet that is missing', ['ab'], { length: 3 }, 'ab', { code: 'malformed' }],
    ['by an octet that is missing in a part', ['ab'], { length: 3, stopAtLength: true }, 'ab', { code: 'malformed' }],
    ['by what a filter adds beyond the cap', ['ab'], { cap: 3, filter: adding('cd') }, 'ab', { code: 'too-large' }],
  ])('%s', async (_, parts, own, received, failure) => {
    const { source, outcomes, notes, start, ended } = pumping(parts, own);
    const { parts: got, whole } = await receive(start());
    expect([got.join(''), whole]).toEqual([received, false]);
    await ended();
    expect(outcomes).toMatchObject([{ failure }]);
    expect([notes.aborted, notes.octets, source.closed > 0]).toEqual([true, outcomes[0]?.octets, true]);
    expect(faults).not.toHaveBeenCalled();
  });

  it('before it begins, by a length beyond the cap', () => {
    const { source, announced, start } = pumping([], { length: 101 });
    expect(start).toThrow(expect.objectContaining({ code: 'too-large' }));
    expect([source.closed, lengths, announced]).toEqual([1, [], []]);
  });
});

describe('the source', () => {
  it('of a part is not read beyond it', async () => {
    const { source, start } = pumping(['ab', 'cd', 'ef'], { length: 4, stopAtLength: true });
    await receive(start());
    expect(source.reads).toBe(2);
  });

  it('is read as fast as the client takes its octets', async () => {
    const { source, start, ended } = pumping(['a', 'b', 'c', 'd', 'e', 'f']);
    const body = start();
    await new Promise((resolve) => setImmediate(resolve));
    expect(source.reads).toBe(1);
    await receive(body);
    await ended();
    expect(source.reads).toBe(7);
  });

  it('is closed before the client gets the last octet', async () => {
    const { source, start } = pumping(['a'], { length: 1 });
    const body = start();
    await new Promise((resolve) => setImmediate(resolve));
    expect(source.closed).toBe(1);
    await receive(body);
  });

  it('of a part is closed when the client has got it', async () => {
    const { source, start, ended } = pumping(['a'], { length: 1, stopAtLength: true });
    const body = start();
    await new Promise((resolve) => setImmediate(resolve));
    expect(source.closed).toBe(0);
    await receive(body);
    await ended();
    expect(source.closed).toBeGreaterThan(0);
  });
});

describe('the log', () => {
  const bug = new TypeError('a bug');
  it.each<[what: string, failure: unknown, method: string, aborted: boolean, logged: number]>([
    ['a failure', LOST, 'GET', true, 0],
    ['a failure that HEAD meets', LOST, 'HEAD', true, 0],
    ['a failure of the gateway that HEAD meets', new GatewayError('rate-limited', 'no'), 'HEAD', true, 0],
    ['a client that leaves', new GatewayError('client-closed', 'gone'), 'GET', true, 0],
    ['a client that leaves after HEAD', new GatewayError('client-closed', 'gone'), 'HEAD', false, 0],
    ['a bug', bug, 'GET', true, 1],
    ['a bug with a code', Object.assign(new TypeError('a bug'), { code: 'client-closed' }), 'HEAD', true, 1],
  ])('says how a body ended: %s', async (_, failure, method, aborted, logged) => {
    const { notes, outcomes, start, ended } = pumping([failure], {}, method);
    await receive(start());
    await ended();
    expect(outcomes).toEqual([{ octets: 0, failure }]);
    expect([notes.aborted, faults.mock.calls.length]).toEqual([aborted, logged]);
  });

  it.each<[what: string, parts: readonly string[], own: Partial<Delivery>]>([
    ['in the middle', ['a', 'b', 'c'], {}],
    ['before the last octet', ['a'], { length: 1 }],
    ['before the end', [], {}],
  ])('says that the client left %s', async (_, parts, own) => {
    const { outcomes, notes, start, ended } = pumping(parts, own);
    const body = start();
    await body.cancel();
    await ended();
    expect(outcomes).toMatchObject([{ failure: { code: 'client-closed' } }]);
    expect(notes.aborted).toBe(true);
  });
});
