/** What clients read, parse or hold at most, as a server decides how much it sends. Connections have limits of time. */

const KiB = 1024;
const MiB = 1024 * KiB;

/** In octets, unless the name says otherwise. */
export const protocolLimits = {
  /** A request: selectors, commands, queries. */
  request: 4 * KiB,
  /** One line of a reply. */
  line: 4 * KiB,
  /** One reply of several lines on an FTP or NNTP control connection. */
  multilineReply: 64 * KiB,
  menu: 5 * MiB,
  menuLines: 50_000,
  /** Some servers have a paragraph on each line of a menu, so lines may be long. */
  menuLine: 64 * KiB,
  /** The attributes of Gopher+ for all items of a menu. */
  attributes: 1 * MiB,
  /** A file in which a server describes itself: robots.txt, caps.txt. */
  siteFile: 64 * KiB,
  /** A directory listing, an overview, a list of groups. */
  listing: 5 * MiB,
  listingEntries: 50_000,
  waisMessage: 1 * MiB,
  /** An answer of a Prospero server, or the relay's words about one. */
  prosperoAnswer: 1 * MiB,
  /** How often servers may send a question on to another one. */
  prosperoForwards: 5,
  /** The directories that are merged into another one. */
  prosperoUnions: 5,
  /** The status line and the header fields of an answer over HTTP, with interim answers before it. */
  httpHead: 16 * KiB,
  cnrpBody: 1 * MiB,
  /** A reply of a CSO nameserver. Its entries have several lines each. */
  csoReply: 1 * MiB,
  csoLines: 20_000,
} as const;
