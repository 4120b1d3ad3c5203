/** How long values are as JSON. Writing JSON to measure it takes four times as long where characters are escaped. */

/** The octets of a value as JSON in UTF-8: a string, number or boolean, `null`, or arrays and objects of these. */
export function jsonOctets(value: unknown): number {
  if (typeof value === 'string') return stringOctets(value);
  if (typeof value !== 'object' || value === null) return String(value).length;
  if (Array.isArray(value)) return punctuation(value.length) + value.reduce((sum, entry) => sum + jsonOctets(entry), 0);
  let [octets, members] = [0, 0];
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    octets += stringOctets(name) + ':'.length + jsonOctets(member);
    members++;
  }
  return octets + punctuation(members);
}

/** Two brackets, and the commas between entries. */
function punctuation(entries: number): number {
  return 2 + Math.max(0, entries - 1);
}

/** Texts of which JSON has every character as it is, in one octet. */
const PLAIN = /^[ !#-[\]-~]*$/;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
/** The controls with an escape of two characters: `\b`, `\t`, `\n`, `\f`, `\r`. All others have six. */
const SHORT_ESCAPES: ReadonlySet<number> = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d]);

function stringOctets(text: string): number {
  if (PLAIN.test(text)) return text.length + '""'.length;
  let octets = '""'.length;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x20) octets += SHORT_ESCAPES.has(code) ? 2 : 6;
    else if (code < 0x80) octets += code === QUOTE || code === BACKSLASH ? 2 : 1;
    else if (code < 0x800) octets += 2;
    else if (code < 0xd800 || code > 0xdfff) octets += 3;
    else if (code < 0xdc00 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) {
      // A surrogate pair is one character of four octets; JSON escapes a surrogate without its other half.
      octets += 4;
      index++;
    } else octets += 6;
  }
  return octets;
}
