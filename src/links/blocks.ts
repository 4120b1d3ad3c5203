/** Blocks of targets, hosts and owners, for which no link is made or followed. */
import { canonicalHost, type HostList, isListed, parseHostList } from '../egress/host-list.ts';
import { type Resolution, safeCanonicalize } from '../index.ts';

export const BLOCK_KINDS = ['target', 'host', 'owner'] as const;

/** A block that covers more than one link. */
export interface WideBlock {
  readonly kind: (typeof BLOCK_KINDS)[number];
  /** A URL, an entry of a list of hosts, or the name of an owner. */
  readonly value: string;
  /** Shown to those who follow or make such a link. */
  readonly reason: string;
  /** The start of the block: a time of a record. */
  readonly at: string;
}

/**
 * The value of a stored block of a target, as it is compared today. Canonical forms change between versions, and the
 * block must still hold.
 */
function storedTargetKey(value: string): string {
  const today = safeCanonicalize(value);
  return targetKey(today.ok ? today.value : value);
}

/** The part of a canonical URL that a block of a target compares: a fragment is not sent to the server. */
export function targetKey(canonical: string): string {
  return canonical.replace(/#.*/s, '');
}

/** The fields of a mailto link that have addresses. */
const ADDRESS_FIELDS: ReadonlySet<string> = new Set(['to', 'cc', 'bcc']);
const QUOTED_TEXT = /"(?:[^"\\]|\\.)*"/g;
/** The domain of a mail address: a name, or an address in brackets (RFC 5321 §4.1.3). */
const MAIL_DOMAIN = /@(?:\[(?:IPv6:)?([^\]]*)\]|([^\s@,;<>()[\]]+))/gi;

/** The hosts that a link leads to: one, none, or those of the addresses of a mailto link. */
function hostsOf(target: Resolution): readonly string[] {
  const { host } = target.components;
  if (target.kind !== 'mailto') return host === null ? [] : [host];
  const fields = target.details.headers.filter(({ name }) => ADDRESS_FIELDS.has(name)).map(({ value }) => value);
  const addresses = [...target.details.to, ...fields].map((text) => text.replace(QUOTED_TEXT, ''));
  return addresses.flatMap((text) =>
    [...text.matchAll(MAIL_DOMAIN)].map(([, literal, name = '']) => literal ?? canonicalHost(name) ?? name),
  );
}

/** The blocks, as links are compared with them. */
export class Blocks {
  readonly list: readonly WideBlock[];
  readonly #targets: ReadonlyMap<string, string>;
  readonly #owners: ReadonlyMap<string, string>;
  readonly #hosts: readonly (readonly [hosts: HostList, reason: string])[];
  /** All of them, because most hosts are on none. */
  readonly #everyHost: HostList;

  constructor(list: readonly WideBlock[]) {
    const of = (kind: WideBlock['kind']) => list.filter((block) => block.kind === kind);
    const reasons = (kind: WideBlock['kind']) => new Map(of(kind).map(({ value, reason }) => [value, reason]));
    this.list = list;
    this.#targets = new Map(of('target').map(({ value, reason }) => [storedTargetKey(value), reason]));
    this.#owners = reasons('owner');
    this.#hosts = of('host').map(({ value, reason }) => [parseHostList([value], 'url'), reason]);
    this.#everyHost = parseHostList(
      of('host').map(({ value }) => value),
      'url',
    );
  }

  /** Why no link may lead to this target; `null` if one may. */
  reasonForTarget(target: Resolution): string | null {
    const reason = this.#targets.get(targetKey(target.canonical));
    if (reason !== undefined) return reason;
    const blocked = hostsOf(target).find((host) => isListed(host, this.#everyHost));
    if (blocked === undefined) return null;
    return this.#hosts.find(([hosts]) => isListed(blocked, hosts))?.[1] ?? null;
  }

  /** Why a link of these owners is not followed; `null` if one of them is not blocked. */
  reasonForOwners(owners: readonly string[]): string | null {
    const [first = null, ...others] = owners.map((owner) => this.#owners.get(owner) ?? null);
    return others.includes(null) ? null : first;
  }
}
