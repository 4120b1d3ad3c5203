/** The file of a sheet: its octets as text, and back, without a change of any octet. */

interface Encoding {
  /** As people know it. */
  readonly name: string;
  readonly text: string;
  /** Encodes a text. Characters that the encoding does not have become question marks. */
  readonly encode: (text: string) => Uint8Array<ArrayBuffer>;
}

/** How files begin that contain tables and are no text: ZIP (ODS, XLSX, Numbers), and the containers of old Excel. */
const WORKBOOKS: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** How many octets show that a file is no text. */
const PEEK = 8192;

/** Why a file cannot be read, and what to do instead; `null` = it is a text. */
export function faultOf(octets: Uint8Array): string | null {
  if (WORKBOOKS.some((beginning) => beginning.every((octet, index) => octets[index] === octet))) {
    return 'This file is a workbook. Save its sheet as CSV and choose that file, or copy its cells and paste them here.';
  }
  const isUtf16 = (octets[0] === 0xff && octets[1] === 0xfe) || (octets[0] === 0xfe && octets[1] === 0xff);
  // Texts in other encodings have no NUL.
  const isText = isUtf16 || !octets.subarray(0, PEEK).includes(0);
  return isText ? null : 'This file is not a text. Choose a spreadsheet as CSV, a list, or another text.';
}

/**
 * Decodes a file: UTF-16 if it begins with the byte order mark, UTF-8 if all of it is UTF-8, or else Windows-1252,
 * which older spreadsheets write. A byte order mark stays in the text.
 */
export function decodeFile(octets: Uint8Array): Encoding {
  if (octets.length % 2 === 0 && octets[0] === 0xff && octets[1] === 0xfe) return utf16(octets, true);
  if (octets.length % 2 === 0 && octets[0] === 0xfe && octets[1] === 0xff) return utf16(octets, false);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets);
    return { name: 'UTF-8', text, encode: (changed) => Uint8Array.from(new TextEncoder().encode(changed)) };
  } catch {
    return windows1252(octets);
  }
}

/** Each pair of octets is a code unit, so that lone surrogates come back, too. */
function utf16(octets: Uint8Array, littleEndian: boolean): Encoding {
  const view = new DataView(octets.buffer, octets.byteOffset, octets.length);
  const pieces: string[] = [];
  for (let at = 0; at < octets.length; at += PIECE) {
    const length = Math.min(PIECE, octets.length - at) / 2;
    const units = Array.from({ length }, (_, index) => view.getUint16(at + 2 * index, littleEndian));
    pieces.push(String.fromCharCode(...units));
  }
  const encode = (text: string): Uint8Array<ArrayBuffer> => {
    const encoded = new DataView(new ArrayBuffer(2 * text.length));
    for (let at = 0; at < text.length; at++) encoded.setUint16(2 * at, text.charCodeAt(at), littleEndian);
    return new Uint8Array(encoded.buffer);
  };
  return { name: 'UTF-16', text: pieces.join(''), encode };
}

/** How many octets of UTF-16 become text together: few enough for the arguments of a function. */
const PIECE = 16_384;

function windows1252(octets: Uint8Array): Encoding {
  const decoder = new TextDecoder('windows-1252');
  const all = decoder.decode(Uint8Array.from({ length: 256 }, (_, octet) => octet));
  const octetOf = new Map([...all].map((character, octet) => [character, octet]));
  const encode = (text: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from([...text], (character) => octetOf.get(character) ?? 0x3f);
  return { name: 'Windows-1252', text: decoder.decode(octets), encode };
}
