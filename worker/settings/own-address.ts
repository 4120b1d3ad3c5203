/** Where this service is, as its operator says: its host names, and the path below which it answers. */
import { parseAddress } from '../../src/egress/address.ts';
import { hostKey, isDnsName } from '../../src/egress/host-list.ts';
import { entriesIn } from './setting.ts';

/** Segments that need no escape (RFC 3986 §2.3), and are not dot segments. */
const BASE_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/;

/** Reads `BASE_PATH`, which begins with a slash, does not end with one, and needs no escape. Empty = the root. */
export function parseBasePath(text: string): string {
  if (BASE_PATH.test(text)) return text;
  throw new TypeError('it must begin with a slash and not end with one, like /waypost or /tools/waypost');
}

/** A name, an IPv4 or an IPv6 address, perhaps with a port. */
const HOST = /^(?:([\w.-]+)|\[[\da-f:.]+\])(?::0*[1-9]\d{0,4})?$/i;

/** Reads `HOSTS`, as `URL` spells hosts. The ports 80 and 443 are left out. */
export function parseHosts(text: string): readonly string[] {
  return entriesIn(text).map((entry) => {
    const [isHost, name] = HOST.exec(entry) ?? [];
    const url = `http://${entry.replace(/:443$/, '')}/`;
    if (isHost === undefined || !URL.canParse(url)) throw new TypeError(`${entry} is not a host`);
    const { host, hostname } = new URL(url);
    if (name !== undefined && parseAddress(hostname) === null && !isDnsName(hostKey(hostname)))
      throw new TypeError(`${entry} is not a name in DNS`);
    return host;
  });
}
