/** The log has no words of servers or URLs, and says how streamed bodies ended. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { GatewayError } from '../../worker/errors/gateway-error.ts';
import { type BodyEnding, noteEnding } from '../../worker/http/text-stream.ts';
import { logFault, type Notes } from '../../worker/log.ts';

const written: string[] = [];
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((line) => written.push(line));
});
afterEach(() => {
  written.length = 0;
  vi.restoreAllMocks();
});

test('a fault has its name and its place, but nothing of a message that looks like frames', () => {
  logFault(new RangeError('invalid value\n    at /secret/file.txt\n    at password'));
  const [line = ''] = written;
  const { fault, frames } = JSON.parse(line);
  expect([fault, frames[0], line.includes('secret'), line.includes('password')]).toEqual([
    'RangeError',
    expect.stringMatching(/log\.test\.ts/),
    false,
    false,
  ]);
});

describe('a body that ends', () => {
  const broken = new GatewayError('gateway-unreachable', 'The server says: secret');
  test.each<[method: string, ending: BodyEnding, aborted: boolean, faults: number]>([
    ['GET', { kind: 'complete' }, false, 0],
    ['GET', { kind: 'cancelled' }, true, 0],
    ['GET', { kind: 'broken', error: broken }, true, 0],
    ['GET', { kind: 'broken', error: new TypeError('a bug') }, true, 1],
    ['HEAD', { kind: 'cancelled' }, false, 0],
    ['HEAD', { kind: 'broken', error: broken }, true, 0],
  ])('%s %o', (method, ending, aborted, faults) => {
    const notes: Notes = { route: null, scheme: null, urls: 0, aborted: false, refusal: null, octets: 0 };
    noteEnding({ request: new Request('http://h.example/', { method }), notes }, ending);
    expect([notes.aborted, written.length]).toEqual([aborted, faults]);
  });
});
