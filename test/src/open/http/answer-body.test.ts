/** The body of an answer: its beginning, which is read again, and what it is without one. */
import { expect, test } from 'vitest';
import { AnswerBody } from '../../../../src/open/http/answer-body.ts';
import type { PeerConnection } from '../../../../src/protocols/connection.ts';
import type { Head } from '../../../../src/protocols/http/head.ts';

const HEAD: Head = { status: 200, statusLine: 'HTTP/1.1 200 OK', version: '1.1', headers: new Map(), fields: [] };
const none = () => Promise.reject(new TypeError('nothing else is done'));

/** A connection that reads these parts into one buffer, as platforms do. */
function connectionWith(...parts: readonly string[]) {
  const buffer = new Uint8Array(100);
  const queue = [...parts];
  const state = { closed: 0 };
  const connection: PeerConnection = {
    async read() {
      const part = queue.shift();
      if (part === undefined) return null;
      buffer.set(Buffer.from(part));
      return buffer.subarray(0, part.length);
    },
    unread() {},
    ...{ write: none, startTls: none, another: none },
    close() {
      state.closed += 1;
    },
  };
  return { connection, state };
}

const text = (octets: Uint8Array | null) => (octets === null ? null : Buffer.from(octets).toString());

test('the beginning stays as it is while the rest is read', async () => {
  const { connection, state } = connectionWith('abc', 'defg');
  const body = new AnswerBody(connection, HEAD);
  const { octets, complete } = await body.beginning();
  expect([text(await body.read()), text(await body.read()), await body.read()]).toEqual(['abc', 'defg', null]);
  expect([text(octets), complete, body.shape, body.start, body.remark()]).toEqual(['abc', false, 'transfer', 0, null]);
  body.close();
  expect(state.closed).toBe(1);
});

test('an answer without a body reads nothing', async () => {
  const body = new AnswerBody(connectionWith('abc').connection, null);
  expect(await body.beginning()).toEqual({ octets: new Uint8Array(), complete: true });
  expect(await body.read()).toBeNull();
});
