/**
 * Signatures of Standard Webhooks 1.0: HMAC-SHA256 over `id.timestamp.body`. Several secrets may be valid while one
 * replaces another, and a sender may sign with several.
 */
import { octetsOfBase64OrNull } from '../settings/secrets.ts';

/** The largest difference between the clocks of sender and receiver, in seconds. */
export const TOLERANCE_SECONDS = 300;

/** The headers of a message and its raw body. */
export interface SignedMessage {
  readonly id: string;
  /** Seconds since 1970, as it was sent. */
  readonly timestamp: string;
  /** Signatures with their versions, separated by blanks. */
  readonly signatures: string;
  readonly body: Uint8Array;
}

/**
 * Checks that a message was signed with one of the secrets, not long before `now` (milliseconds since 1970). Every
 * pair of secret and signature is compared, in constant time.
 *
 * @returns why the message is rejected; `null` = it is accepted
 */
export async function rejectionReason(
  message: SignedMessage,
  secrets: readonly BufferSource[],
  now: number,
): Promise<'timestamp' | 'signature' | null> {
  const age = now / 1000 - Number(message.timestamp);
  if (Math.abs(age) > TOLERANCE_SECONDS) return 'timestamp';
  const signed = signedOctets(message);
  const signatures = signaturesIn(message.signatures);
  let valid = false;
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of signatures) {
      // WebCrypto compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) valid = true;
    }
  }
  return valid ? null : 'signature';
}

function signedOctets({ id, timestamp, body }: SignedMessage): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  return signed;
}

/** The most signatures of a message that are checked. */
const MOST_SIGNATURES = 16;

/** The signatures of version `v1`. Other versions are for other receivers. */
function signaturesIn(list: string): Uint8Array<ArrayBuffer>[] {
  const own = list.split(' ').filter((entry) => entry.startsWith('v1,'));
  return own.slice(0, MOST_SIGNATURES).flatMap((entry) => octetsOfBase64OrNull(entry.slice('v1,'.length)) ?? []);
}
