/**
 * Whether a connection may be made: the one rule of gateways, verdicts and deliveries. Pure functions over a parsed
 * policy. Each refusal is a value that names its rule: a gateway throws it, a validator lists it.
 *
 * ```
 *   server, policy ──▶ approach ──▶ a name: look it up ──▶ judgeAnswers ──▶ connect to the addresses
 *                      └─ judge(server, null) ─┘           └─ judge(server, answers) ─┘
 * ```
 * A name in `EGRESS_ALLOW` is not judged by its addresses, whoever looks it up.
 */
import { FIRST_USER_PORT } from '../uri/reserved-ports.ts';
import { type Address, formatAddress, parseAddress, specialPurpose } from './address.ts';
import { type HostList, hostKey, isDnsName, isListed, NO_HOSTS } from './host-list.ts';
import type { EgressPolicy } from './policy.ts';
import { deniedService } from './ports.ts';
import { specialUse } from './special-names.ts';

export type EgressRule =
  /** Public DNS cannot hold this name. */
  | 'host-syntax'
  /** The name is reserved for something that is not the public Internet. */
  | 'special-name'
  /** The host is this gateway. */
  | 'own-host'
  /** A list denies the host, or a list of allowed hosts does not have it: `EGRESS_DENY`, or those of the sender. */
  | 'left-alone'
  /** The address, or one that the name resolves to, is not globally routable. */
  | 'address'
  /** The port is neither the default of the scheme nor a user port that is open, or the sender does not allow it. */
  | 'port';

export interface Denial {
  readonly allowed: false;
  readonly rule: EgressRule;
  /** A sentence for the client. */
  readonly detail: string;
}

export type Verdict = { readonly allowed: true } | Denial;

/** What the sender of a request adds to the policy. */
export interface SenderRules {
  /** The only ports; `null` = those that the policy allows. */
  readonly ports: readonly number[] | null;
  /** The only hosts; `null` = every host. */
  readonly allowHosts: HostList | null;
  readonly denyHosts: HostList;
}

/** The rules of a gateway, which adds none. */
const NO_SENDER: SenderRules = { ports: null, allowHosts: null, denyHosts: NO_HOSTS };

/** The server of a connection, as far as it is known. */
export interface CalledServer {
  /**
   * A name or an address in canonical form; IPv6 with or without brackets. `null` = only an address is known. Lists of
   * allowed hosts are then compared with it only if they have blocks alone: a name on them may be that of this address.
   */
  readonly host: string | null;
  /** `null` = not known, or the scheme has none: no entry of `EGRESS_ALLOW` counts, and the port is not judged. */
  readonly port: number | null;
  /** The default port of the scheme; `null` if it has none. */
  readonly defaultPort: number | null;
}

/** The addresses of a name. */
export interface NameAnswers {
  readonly addresses: readonly Address[];
  /** Whether the name has no other addresses. */
  readonly areAll: boolean;
}

/** What the lists say of a host. */
type HostListing =
  /** No list denies the host, and there is no list of allowed hosts. */
  | 'open'
  /** It is on the list of allowed hosts. */
  | 'allowed'
  /** The name is on no list, and the list of allowed hosts has blocks: each of its addresses must be in one. */
  | 'by-address'
  /** The operator of the host asked to be left alone. */
  | 'left-alone'
  /** It is on the sender's list of denied hosts. */
  | 'denied'
  /** It is not on the sender's list of allowed hosts. */
  | 'not-allowed';

type Refused = Extract<HostListing, 'left-alone' | 'denied' | 'not-allowed'>;

/** `undecided` = the addresses of the name decide, and not all of them are known. */
type Ruling = Verdict | 'undecided';

