/**
 * Deletes the copies of what is blocked. The Cache API deletes one copy at a time, so a request to delete an address
 * that nobody has asks the cache of a self-hosted server for all of them.
 */
import { isListed, parseHostList } from '../../src/egress/host-list.ts';
import { splitAuthority, splitUrl } from '../../src/uri/components.ts';
import { canonicalIn } from '../http/headers.ts';

/** What is blocked. */
export interface CopyBlock {
  readonly kind: 'target' | 'host';
  /** A canonical URL, or an entry of a list of hosts. */
  readonly value: string;
}

const PURGE = 'https://waypost.invalid/purge?';

/** The address that stands for all copies of what is blocked. */
export function purgeAddress({ kind, value }: CopyBlock): string {
  return PURGE + new URLSearchParams({ [kind]: value });
}

/** What is blocked, by the address of {@link purgeAddress}; `null` for every other address. */
export function blockAt(address: string): CopyBlock | null {
  if (!address.startsWith(PURGE)) return null;
  const [[kind, value] = ['', '']] = new URLSearchParams(address.slice(PURGE.length));
  return kind === 'target' || kind === 'host' ? { kind, value } : null;
}

/** Makes a test of copies: whether a block covers the one whose header `Link` has this value. */
export function coverOf({ kind, value }: CopyBlock): (link: string | null) => boolean {
  if (kind === 'target') return (link) => canonicalIn(link) === value;
  const hosts = parseHostList([value], 'url');
  return (link) => {
    const host = hostIn(canonicalIn(link) ?? '');
    return host !== '' && isListed(host, hosts);
  };
}

/** The host in a canonical URL; empty = none. */
function hostIn(canonical: string): string {
  const { schemeTo, hasAuthority, pathFrom } = splitUrl(canonical);
  return hasAuthority ? splitAuthority(canonical.slice(schemeTo + '://'.length, pathFrom)).host : '';
}
