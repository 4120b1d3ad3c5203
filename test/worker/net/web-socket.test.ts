/** The Worker's end of a WebSocket, whose other end the test plays. */
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import {
  CLOSE,
  LARGEST_MESSAGE,
  LONGEST_TEXT,
  MESSAGES_A_SECOND,
  MOST_MESSAGES,
  PageSocket,
} from '../../../worker/net/web-socket.ts';

/** What the runtime gives to a Worker. */
class OwnEnd {
  readonly #listeners = new Map<string, (event: object) => void>();
  binaryType = 'blob';
  accepted = 0;
  readonly sent: unknown[] = [];
  readonly closes: (readonly [code: number, reason: string])[] = [];

  accept(): void {
    this.accepted += 1;
  }

  send(message: unknown): void {
    this.sent.push(message);
  }

  close(code: number, reason: string): void {
    this.closes.push([code, reason]);
  }

  addEventListener(type: string, listener: (event: object) => void): void {
    this.#listeners.set(type, listener);
  }

  /** The runtime learns what a listener throws. */
  hear(type: string, event: object = {}): void {
    this.#listeners.get(type)?.(event);
  }
}

/** The end that goes to the page. */
const PAGES_END = { end: 'of the page' };

let own = new OwnEnd();
beforeEach(() => {
  own = new OwnEnd();
  const ends = own;
  vi.stubGlobal('WebSocketPair', function Pair() {
    return [PAGES_END, ends];
  });
  // Node's own knows no status 101.
  vi.stubGlobal('Response', function Answer(body: unknown, init: object) {
    return { body, ...init };
  });
});
afterEach(() => void vi.unstubAllGlobals());

/** An open WebSocket that listens, and what it heard. */
function listening(act: (message: unknown) => void = () => {}) {
  const { page } = PageSocket.open(null);
  const heard: unknown[] = [];
  page.listen({
    octets: (octets) => heard.push([...octets.subarray(0, 3), octets.byteLength]),
    control: (message) => {
      heard.push(message);
      act(message);
    },
    flooded: () => {
      heard.push('flooded');
      page.close(CLOSE.policy, 'flooded');
    },
  });
  const receive = (data: unknown) => own.hear('message', { data });
  return { page, heard, receive };
}

