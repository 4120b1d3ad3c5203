/** Numbers of things and of octets, in sentences and tables. */

/**
 * A whole number with a comma after each three digits. `toLocaleString` takes as long as the rest of a row in workerd.
 *
 * @param value - not negative
 * @example
 * ```ts
 * grouped(50_000); // '50,000'
 * ```
 */
export function grouped(value: number): string {
  return value < 1000 ? String(value) : String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/**
 * A number and its noun.
 *
 * @param noun - in the singular; its plural ends with an s
 * @example
 * ```ts
 * counted(1000, 'group'); // '1,000 groups'
 * ```
 */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * A number of octets in the unit that gives at least 1.
 *
 * @example
 * ```ts
 * octetsText(1); // '1 octet'
 * octetsText(18_432); // '18 KiB'
 * octetsText(2_621_440); // '2.5 MiB'
 * ```
 */
export function octetsText(octets: number): string {
  if (octets < 1024) return counted(octets, 'octet');
  const kib = octets / 1024;
  return kib < 1024 ? `${Math.round(kib)} KiB` : `${(kib / 1024).toFixed(1)} MiB`;
}
