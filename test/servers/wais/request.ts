/** Parses the requests of WAIS clients, independently of the code under test. */

/** A field: its tag and its value. */
interface Field {
  readonly tag: number;
  readonly value: Buffer;
}

export interface WaisQuestion {
  /** 20 = init, 22 = search or retrieval. */
  readonly type: number;
  /** Of the header part and of the user information, in their order. */
  readonly fields: readonly Field[];
}

const USER_INFORMATION = 99;
/** The octets between the type and the fields of a search: three numbers of 24 bits and a flag. */
const SEARCH_FIXED = 10;
const SEARCH = 22;

/** Parses an APDU. */
export function parseQuestion(apdu: Buffer): WaisQuestion {
  const type = apdu[2] ?? 0;
  const headerEnd = 2 + apdu.readUInt16BE(0);
  const header = fieldsIn(apdu.subarray(3 + (type === SEARCH ? SEARCH_FIXED : 0), headerEnd));
  const rest = fieldsIn(apdu.subarray(headerEnd));
  const inner = rest.flatMap(({ tag, value }) => (tag === USER_INFORMATION ? fieldsIn(value) : [{ tag, value }]));
  return { type, fields: [...header, ...inner] };
}

/** The fields in octets. */
export function fieldsIn(octets: Buffer): Field[] {
  const fields: Field[] = [];
  for (let at = 0; at < octets.length; ) {
    const [tag, afterTag] = compressed(octets, at);
    const [length, from] = compressed(octets, afterTag);
    fields.push({ tag, value: octets.subarray(from, from + length) });
    at = from + length;
  }
  return fields;
}

function compressed(octets: Buffer, from: number): readonly [value: number, next: number] {
  let value = 0;
  for (let at = from; at < octets.length; at++) {
    const octet = octets[at] ?? 0;
    value = value * 128 + (octet & 0x7f);
    if (octet < 0x80) return [value, at + 1];
  }
  throw new RangeError('an integer without an end');
}

/** The text of the first field with a tag. */
export function textIn(fields: readonly Field[], tag: number): string {
  return fields.find((field) => field.tag === tag)?.value.toString('latin1') ?? '';
}

/** What a query in reverse Polish order asks for: terms by their use and relation, such as `wb ro`. */
export function termsIn(query: Buffer): ReadonlyMap<string, Buffer> {
  const terms = new Map<string, Buffer>();
  let attributes = '';
  for (const { tag, value } of fieldsIn(query)) {
    if (tag === ATTRIBUTES) attributes = value.toString('latin1').slice(0, 5);
    else if (tag === TERM) terms.set(attributes, value);
  }
  return terms;
}

const ATTRIBUTES = 44;
const TERM = 45;
