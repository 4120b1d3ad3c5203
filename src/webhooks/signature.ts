/**
 * Signatures of Standard Webhooks 1.0: HMAC-SHA256 over `id.timestamp.body`. Several secrets may be valid while one
 * replaces another, and a sender may sign with several.
 */
import { base64Of, octetsOfBase64OrNull } from '../octets/octets.ts';

const PREFIX = 'whsec_';
/** The lengths of secrets that the specification requires, in octets. */
const SHORTEST_SECRET = 24;
const LONGEST_SECRET = 64;

/** Reads a secret, `whsec_` and base64; `null` for another text. */
export function secretOctets(text: string): Uint8Array<ArrayBuffer> | null {
  const octets = text.startsWith(PREFIX) ? octetsOfBase64OrNull(text.slice(PREFIX.length)) : null;
  return octets === null || octets.length < SHORTEST_SECRET || octets.length > LONGEST_SECRET ? null : octets;
}

/** A message to sign. */
export interface SignOptions {
  /** The identifier of the message; default: a new one. It stays the same when a message is sent again. */
  readonly id?: string | undefined;
  /** The time of the attempt, in milliseconds since 1970; default: now. */
  readonly now?: number | undefined;
}

/**
 * Signs a message as Standard Webhooks 1.0 says. While one secret replaces another, sign with both.
 *
 * @param body - the body, exactly as it is sent; text is sent as UTF-8
 * @param secrets - of the receiver: `whsec_` and the base64 of 24 to 64 octets each
 * @returns the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`
 * @throws TypeError for a secret in another form; the message does not repeat it
 * @example
 * ```ts
 * const secret = 'whsec_' + btoa('a'.repeat(24));
 * const headers = await signMessage('{}', [secret], { id: 'msg_1', now: 1_674_087_231_000 });
 * headers['webhook-timestamp']; // '1674087231'
 * headers['webhook-signature']; // 'v1,Vmkh5S9c7ur6KRkB5wU3uO51KJkS0oIUqy6AxVK29pk='
 * ```
 */
export async function signMessage(
  body: string | Uint8Array,
  secrets: readonly string[],
  { id = `msg_${crypto.randomUUID()}`, now = Date.now() }: SignOptions = {},
): Promise<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(now / 1000));
  const octets = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = signedOctets({ id, timestamp, body: octets });
  const signatures = secrets.map(async (text, index) => {
    const secret = secretOctets(text);
    if (secret === null) {
      throw new TypeError(`Secret ${index + 1} is not whsec_ and the base64 of 24 to 64 octets.`);
    }
    const key = await crypto.subtle.importKey('raw', secret, HMAC, false, ['sign']);
    return `v1,${base64Of(new Uint8Array(await crypto.subtle.sign('HMAC', key, signed)))}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': (await Promise.all(signatures)).join(' '),
  };
}

const HMAC = { name: 'HMAC', hash: 'SHA-256' };

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
  secrets: readonly Uint8Array<ArrayBuffer>[],
  now: number,
): Promise<'timestamp' | 'signature' | null> {
  const age = now / 1000 - Number(message.timestamp);
  if (Math.abs(age) > TOLERANCE_SECONDS) return 'timestamp';
  const signed = signedOctets(message);
  const signatures = signaturesIn(message.signatures);
  let valid = false;
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', secret, HMAC, false, ['verify']);
    for (const signature of signatures) {
      // WebCrypto compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) valid = true;
    }
  }
  return valid ? null : 'signature';
}

function signedOctets({
  id,
  timestamp,
  body,
}: Pick<SignedMessage, 'id' | 'timestamp' | 'body'>): Uint8Array<ArrayBuffer> {
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
