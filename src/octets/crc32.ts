/** CRC-32 as gzip and ZIP have it (RFC 1952 §8). */

const TABLE = /* @__PURE__ */ Uint32Array.from({ length: 256 }, (_, octet) => {
  let crc = octet;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/**
 * The checksum of octets, from 0 to 2³² − 1.
 *
 * @param before - the checksum of the octets before these; absent = there are none
 * @example
 * ```ts
 * crc32(octetsOf('123456789')).toString(16); // 'cbf43926'
 * ```
 */
export function crc32(octets: Uint8Array, before = 0): number {
  let crc = ~before;
  for (let index = 0; index < octets.length; index++) {
    crc = (crc >>> 8) ^ (TABLE[(crc ^ (octets[index] ?? 0)) & 0xff] ?? 0);
  }
  return ~crc >>> 0;
}
