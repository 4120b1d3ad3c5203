/** Where this service is, as its operator says: its hosts, the path below which it answers, the proxies before it. */
import { type AddressBlock, parseAddress } from '../../src/egress/address.ts';
import { entriesIn } from '../../src/egress/entries.ts';
import { hostKey, isDnsName, parseHostList } from '../../src/egress/host-list.ts';

/** Segments that need no escape (RFC 3986 §2.3), and are not dot segments. */
const BASE_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/;

/** Reads `BASE_PATH`, which begins with a slash, does not end with one, and needs no escape. Empty = the root. */
export function parseBasePath(text: string): string {
  if (BASE_PATH.test(text)) return text;
  throw new TypeError('it must begin with a slash and not end with one, like /waypost or /tools/waypost');
}

/** A name of up to 253 characters (RFC 1035 §2.3.4) and a final dot, or an address, perhaps with a port. */
const HOST = /^(?:[\w.-]{1,254}|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

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

/** Loopback, link-local and private addresses (RFC 1122, RFC 1918, RFC 3927, RFC 4193, RFC 4291). */
const NEAR = [
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'],
  ...['::1', 'fc00::/7', 'fe80::/10'],
];

/** Reads `TRUSTED_PROXIES`: addresses and blocks, or `none`. Empty = this machine and private networks. */
export function parseTrustedProxies(text: string): readonly AddressBlock[] {
  if (text === 'none') return [];
  const { blocks, names, parents } = parseHostList(text === '' ? NEAR : text);
  if (names.size + parents.size > 0) throw new TypeError('a proxy is named by its address');
  return blocks;
}