/** What each group of rules says, in the order in which they refuse. */
export interface ConnectionJudgement {
  /** By lists of hosts. `address` = the one that they refuse; `null` = they refuse the host itself. */
  readonly lists: { readonly ruling: Ruling; readonly listing: HostListing; readonly address: string | null };
  /** Whether the host is this service. */
  readonly ownHost: Verdict;
  /** Whether the host is a name of public DNS, or a public address. */
  readonly publicHost: Verdict;
  readonly port: Ruling;
  /** Whether all addresses of the name are public. */
  readonly addresses: Ruling;
  /** Whether `EGRESS_ALLOW` lifts all rules but lists and the ports of the sender. */
  readonly isExempt: boolean;
}

const ALLOWED: Verdict = { allowed: true };
const denied = (rule: EgressRule, detail: string): Denial => ({ allowed: false, rule, detail });

/**
 * Judges a connection by every rule.
 *
 * @param answers - the addresses of the name; `null` = nobody looked it up. They do not matter for an address, nor for
 *   a name in `EGRESS_ALLOW`
 */
export function judge(
  server: CalledServer,
  answers: NameAnswers | null,
  policy: EgressPolicy,
  sender: SenderRules = NO_SENDER,
): ConnectionJudgement {
  const { host, port } = server;
  const isExempt = host !== null && port !== null && isListedTarget(host, port, policy);
  // Nothing depends on the addresses of what is called by itself.
  const isByItself = isExempt || (host !== null && parseAddress(hostKey(host)) !== null);
  const looked = isByItself ? { addresses: [], areAll: true } : (answers ?? { addresses: [], areAll: false });
  const lifted = host === null || isExempt;
  return {
    lists: judgeLists(host, isByItself ? null : looked, policy, sender),
    ownHost: lifted ? ALLOWED : judgeOwnHost(host, policy),
    publicHost: lifted ? ALLOWED : judgePublicHost(host),
    port: judgeServerPort(server, isExempt, looked, policy, sender),
    addresses:
      looked.addresses.map((address) => judgeAnswer(address, port, policy)).find(isDenial) ?? openUnless(looked),
    isExempt,
  };
}

const isDenial = (ruling: Ruling): ruling is Denial => ruling !== 'undecided' && !ruling.allowed;
const openUnless = ({ areAll }: NameAnswers): Ruling => (areAll ? ALLOWED : 'undecided');

/** The first denial of a judgement, in the order of its rules; `null` = no rule denies. */
function denialIn({ lists, ownHost, publicHost, port, addresses }: ConnectionJudgement): Denial | null {
  return [lists.ruling, ownHost, publicHost, port, addresses].find(isDenial) ?? null;
}

/** Whether `EGRESS_ALLOW` has this host with this port, and its operator does not object. */
function isListedTarget(host: string, port: number, { allow, deny }: EgressPolicy): boolean {
  const hosts = allow.get(port);
  return hosts !== undefined && isListed(host, hosts) && !isListed(host, deny);
}

/** @param answers - `null` = the addresses do not matter */
function judgeLists(
  host: string | null,
  answers: NameAnswers | null,
  policy: EgressPolicy,
  sender: SenderRules,
): ConnectionJudgement['lists'] {
  const name = host === null ? unknownName(sender) : listingOf(host, policy, sender);
  const refuse = (listing: Refused, address: string | null): ConnectionJudgement['lists'] => {
    return {
      ruling: denied('left-alone', refusalText(listing, address === null ? 'host' : 'address')),
      listing,
      address,
    };
  };
  if (isRefused(name)) return refuse(name, null);
  if (answers === null) {
    return name === 'by-address' ? refuse('not-allowed', null) : { ruling: ALLOWED, listing: name, address: null };
  }
  for (const address of answers.addresses.map(formatAddress)) {
    const listing = listingOf(address, policy, sender);
    if (listing === 'not-allowed' && name === 'allowed') continue;
    if (isRefused(listing)) return refuse(listing, address);
  }
  // An address that is not known may be on a list.
  const depends = name === 'by-address' || policy.deny.blocks.length > 0 || sender.denyHosts.blocks.length > 0;
  if (depends && !answers.areAll) return { ruling: 'undecided', listing: name, address: null };
  if (name === 'by-address' && answers.addresses.length === 0) return refuse('not-allowed', null);
  return { ruling: ALLOWED, listing: name, address: null };
}

