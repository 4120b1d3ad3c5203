/** Numbers of things, and sizes, in sentences and tables: every page has the same units. */

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

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
const STEP = 1024;

/**
 * A size in the largest unit that gives at least 1, with a decimal below 10. `sizeText(587)` is `'587 B'`,
 * `sizeText(18_432)` is `'18 KiB'`, and `sizeText(2_621_440)` is `'2.5 MiB'`.
 */
export function sizeText(octets: number): string {
  let [amount, unit] = [octets, 0];
  for (; amount >= STEP && unit < UNITS.length - 1; unit++) amount /= STEP;
  const digits = unit === 0 || amount >= 10 ? 0 : 1;
  return `${amount.toFixed(digits)} ${UNITS[unit]}`;
}
