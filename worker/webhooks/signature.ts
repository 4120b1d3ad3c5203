/**
 * Signatures of Standard Webhooks 1.0: HMAC-SHA256 over `id.timestamp.body`. Several secrets may be valid while one
 * replaces another, and a sender may sign with several.
 */

/** The largest difference between the clocks of sender and receiver, in seconds. */
export const TOLERANCE_SECONDS = 300;

/** The headers of a message and its raw body. */
export interface Message {
  readonly id: string;
  /** Seconds since 1970, as it was sent. */
  readonly timestamp: string;
  /** Signatures with their versions, separated by blanks. */
  readonly signatures: string;
  readonly body: Uint8Array;
}

const PREFIX = 'whsec_';
/** The length of a secret that the specification asks for, in octets. */
const SHORTEST_SECRET = 24;
const LONGEST_SECRET = 64;

/**
 * Reads `WEBHOOK_SECRETS`: `whsec_` and base64, separated by commas or blanks.
 *
 * @throws TypeError that names the position of the wrong entry, never its content
 */
export function parseSecrets(text: string): readonly Uint8Array<ArrayBuffer>[] {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  return entries.map((entry, index) => {
    const octets = entry.startsWith(PREFIX) ? octetsOf(entry.slice(PREFIX.length)) : null;
    if (octets === null || octets.length < SHORTEST_SECRET || octets.length > LONGEST_SECRET) {
      throw new TypeError(`WEBHOOK_SECRETS: entry ${index + 1} is not whsec_ and the base64 of 24 to 64 octets`);
    }
    return octets;
  });
}

function octetsOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Why a message is rejected; `null` = it is accepted. */
export type RejectionReason = 'timestamp' | 'signature' | null;

/**
 * Checks that a message was signed with one of the secrets, not long ago. Every pair of secret and signature is
 * compared, in constant time.
 *
 * @param now - milliseconds since 1970
 */
export async function rejectionReason(
  message: Message,
  secrets: readonly BufferSource[],
  now: number,
): Promise<RejectionReason> {
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

function signedOctets({ id, timestamp, body }: Message): Uint8Array<ArrayBuffer> {
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
  return own.slice(0, MOST_SIGNATURES).flatMap((entry) => octetsOf(entry.slice('v1,'.length)) ?? []);
}
