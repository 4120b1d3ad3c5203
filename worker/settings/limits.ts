/** Every limit on the octets that a gateway reads, parses or holds. Limits of time are in `deadline.ts`. */

const KiB = 1024;
const MiB = 1024 * KiB;

/** In octets, unless the name says otherwise. */
export const limits = {
  /** A request that a gateway sends: selectors, commands, queries. */
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
  /** A text that is shown as a page. A longer text is streamed as it is. */
  textPage: 2 * MiB,
  /** A text file of an FTP server that is shown as a page. A longer one is streamed as it is. */
  filePage: 1 * MiB,
  /** A file in which a server describes itself: robots.txt, caps.txt. */
  siteFile: 64 * KiB,
  /** The values of one form that a person sends to a server, including a text file. */
  form: 64 * KiB,
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
  /** RFC 8484 §6: the largest DNS message. */
  dnsMessage: 65_535,
  /** The default of `DOWNLOAD_CAP`. */
  download: 256 * MiB,
  /** Addresses of one name that are tried before it counts as unreachable. */
  connectAttempts: 3,
} as const;
