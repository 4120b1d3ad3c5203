/**
 * Lists of hosts, as an operator or the sender of a webhook writes them. An entry has the same meaning in every list:
 *
 * | entry | hosts |
 * | --- | --- |
 * | `example.org` | `example.org` and every name below it |
 * | `=example.org` | `example.org` alone |
 * | `*.example.org`, `.example.org` | every name below `example.org`, but not `example.org` |
 * | `192.0.2.1`, `2001:db8::1`, `[2001:db8::1]` | this address |
 * | `192.0.2.0/24`, `2001:db8::/32` | every address of the CIDR block |
 *
 * Names may be in any case and script, and may have a final dot.
 */
import { idna } from '../idna/idna.ts';
import { readHost } from '../uri/host.ts';
import {
  type Address,
  type AddressBlock,
  contains,
  formatAddress,
  networkAddress,
  parseAddress,
  reachedAddress,
} from './address.ts';
import { entriesIn } from './entries.ts';

/** A parsed list of hosts. */
export interface HostList {
  /** Names that are on the list themselves. */
  readonly names: ReadonlySet<string>;
  /** Names whose subdomains are on the list. */
  readonly parents: ReadonlySet<string>;
  readonly blocks: readonly AddressBlock[];
}

/** The list without an entry. */
export const NO_HOSTS: HostList = { names: new Set(), parents: new Set(), blocks: [] };

/** An entry that cannot be read. The message says which form is right, and repeats no part of a URL but its host. */
export class HostListError extends TypeError {
  override readonly name = 'HostListError';
}

/**
 * The names that entries may have: those that DNS can hold, or all that URLs can have, such as `a!b`. No operator means
 * the second kind, but links have them, and must be blocked all the same.
 */
type EntryNames = 'dns' | 'url';

/** A canonical DNS name without a final dot. A last label of digits would be a disguised IPv4 address. */
const DNS_NAME = /^(?=.{1,253}$)(?:[a-z0-9_-]{1,63}\.)*(?!(?:\d+|0x[0-9a-f]*)$)[a-z0-9_-]{1,63}$/;

/** Whether DNS can hold a name, which is as `hostKey` returns it. */
export function isDnsName(key: string): boolean {
  return DNS_NAME.test(key);
}

/**
 * Reads a list of hosts, perhaps a text with commas or blanks between them. Throws a `HostListError` with the number of
 * the wrong entry. `isListed('www.example.com', parseHostList('example.org, =example.com'))` is `false`.
 */
export function parseHostList(entries: string | readonly string[], names: EntryNames = 'dns'): HostList {
  const texts = typeof entries === 'string' ? entriesIn(entries) : entries;
  const themselves = new Set<string>();
  const parents = new Set<string>();
  const blocks: AddressBlock[] = [];
  for (const [index, text] of texts.entries()) {
    const entry = parseEntry(text, names);
    if (typeof entry === 'string') throw new HostListError(`entry ${index + 1} ${entry}`);
    if (entry.kind === 'block') blocks.push(entry.block);
    else {
      if (entry.itself) themselves.add(entry.name);
      if (entry.below) parents.add(entry.name);
    }
  }
  return { names: themselves, parents, blocks };
}

/** What is wrong with an entry of a list, as the end of a sentence about it; `null` = it can be read. */
export function faultOfHostEntry(text: string, names: EntryNames = 'dns'): string | null {
  const entry = parseEntry(text, names);
  return typeof entry === 'string' ? entry : null;
}

/**
 * Whether a host is on a list. `isListed('www.example.org', parseHostList('example.org'))` is `true`. `host` is a
 * canonical host, as in a URL, or an address.
 */
export function isListed(host: string, list: HostList): boolean {
  const key = hostKey(host);
  const reached = parseAddress(key);
  if (reached !== null) {
    const written = parseAddress(host) ?? reached;
    return list.blocks.some((block) => contains(block, reached) || contains(block, written));
  }
  if (list.names.has(key)) return true;
  for (let dot = key.indexOf('.'); dot !== -1; dot = key.indexOf('.', dot + 1)) {
    if (list.parents.has(key.slice(dot + 1))) return true;
  }
  return false;
}

