/** Octets that have come, as a body and as a transfer. */
import { expect, test } from 'vitest';
import { KnownOctets, transferOfKnown } from '../../../src/open/known-octets.ts';
import { collect } from '../../../src/protocols/connection.ts';

const TEA = Uint8Array.from(Buffer.from('tea'));

test.each([
  [TEA, 3],
  [new Uint8Array(), 0],
])('a body of %j ends after them', async (octets, length) => {
  const body = new KnownOctets(octets);
  expect((await collect(body, 100)).octets.byteLength).toBe(length);
  expect(await body.read()).toBeNull();
  body.close();
});

test.each([
  [2, 'te', false],
  [3, 'tea', true],
  [4, 'tea', true],
])('the beginning of a transfer, of %i octets, is read again', async (cap, text, complete) => {
  const transfer = transferOfKnown(TEA);
  const beginning = await transfer.beginning(cap);
  expect([Buffer.from(beginning.octets).toString(), beginning.complete]).toEqual([text, complete]);
  expect(Buffer.from((await collect(transfer, 100)).octets).toString()).toBe('tea');
  expect([transfer.shape, transfer.start, transfer.remark()]).toEqual(['transfer', 0, null]);
  transfer.close();
});