/** Whether a promise is settled once everything that can run has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  return settled;
}

const MIB = 1024 * 1024;

test('the limits of messages and the codes of RFC 6455 §7.4.1', () => {
  expect([LONGEST_TEXT, LARGEST_MESSAGE]).toEqual([4096, 65_536]);
  expect(CLOSE).toEqual({ normal: 1000, policy: 1008, tooBig: 1009 });
});

describe('the response', () => {
  it.each([
    [null, null],
    ['tn3270e', 'tn3270e'],
  ])('accepts the subprotocol %s', (subprotocol, header) => {
    const { response } = PageSocket.open(subprotocol);
    expect(response).toMatchObject({ status: 101, webSocket: PAGES_END });
    expect(response.headers.get('Sec-WebSocket-Protocol')).toBe(header);
    expect([own.accepted, own.binaryType]).toEqual([1, 'arraybuffer']);
  });
});

describe('a message', () => {
  it('of octets, or of JSON, is heard', () => {
    const { heard, receive } = listening();
    receive(Uint8Array.of(1, 2, 3).buffer);
    receive('{"type":"size"}');
    receive('null');
    expect([heard, own.closes]).toEqual([[[1, 2, 3, 3], { type: 'size' }, null], []]);
  });

  it.each<[what: string, data: unknown, heard: number, closes: OwnEnd['closes']]>([
    ['a text of 4096 code units', `"${'x'.repeat(4094)}"`, 1, []],
    ['a text of 4097 code units', `"${'x'.repeat(4095)}"`, 0, [[1008, 'not a control message']]],
    ['a text that is not JSON', '{', 0, [[1008, 'not a control message']]],
    ['65,536 octets', new ArrayBuffer(65_536), 1, []],
    ['65,537 octets', new ArrayBuffer(65_537), 0, [[1009, 'message too large']]],
    ['something else', { byteLength: 1 }, 0, [[1009, 'message too large']]],
  ])('of %s', (_, data, count, closes) => {
    const { heard, receive } = listening();
    receive(data);
    expect([heard.length, own.closes]).toEqual([count, closes]);
  });

  it('is heard five hundred times at once, and two hundred times in a second after that', () => {
    vi.useFakeTimers();
    const { heard, receive } = listening();
    for (let count = 0; count < MOST_MESSAGES; count++) receive('1');
    vi.advanceTimersByTime(1000);
    for (let count = 0; count < MESSAGES_A_SECOND; count++) receive(new ArrayBuffer(1));
    expect([heard.length, heard.includes('flooded')]).toEqual([700, false]);
    const FLOOD = 'The page sends too many messages.';
    expect(() => receive('1')).toThrow(FLOOD);
    expect(() => receive('1')).toThrow(FLOOD);
    expect(heard.slice(700)).toEqual(['flooded']);
    expect(own.closes).toEqual([[1008, 'flooded']]);
    vi.useRealTimers();
  });

  it.each([
    ['64 KiB', 64 * 1024, false],
    ['less', 64 * 1024 - 1, true],
  ])('that grants %s after as much output is counted: %s', (_, octets, isFlood) => {
    vi.useFakeTimers();
    const { page, heard, receive } = listening((credit) => page.grant(Number(credit)));
    for (let count = 0; count < MOST_MESSAGES; count++) {
      receive(String(octets));
      page.send(new Uint8Array(octets));
    }
    if (isFlood) expect(() => receive('0')).toThrow();
    else receive('0');
    vi.useRealTimers();
    expect(heard.includes('flooded')).toBe(isFlood);
  });

  it.each([
    ['nothing', new ArrayBuffer(0), 100],
    ['a KiB', new ArrayBuffer(1024), 50],
    ['a KiB of text', '1'.repeat(1024), 50],
  ])('of %s may be on its way after the close a number of times', (_, data, times) => {
    vi.useFakeTimers();
    const { page, heard, receive } = listening();
    page.close(CLOSE.normal, 'done');
    for (let count = 0; count < times; count++) receive(data);
    expect(() => receive(data)).toThrow();
    vi.advanceTimersByTime(1000);
    receive(data);
    expect([heard, own.closes]).toEqual([[], [[1000, 'done']]]);
    vi.useRealTimers();
  });

  it('after the close is not heard', () => {
    const { page, heard, receive } = listening();
    page.close(CLOSE.normal, 'done');
    receive('1');
    expect(heard).toEqual([]);
  });
});

describe('credit', () => {
  it('has a limit of 1 MiB', () => {
    const { page } = listening();
    expect([page.grant(MIB + 1), page.untaken]).toEqual([false, MIB]);
    expect([page.grant(MIB), page.untaken]).toEqual([true, 0]);
    expect([page.grant(1), page.untaken]).toEqual([false, 0]);
    page.send(new Uint8Array(10));
    expect([page.untaken, page.grant(11), page.grant(10), page.untaken]).toEqual([10, false, true, 0]);
  });

  it('is waited for until there is an octet of it', async () => {
    const { page } = listening();
    const waits = page.credited();
    expect(await isSettled(waits)).toBe(false);
    page.grant(1);
    expect(await isSettled(waits)).toBe(true);
    expect([await waits, await page.credited()]).toEqual([true, true]);
  });

  it('may be overdrawn by one read, and is waited for until that is paid back', async () => {
    const { page } = listening();
    page.grant(1);
    page.send(new Uint8Array(3));
    const waits = page.credited();
    page.grant(2);
    expect(await isSettled(waits)).toBe(false);
    page.grant(1);
    expect(await waits).toBe(true);
  });

  it('is not needed while nothing goes to the page', async () => {
    const { page } = listening();
    const waits = page.credited();
    page.feed(false);
    expect(await waits).toBe(true);
    expect(await isSettled(page.credited())).toBe(true);
    page.feed(true);
    expect(await isSettled(page.credited())).toBe(false);
  });

  it('that never comes is no longer waited for after the close', async () => {
    const { page } = listening();
    const waits = page.credited();
    page.close(CLOSE.normal, 'done');
    expect([await waits, await page.credited()]).toEqual([false, false]);
  });
});

test('octets are sent as a copy, and control messages as JSON without credit', () => {
  const { page } = listening();
  const octets = Uint8Array.of(1, 2);
  page.send(octets);
  octets.fill(0);
  page.tell({ type: 'ended' });
  expect([own.sent, page.untaken]).toEqual([[Uint8Array.of(1, 2), '{"type":"ended"}'], MIB + 2]);
});

describe('the end', () => {
  it('is told once, and nothing is sent after it', async () => {
    const { page } = listening();
    expect(await isSettled(page.closed)).toBe(false);
    page.close(CLOSE.policy, 'first');
    page.close(CLOSE.normal, 'second');
    page.send(Uint8Array.of(1));
    page.tell({});
    await page.closed;
    expect([own.closes, own.sent, page.untaken]).toEqual([[[1008, 'first']], [], MIB]);
  });

  it.each(['close', 'error'])('by the event %s needs no other', async (event) => {
    const { page } = listening();
    const waits = page.credited();
    own.hear(event);
    await page.closed;
    page.close(CLOSE.normal, 'late');
    expect([await waits, own.closes]).toEqual([false, []]);
  });
});
