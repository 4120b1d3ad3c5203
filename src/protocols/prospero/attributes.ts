/**
 * Attributes of an object or a link.
 *
 * ```
 *   ATTRIBUTE OBJECT INTRINSIC SIZE SEQUENCE 3' bytes'     version 5
 *   LINK-INFO CACHED SIZE ASCII 3 bytes                    version 1
 * ```
 */

export interface Attribute {
  /** In upper case. */
  readonly name: string;
  /** One character for each octet. */
  readonly values: readonly string[];
}

/** The octets that are shown of a size, a date or a mode. */
const LONGEST_FACT = 100;

/** Reads a line of the answer; `null` if it is not an attribute. */
export function attributeIn(line: readonly string[]): Attribute | null {
  // Precedence, and in version 5 the nature of the attribute, stand before its name; the kind of value behind it.
  const before = line[0] === 'ATTRIBUTE' ? 3 : line[0] === 'LINK-INFO' ? 2 : null;
  const name = before === null ? undefined : line[before];
  return before === null || !name ? null : { name: name.toUpperCase(), values: line.slice(before + 2) };
}

/** The values of the first attribute of a name. */
function valuesOf(attributes: readonly Attribute[], name: string): readonly string[] {
  return attributes.find((attribute) => attribute.name === name)?.values ?? [];
}

function factOf(attributes: readonly Attribute[], name: string): string {
  return valuesOf(attributes, name).join(' ').slice(0, LONGEST_FACT);
}

/**
 * The size in octets; `null` if the server does not say, or measures in something else.
 *
 * @example
 * ```ts
 * sizeOf([{ name: 'SIZE', values: ['3 bytes'] }]); // 3
 * ```
 */
export function sizeOf(attributes: readonly Attribute[]): number | null {
  const [, size] = /^(\d{1,15})(?: bytes?)?$/i.exec(factOf(attributes, 'SIZE')) ?? [];
  return size === undefined ? null : Number(size);
}

/**
 * When the object changed, in UTC.
 *
 * @example
 * ```ts
 * changedOf([{ name: 'LAST-MODIFIED', values: ['19941116120000Z'] }]); // '1994-11-16T12:00:00Z'
 * ```
 */
export function changedOf(attributes: readonly Attribute[]): string | null {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(factOf(attributes, 'LAST-MODIFIED'));
  if (match === null) return null;
  const [, year, month, day, hour, minute, second] = match;
  const moment = `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
  return Number.isNaN(Date.parse(moment)) ? null : moment;
}

/** The permissions as `ls` shows them; `null` if the server does not say. */
export function modesOf(attributes: readonly Attribute[]): string | null {
  return factOf(attributes, 'UNIX-MODES') || null;
}

/** The contents of a file, one character for each octet; `null` if the attributes do not have them. */
export function contentsOf(attributes: readonly Attribute[]): string | null {
  const [kind, ...data] = valuesOf(attributes, 'CONTENTS');
  return kind?.toUpperCase() === 'DATA' ? data.join('') : null;
}

/** The ways to reach a file, each as its list of values. */
export function accessMethodsOf(attributes: readonly Attribute[]): readonly (readonly string[])[] {
  return attributes.filter(({ name }) => name === 'ACCESS-METHOD').map(({ values }) => values);
}