function listingOf(host: string, policy: EgressPolicy, { allowHosts, denyHosts }: SenderRules): HostListing {
  if (isListed(host, policy.deny)) return 'left-alone';
  if (isListed(host, denyHosts)) return 'denied';
  if (allowHosts === null) return 'open';
  if (isListed(host, allowHosts)) return 'allowed';
  return parseAddress(hostKey(host)) === null && allowHosts.blocks.length > 0 ? 'by-address' : 'not-allowed';
}

/** What the lists may say of a name that is not known. */
function unknownName({ allowHosts }: SenderRules): HostListing {
  if (allowHosts === null) return 'open';
  return allowHosts.names.size + allowHosts.parents.size > 0 ? 'allowed' : 'by-address';
}

function isRefused(listing: HostListing): listing is Refused {
  return listing === 'left-alone' || listing === 'denied' || listing === 'not-allowed';
}

function refusalText(listing: Refused, what: 'host' | 'address'): string {
  switch (listing) {
    case 'left-alone':
      return 'The operator of this host asked gateways to leave it alone.';
    case 'denied':
      return `The ${what} is on the list of denied hosts.`;
    case 'not-allowed':
      return `The ${what} is not on the list of allowed hosts.`;
  }
}

function judgeOwnHost(host: string, { ownHosts }: EgressPolicy): Verdict {
  return ownHosts.has(hostKey(host))
    ? denied('own-host', 'The link leads to the host of this gateway itself.')
    : ALLOWED;
}

/**
 * Judges by its name or address whether a host is on the public Internet. `judgePublicHost('router').allowed` is
 * `false`, and `judgePublicHost('gopher.floodgap.com').allowed` is `true`. `host` is a canonical name, or an address
 * literal with or without brackets.
 */
export function judgePublicHost(host: string): Verdict {
  const key = hostKey(host);
  const address = parseAddress(key);
  if (address) return judgeAddress(address);
  if (!isDnsName(key)) return denied('host-syntax', 'The host is not a name that DNS can resolve.');
  const special = specialUse(key);
  if (special) {
    return denied('special-name', `Names under .${special.suffix} are for ${special.what} (${special.document}).`);
  }
  if (!key.includes('.')) return denied('special-name', 'A name without a dot belongs to a local network.');
  return ALLOWED;
}

/** Only globally routable unicast passes. */
function judgeAddress(address: Address): Verdict {
  const special = specialPurpose(address);
  if (!special) return ALLOWED;
  const place = special.name.startsWith('Loopback') ? 'leads to the machine itself' : 'is not on the public Internet';
  return denied('address', `The address ${place}: ${special.name} (${special.document}).`);
}

/** Judges an address of a name; the lists and the port are not its matter. */
function judgeAnswer(address: Address, port: number | null, policy: EgressPolicy): Verdict {
  const host = formatAddress(address);
  if (port !== null && isListedTarget(host, port, policy)) return ALLOWED;
  const own = judgeOwnHost(host, policy);
  return own.allowed ? judgeAddress(address) : own;
}

function judgeServerPort(
  { host, port, defaultPort }: CalledServer,
  isExempt: boolean,
  answers: NameAnswers,
  policy: EgressPolicy,
  { ports }: SenderRules,
): Ruling {
  if (port === null) return ALLOWED;
  if (ports !== null) return ports.includes(port) ? ALLOWED : NOT_A_PORT;
  if (isExempt) return ALLOWED;
  const verdict = judgePort(port, defaultPort, policy);
  if (verdict.allowed || host === null || !mayBeListed(host, port, policy)) return verdict;
  // Addresses that are not public are refused for themselves.
  const isClosed = answers.addresses.some((address) => {
    return !isListedTarget(formatAddress(address), port, policy) && judgeAnswer(address, port, policy).allowed;
  });
  return isClosed ? verdict : openUnless(answers);
}

