/** Numbers of octets, for people. */
import { counted } from '../../pages/parts/counted.ts';

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
