/** Signatures of Standard Webhooks 1.0, judged by its own package in both directions. */
import { Webhook } from 'standardwebhooks';
import { describe, expect, test, vi } from 'vitest';
import { signMessage } from '../../../src/webhooks/index.ts';
import {
  rejectionReason,
  type SignedMessage,
  secretOctets,
  TOLERANCE_SECONDS,
} from '../../../src/webhooks/signature.ts';

const secretOf = (octets: number, letter = 's'): string => `whsec_${btoa(letter.repeat(octets))}`;
const [FIRST, SECOND, THIRD] = [secretOf(24, 'a'), secretOf(32, 'b'), secretOf(64, 'c')];
const NOW = 1_700_000_000_000;
const octetsOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function octetsOfSecret(secret: string): Uint8Array<ArrayBuffer> {
  const octets = secretOctets(secret);
  if (octets === null) throw new Error('not a secret');
  return octets;
}

describe('a secret', () => {
  test.each([
    [23, false],
    [24, true],
    [64, true],
    [65, false],
  ])('of %d octets is one: %s', async (length, valid) => {
    expect(secretOctets(secretOf(length))?.length ?? null).toBe(valid ? length : null);
    const signed = signMessage('{}', [FIRST, secretOf(length)]);
    if (valid) await expect(signed).resolves.toBeDefined();
    else await expect(signed).rejects.toThrow('Secret 2 is not whsec_ and the base64 of 24 to 64 octets.');
  });

  test.each(['', 'whsec_', 'whsec_!!!', btoa('a'.repeat(24)), `WHSEC_${btoa('a'.repeat(24))}`])(
    '%j is none',
    (text) => {
      expect(secretOctets(text)).toBeNull();
    },
  );
});

describe('a message that is signed', () => {
  test('is accepted by the package of the specification', async () => {
    const now = Date.now();
    for (const body of ['{"a":"é"}', '[]']) {
      const headers = await signMessage(body, [FIRST, SECOND], { now });
      expect(headers['webhook-id']).toMatch(/^msg_[\da-f-]{36}$/);
      expect(headers['webhook-timestamp']).toBe(String(Math.floor(now / 1000)));
      expect(headers['webhook-signature'].split(' ')).toHaveLength(2);
      for (const secret of [FIRST, SECOND]) {
        expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
      }
    }
  });

  test('has the same signature as the package makes', async () => {
    const { 'webhook-signature': signature } = await signMessage('{}', [THIRD], { id: 'msg_1', now: NOW + 999 });
    expect(signature).toBe(new Webhook(THIRD).sign('msg_1', new Date(NOW), '{}'));
    expect(await signMessage(octetsOf('{}'), [THIRD], { id: 'msg_1', now: NOW })).toEqual({
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1700000000',
      'webhook-signature': signature,
    });
  });

  test('is of now', async () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(NOW);
    expect((await signMessage('{}', [FIRST]))['webhook-timestamp']).toBe('1700000000');
    clock.mockRestore();
  });
});

describe('a message that arrives', () => {
  const body = octetsOf('{}');
  async function messageOf(secrets: readonly string[], change: Partial<SignedMessage> = {}): Promise<SignedMessage> {
    const headers = await signMessage(body, secrets, { id: 'msg_1', now: NOW });
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
    return { id, timestamp, signatures, body, ...change };
  }
  const judge = async (message: SignedMessage, secrets: readonly string[] = [FIRST], now = NOW) =>
    rejectionReason(message, secrets.map(octetsOfSecret), now);

  test('with the signature of the package is accepted', async () => {
    const signatures = new Webhook(FIRST).sign('msg_1', new Date(NOW), '{}');
    expect(await judge({ id: 'msg_1', timestamp: '1700000000', signatures, body })).toBeNull();
  });

  test.each([
    [-TOLERANCE_SECONDS, null],
    [TOLERANCE_SECONDS, null],
    [-TOLERANCE_SECONDS - 1, 'timestamp'],
    [TOLERANCE_SECONDS + 1, 'timestamp'],
  ])('%d seconds after it was signed is judged: %j', async (seconds, reason) => {
    expect(await judge(await messageOf([FIRST]), [FIRST], NOW + seconds * 1000)).toBe(reason);
    expect(TOLERANCE_SECONDS).toBe(300);
  });

  test('may have been signed with any of the secrets, old or new', async () => {
    expect(await judge(await messageOf([SECOND]), [FIRST, SECOND])).toBeNull();
    expect(await judge(await messageOf([FIRST, SECOND]), [SECOND])).toBeNull();
    expect(await judge(await messageOf([FIRST]), [SECOND, THIRD])).toBe('signature');
    expect(await judge(await messageOf([FIRST]), [])).toBe('signature');
  });

  test.each<[what: string, change: Partial<SignedMessage>]>([
    ['another id', { id: 'msg_2' }],
    ['another time', { timestamp: '1700000001' }],
    ['another body', { body: octetsOf('{ }') }],
    ['a longer body', { body: octetsOf('{} ') }],
    ['no signature', { signatures: '' }],
    ['a signature that is not base64', { signatures: 'v1,!!!' }],
  ])('with %s is rejected', async (_, change) => {
    expect(await judge(await messageOf([FIRST], change))).toBe('signature');
  });

  test('is judged by its signatures of version v1 alone, at most sixteen of them', async () => {
    const message = await messageOf([FIRST]);
    const { signatures } = message;
    const wrong = (await messageOf([SECOND])).signatures;
    const judged = (list: readonly string[]) => judge({ ...message, signatures: list.join(' ') });
    expect(await judged([signatures.replace('v1,', 'v2,')])).toBe('signature');
    expect(await judged([signatures.replace('v1,', 'v1a,'), 'v9,x', signatures])).toBeNull();
    expect(await judged([...Array(15).fill(wrong), signatures])).toBeNull();
    expect(await judged([...Array(16).fill(wrong), signatures])).toBe('signature');
    expect(await judged([...Array(20).fill('v2,x'), signatures])).toBeNull();
  });
});