const NOT_A_PORT = denied('port', 'The port is not on the list of allowed ports.');

/**
 * Whether a name that is not resolved yet may have an address that `EGRESS_ALLOW` lists with this port. Then its
 * addresses decide on the port.
 */
function mayBeListed(host: string, port: number, { dns, allow }: EgressPolicy): boolean {
  const hasBlocks = (allow.get(port)?.blocks.length ?? 0) > 0;
  return hasBlocks && dns.kind === 'doh' && parseAddress(hostKey(host)) === null;
}

/**
 * Judges a port: the scheme's default passes, and so does every user port that is not on the deny list. `defaultPort`
 * is the scheme's default; `null` if there is none, as for the data connections of FTP.
 */
export function judgePort(port: number, defaultPort: number | null, policy: EgressPolicy): Verdict {
  if (port === defaultPort) return ALLOWED;
  if (port < 1 || port > 65535) return denied('port', `There is no port ${port}.`);
  if (port < FIRST_USER_PORT) {
    return denied('port', `Port ${port} is a system port, but not the default port of this link’s scheme.`);
  }
  const service = deniedService(port, policy.deniedPorts);
  return service === null ? ALLOWED : denied('port', `Port ${port} belongs to ${service}.`);
}

/**
 * Judges a host that a browser opens, which has rules for ports of its own: by the lists, and by what is public.
 * `judgeHost('printer.local', parseEgressPolicy({})).allowed` is `false`.
 *
 * @param port - with which `EGRESS_ALLOW` may have the host; `null` = the scheme has none
 */
export function judgeHost(host: string, policy: EgressPolicy, port: number | null = null): Verdict {
  return denialIn(judge({ host, port, defaultPort: port }, null, policy)) ?? ALLOWED;
}

/** The server of a link. */
export interface Target {
  /** A canonical host, as in a URL. */
  readonly host: string;
  readonly port: number;
  /** The default port of the link's scheme; `null` if it has none. */
  readonly defaultPort: number | null;
}

/** How a target may be reached, before any name is resolved. */
type Approach =
  /** `EGRESS_ALLOW` has the name: connect to it, whatever its addresses are. */
  | { readonly kind: 'listed'; readonly host: string; readonly isPublic: boolean }
  | { readonly kind: 'literal'; readonly address: Address; readonly isPublic: boolean }
  /** A public name: resolve it, then `judgeAnswers`. */
  | { readonly kind: 'name'; readonly name: string; readonly isPublic: true }
  | ({ readonly kind: 'denied' } & Denial);

/** Judges a target as far as possible without DNS. `isPublic` is false if only `EGRESS_ALLOW` allows the host. */
export function approach(target: Target, policy: EgressPolicy, sender?: SenderRules): Approach {
  const judgement = judge(target, null, policy, sender);
  const denial = denialIn(judgement);
  if (denial !== null) return { kind: 'denied', ...denial };
  const key = hostKey(target.host);
  const address = parseAddress(key);
  const isPublic = judgeOwnHost(key, policy).allowed && judgePublicHost(key).allowed;
  if (address !== null) return { kind: 'literal', address, isPublic };
  if (judgement.isExempt) return { kind: 'listed', host: key, isPublic };
  // Where the runtime looks up names itself, nobody sees their addresses.
  const isUnseen = policy.dns.kind === 'system' && judgement.lists.ruling === 'undecided';
  return isUnseen ? { kind: 'denied', ...UNSEEN } : { kind: 'name', name: key, isPublic: true };
}

const UNSEEN = denied(
  'left-alone',
  'The addresses of the host cannot be compared with the lists of hosts: this service does not look up names itself.',
);

/** Judges every address that a name resolved to. One bad answer refuses the name, as it may be the next one used. */
export function judgeAnswers(
  addresses: readonly Address[],
  server: CalledServer,
  policy: EgressPolicy,
  sender?: SenderRules,
): Verdict {
  return denialIn(judge(server, { addresses, areAll: true }, policy, sender)) ?? ALLOWED;
}
