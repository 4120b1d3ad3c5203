/**
 * Every limit on the octets that pages hold. Those of the replies that protocol clients read are in
 * `src/protocols/limits.ts`, limits of time in `deadlines.ts`.
 */

const KiB = 1024;
const MiB = 1024 * KiB;

/** In octets, unless the name says otherwise. */
export const limits = {
  /** A text that is shown as a page. A longer text is streamed as it is. */
  textPage: 2 * MiB,
  /** A text file of an FTP server that is shown as a page. A longer one is streamed as it is. */
  filePage: 1 * MiB,
  /** The values of one form that a person sends to a server, including a text file. */
  form: 64 * KiB,
  /** RFC 8484 §6: the largest DNS message. */
  dnsMessage: 65_535,
  /** The default of `DOWNLOAD_CAP`. */
  download: 256 * MiB,
  /** Addresses of one name that are tried before it counts as unreachable. */
  connectAttempts: 3,
} as const;
