/** Octets as text, and text as octets. */

const strictUtf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = /* @__PURE__ */ new TextEncoder();

/** From this length on, a call into the platform's decoder takes less time than a loop. */
const LONG = 256;

/** Octets as text: UTF-8 if they are valid UTF-8, else ISO Latin-1, so that nothing is lost. */
export function utf8OrLatin1Of(octets: Uint8Array): string {
  return utf8Of(octets) ?? charactersOf(octets);
}

/** Whether all octets are ASCII. */
export function isAscii(octets: Uint8Array): boolean {
  // A loop, because `some` calls a function for each octet.
  for (let index = 0; index < octets.length; index++) if ((octets[index] ?? 0) > 0x7f) return false;
  return true;
}

/** Octets as text, or `null` if they are not UTF-8. */
export function utf8Of(octets: Uint8Array): string | null {
  try {
    return strictUtf8.decode(octets);
  } catch {
    return null;
  }
}

/** Octets in base64 (RFC 4648 §4). */
export function base64Of(octets: Uint8Array): string {
  return btoa(latin1Of(octets));
}

/** Decodes base64. */
export function octetsOfBase64(base64: string): Uint8Array {
  return octetsOfLatin1(atob(base64));
}

/** The octets of base64; `null` if the text is not base64. */
export function octetsOfBase64OrNull(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/**
 * Joins octets and strings, which are encoded as UTF-8.
 *
 * @param parts - an array, because engines limit the number of arguments
 */
export function concatOctets(parts: readonly (Uint8Array | string)[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (const part of parts) {
    const piece = typeof part === 'string' ? encodeUtf8(part) : part;
    pieces.push(piece);
    length += piece.length;
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

export function encodeUtf8(text: string): Uint8Array {
  if (text.length >= LONG) return encoder.encode(text);
  const octets = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > 0x7f) return encoder.encode(text);
    octets[index] = code;
  }
  return octets;
}

/** One character for each octet, U+0000 to U+00FF. */
export function latin1Of(octets: Uint8Array): string {
  const text = octets.length < LONG ? null : utf8Of(octets);
  // As UTF-8, only ASCII has as many characters as octets.
  return text?.length === octets.length ? text : charactersOf(octets);
}

/** The same by a loop, for octets that are not ASCII. The smallest entry of the package has only this one. */
export function charactersOf(octets: Uint8Array): string {
  // String.fromCharCode takes its characters as arguments, and engines limit the number of arguments.
  const CHUNK = 8192;
  let text = '';
  for (let from = 0; from < octets.length; from += CHUNK) {
    // Spreading would iterate, which takes six times as long.
    const piece: string = Reflect.apply(String.fromCharCode, null, octets.subarray(from, from + CHUNK));
    text += piece;
  }
  return text;
}

/** One octet for each character, U+0000 to U+00FF. */
export function octetsOfLatin1(text: string): Uint8Array {
  const octets = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) octets[index] = text.charCodeAt(index);
  return octets;
}

const LINE_END = '\r\n';

/**
 * The octets of a protocol line, followed by CR LF. This is the only place that adds a line end.
 *
 * @param line - without its line end: octets, or text that is sent as UTF-8
 * @example
 * ```ts
 * lineOctets('QUIT'); // octetsOf('QUIT\r\n')
 * ```
 */
export function lineOctets(line: Uint8Array | string): Uint8Array {
  return concatOctets([line, LINE_END]);
}

/** As {@link lineOctets}, for an ASCII line as text. Encoding the text as base64 is several times as fast. */
export function lineText(line: string): string {
  return line + LINE_END;
}
