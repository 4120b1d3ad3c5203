/** Numbers of things and of octets, in sentences and tables. */

/**
 * A whole number with a comma after each three digits. `toLocaleString` takes as long as the rest of a row in workerd.
 * `grouped(50_000)` is `'50,000'`.
 */
export function grouped(value: number): string {
  return value < 1000 ? String(value) : String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** A number and its noun, whose plural ends with an s. `counted(1000, 'group')` is `'1,000 groups'`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * A number of octets in the unit that gives at least 1. `octetsText(1)` is `'1 octet'`, `octetsText(18_432)` is
 * `'18 KiB'`, and `octetsText(2_621_440)` is `'2.5 MiB'`.
 */
export function octetsText(octets: number): string {
  if (octets < 1024) return counted(octets, 'octet');
  const kib = octets / 1024;
  return kib < 1024 ? `${Math.round(kib)} KiB` : `${(kib / 1024).toFixed(1)} MiB`;
}
