/** Every cap on what a gateway reads, parses or holds, in one place. Time has its own table in `deadline.ts`. */

const KiB = 1024;
const MiB = 1024 * KiB;

/** Sizes in octets unless the name says otherwise. */
export const limits = {
  /** A request that a gateway sends: selectors, commands, queries. */
  request: 4 * KiB,
  /** One line of a reply. */
  line: 4 * KiB,
  /** One reply of several lines on an FTP or NNTP control connection. */
  multilineReply: 64 * KiB,
  menu: 1 * MiB,
  menuLines: 10_000,
  /** A line of a menu is shown whole where it can be, as some servers have a paragraph on each. */
  menuLine: 64 * KiB,
  /** A text that is shown as a page; a longer one is streamed as it is. */
  textPage: 2 * MiB,
  /** What a server says of itself in a file of its own: robots.txt, caps.txt. */
  siteFile: 64 * KiB,
  /** What a person sends to a server in one form, a text file in it included. */
  form: 64 * KiB,
  /** A directory listing, an overview, a list of groups. */
  listing: 5 * MiB,
  listingEntries: 50_000,
  waisMessage: 1 * MiB,
  cnrpBody: 1 * MiB,
  /** RFC 8484 §6: the largest DNS message. */
  dnsMessage: 65_535,
  /** A body that is streamed through, where the operator has not said otherwise. */
  download: 256 * MiB,
  /** Addresses of one name that are tried before it counts as unreachable. */
  connectAttempts: 3,
} as const;