/** The key of a host in lists: the address that it reaches, or its name in lower case without a final dot. */
export function hostKey(host: string): string {
  const address = parseAddress(host);
  return address ? formatAddress(reachedAddress(address)) : host.toLowerCase().replace(/\.$/, '');
}

type Entry =
  | { readonly kind: 'block'; readonly block: AddressBlock }
  | { readonly kind: 'name'; readonly name: string; readonly itself: boolean; readonly below: boolean };

/** Fewer than four decimal numbers (RFC 3986 §7.4). */
const SHORT_IPV4 = /^\d+(?:\.\d+){0,2}\.?$/;

const HOST = 'must be a host, such as `example.org`, `=example.org`, `*.example.org` or `192.0.2.0/24`';

/** The parsed entry, or what is wrong with it. */
function parseEntry(text: string, names: EntryNames): Entry | string {
  const [, address = '', bits] = /^(\[[\d.:a-f]+\]|[\d.:a-f]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const base = parseAddress(address);
  if (base !== null) return parseBlockEntry(base, bits === undefined ? base.octets.length * 8 : Number(bits));
  const [, prefix = '', host = ''] = /^(=|\*?\.)?([^\s,*=]+)$/.exec(text) ?? [];
  const name = canonicalHost(host);
  if (name === null) return repairOf(text);
  const literal = parseAddress(name);
  if (literal === null) {
    const key = hostKey(name);
    if (names === 'dns' && !isDnsName(key)) return HOST;
    return { kind: 'name', name: key, itself: !/\.$/.test(prefix), below: prefix !== '=' };
  }
  if (prefix.endsWith('.')) return `must have a name after \`*.\`, not an address: write \`${hostKey(name)}\``;
  // `10.1` is 10.0.0.1 to programs, and the block 10.1.0.0/16 to people.
  if (names === 'dns' && SHORT_IPV4.test(host)) {
    return `must be an address in full, or a block: write \`${name}\`, or a block such as \`192.0.2.0/24\``;
  }
  return parseBlockEntry(literal, literal.octets.length * 8);
}

function parseBlockEntry(base: Address, length: number): Entry | string {
  const bits = base.octets.length * 8;
  if (length > bits) return `must be a block whose length is from 0 to ${bits}`;
  const block = { base, length };
  const first = formatAddress(networkAddress(block));
  if (first !== formatAddress(base))
    return `must begin with the first address of the block: write \`${first}/${length}\``;
  // The block of embedded IPv4 addresses is the block of these.
  const reached = reachedAddress(base);
  const embedding = bits - reached.octets.length * 8;
  return { kind: 'block', block: length >= embedding ? { base: reached, length: length - embedding } : block };
}

/** A host in the form of canonical URLs; `null` for a text that is not a host alone. */
export function canonicalHost(text: string): string | null {
  const found = readHost(text, 'web', idna);
  return 'error' in found || /^$|^\.|\.\./.test(found.host) ? null : found.host;
}

/** What is wrong with an entry that has no host alone, with the right form if there is one. */
function repairOf(text: string): string {
  const [, scheme, userInfo, written = '', port, rest] =
    /^([a-z][a-z\d+.-]*:\/\/)?([^/@]*@)?(\[[^\]]*\]|[^/\\?#@:]*)(:\d*)?([/\\?#].*)?$/i.exec(text) ?? [];
  const host = canonicalHost(written);
  if (host === null) return HOST;
  const form = `write \`${hostKey(host)}\``;
  if (scheme !== undefined || userInfo !== undefined || rest !== undefined) return `must be a host alone: ${form}`;
  return port === undefined ? HOST : `must be a host without a port: ${form}`;
}
