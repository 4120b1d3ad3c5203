/** Where this service is, as its operator says: its host names, and the path below which it answers. */
import { parseAddress } from '../../src/egress/address.ts';
import { entriesIn } from '../../src/egress/entries.ts';
import { hostKey, isDnsName } from '../../src/egress/host-list.ts';

/** Segments that need no escape (RFC 3986 §2.3), and are not dot segments. */
const BASE_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/;

/** Reads `BASE_PATH`, which begins with a slash, does not end with one, and needs no escape. Empty = the root. */
export function parseBasePath(text: string): string {
  if (BASE_PATH.test(text)) return text;
  throw new TypeError('it must begin with a slash and not end with one, like /waypost or /tools/waypost');
}

/** A name, an IPv4 or an IPv6 address, perhaps with a port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d*)?$/i;

/**
 * Whether a text is a host as `HOSTS` and the header `Host` have it (RFC 9110 §7.2), and nothing else: no `/`, `?`, `#`
 * or `@`, after which a URL with this text would have another host.
 */
export function isHost(text: string): boolean {
  return HOST.test(text) && URL.canParse(`http://${text}/`);
}

/** Reads `HOSTS`, as `URL` spells hosts. The ports 80 and 443 are left out. */
export function parseHosts(text: string): readonly string[] {
  return entriesIn(text).map((entry) => {
    if (!isHost(entry) || /:0*$/.test(entry)) throw new TypeError(`${entry} is not a host`);
    const { host, hostname } = new URL(`http://${entry.replace(/:443$/, '')}/`);
    const isName = !entry.startsWith('[') && parseAddress(hostname) === null;
    if (isName && !isDnsName(hostKey(hostname))) throw new TypeError(`${entry} is not a name in DNS`);
    return host;
  });
}
