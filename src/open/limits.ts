/** How much is read as a whole. */

/** In octets. */
export const openLimits = {
  /** A text that becomes a page, JSON or lines. A longer text is sent as it is, as it arrives. */
  text: 2 * 1024 * 1024,
} as const;
