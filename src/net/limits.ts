/** The limits of sockets and lookups. What clients read at most is in `src/protocols/limits.ts`. */
export const netLimits = {
  /** RFC 8484 §6: the largest DNS message, in octets. */
  dnsMessage: 65_535,
  /** Addresses of one name that are tried before it counts as unreachable. */
  connectAttempts: 3,
} as const;
