/** The setting `WEBHOOK_SECRETS`: the keys that senders of webhooks sign with. */

const PREFIX = 'whsec_';
/** The lengths of secrets that the specification requires, in octets. */
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
    const octets = entry.startsWith(PREFIX) ? octetsOfBase64OrNull(entry.slice(PREFIX.length)) : null;
    if (octets === null || octets.length < SHORTEST_SECRET || octets.length > LONGEST_SECRET) {
      throw new TypeError(`WEBHOOK_SECRETS: entry ${index + 1} is not whsec_ and the base64 of 24 to 64 octets`);
    }
    return octets;
  });
}

/** The octets of base64; `null` if the text is not base64. */
export function octetsOfBase64OrNull(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
