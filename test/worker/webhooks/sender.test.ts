/** What a request says of the sender of a challenge: both sides of each limit. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { derived } from '../../../worker/build/openapi/schema.ts';
import { Sender } from '../../../worker/webhooks/sender.ts';

const secretOf = (octets: number) => `whsec_${Buffer.alloc(octets, 'x').toString('base64')}`;
const RATE = 'must be a whole number from 1 to 1000000';
const SECRET = 'must be `whsec_` and the base64 of 24 to 64 octets';

describe('a sender', () => {
  test.each([
    {},
    { origin: 'sender.example.org' },
    { origin: 'x'.repeat(253) },
    { rate: 1 },
    { rate: 1_000_000 },
    { callback: 'https://a.example/' },
    { secret: secretOf(24) },
    { secret: secretOf(64) },
    { origin: 'a', rate: 60, callback: 'https://a.example/x?y', secret: secretOf(32) },
  ])('may be %j', (sender) => {
    expect(v.parse(Sender, sender)).toEqual(sender);
  });

  test.each([
    [[], 'must be an object'],
    [{ origin: 'x'.repeat(254) }, 'must be a DNS name'],
    [{ origin: '' }, 'must be a DNS name'],
    [{ origin: 7 }, 'must be a string'],
    [{ rate: 0 }, RATE],
    [{ rate: 1_000_001 }, RATE],
    [{ rate: 0.5 }, RATE],
    [{ callback: 'http://a.example/' }, 'must be an https URL'],
    [{ callback: 7 }, 'must be a string'],
    [{ secret: secretOf(23) }, SECRET],
    [{ secret: secretOf(65) }, SECRET],
    [{ secret: 7 }, 'must be a string'],
  ])('is never %.60j: %s', (sender, message) => {
    const { issues } = v.safeParse(Sender, Array.isArray(sender) ? null : sender);
    expect(issues?.[0].message).toBe(message);
  });

  test('is described with each member', () => {
    const text = { description: expect.stringMatching(/\S\.$/), type: 'string' };
    expect(derived({ Sender }).Sender?.properties).toEqual({
      origin: text,
      rate: { description: expect.stringMatching(/\S\.$/), type: 'integer', minimum: 1, maximum: 1_000_000 },
      callback: text,
      secret: text,
    });
  });
});
