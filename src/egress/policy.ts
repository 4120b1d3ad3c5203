/**
 * The egress policy: which hosts, addresses and ports may be connected to. Pure functions over a parsed
 * configuration. Each refusal is a value that names its rule: a gateway throws it, a validator lists it.
 */
import { FIRST_USER_PORT } from '../uri/reserved-ports.ts';
import { type Address, formatAddress, parseAddress, specialPurpose } from './address.ts';
import { entriesIn } from './entries.ts';
import {
  canonicalHost,
  faultOfHostEntry,
  type HostList,
  HostListError,
  hostKey,
  isDnsName,
  isListed,
  parseHostList,
} from './host-list.ts';
import { deniedService, type PortRule, parseDeniedPorts } from './ports.ts';

export type EgressRule =
  /** Public DNS cannot hold this name. */
  | 'host-syntax'
  /** The name is reserved for something that is not the public Internet. */
  | 'special-name'
  /** The host is this gateway. */
  | 'own-host'
  /** The operator of the host asked not to be contacted: `EGRESS_DENY`. */
  | 'left-alone'
  /** The address, or one that the name resolves to, is not globally routable. */
  | 'address'
  /** The port is neither the default of the scheme nor a user port that is open. */
  | 'port';

export interface Denial {
  readonly allowed: false;
  readonly rule: EgressRule;
  /** A sentence for the client. */
  readonly detail: string;
}

export type Verdict = { readonly allowed: true } | Denial;

type NameResolution = { readonly kind: 'doh'; readonly url: string } | { readonly kind: 'system' };

export interface EgressPolicy {
  /** `EGRESS_ALLOW`: by port, the hosts for which the rules on hosts, addresses and ports are lifted. */
  readonly allow: ReadonlyMap<number, HostList>;
  /** `EGRESS_DENY`: hosts that are never contacted. */
  readonly deny: HostList;
  /** The names that this Worker itself answers to. */
  readonly ownHosts: ReadonlySet<string>;
  readonly deniedPorts: readonly PortRule[];
  readonly dns: NameResolution;
}

/** The variables of the policy, as text; absent and empty mean the default. */
export interface EgressVariables {
  readonly EGRESS_ALLOW?: string | undefined;
  readonly EGRESS_DENY?: string | undefined;
  readonly EGRESS_DENY_PORTS?: string | undefined;
  readonly EGRESS_DNS?: string | undefined;
  readonly DOH_URL?: string | undefined;
}

const DEFAULT_DOH_URL = 'https://cloudflare-dns.com/dns-query';

/**
 * Reads the policy from its variables, and the names that this Worker answers to. A `TypeError` names the variable that
 * cannot be read. `parseEgressPolicy({ EGRESS_ALLOW: 'localhost:7070, [::1]:2121' }).allow.size` is `2`.
 */
export function parseEgressPolicy(variables: EgressVariables, ownHosts: Iterable<string> = []): EgressPolicy {
  return {
    allow: hostsOf('EGRESS_ALLOW', variables, parseAllowed),
    deny: hostsOf('EGRESS_DENY', variables, parseHostList),
    ownHosts: new Set([...ownHosts].map(hostKey)),
    deniedPorts: parseDeniedPorts(variables.EGRESS_DENY_PORTS || null),
    dns: parseNameResolution(variables.EGRESS_DNS || 'doh', variables.DOH_URL || DEFAULT_DOH_URL),
  };
}

/** Parses a variable; an error names it. */
function hostsOf<Hosts>(
  name: 'EGRESS_ALLOW' | 'EGRESS_DENY',
  variables: EgressVariables,
  parse: (text: string) => Hosts,
): Hosts {
  try {
    return parse(variables[name] ?? '');
  } catch (error) {
    throw error instanceof HostListError ? new HostListError(`${name}: ${error.message}`) : error;
  }
}

/** Reads `EGRESS_ALLOW`: entries of a list of hosts, each with `:` and a port. */
function parseAllowed(text: string): ReadonlyMap<number, HostList> {
  const entries = entriesIn(text);
  const targets = entries.map((entry, index) => {
    const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(entry) ?? [];
    // Without brackets, the last number of an IPv6 address would be read as a port.
    const isBare = parseAddress(host)?.family === 6 && !host.startsWith('[');
    const fault = isBare || !isPort(Number(port)) ? NOT_A_TARGET : faultOfHostEntry(host);
    if (fault !== null) throw new HostListError(`entry ${index + 1} ${fault}`);
    return { host, port: Number(port) };
  });
  const byPort = new Map<number, string[]>();
  for (const { host, port } of targets) byPort.set(port, [...(byPort.get(port) ?? []), host]);
  return new Map([...byPort].map(([port, hosts]) => [port, parseHostList(hosts)]));
}

const isPort = (port: number): boolean => port >= 1 && port <= 65_535;

const NOT_A_TARGET = 'must be a host and a port, such as `localhost:7070` or `[::1]:7070`';

function parseNameResolution(kind: string, url: string): NameResolution {
  if (kind === 'system') return { kind };
  if (kind !== 'doh') throw new TypeError(`EGRESS_DNS: ${kind} is neither doh nor system`);
  const [, host = '', port = '443'] = WEB_URL.exec(url) ?? [];
  if (canonicalHost(host) === null || !isPort(Number(port))) throw new TypeError('DOH_URL: not an http(s) URL');
  return { kind, url };
}

/** `http` or `https`, host and port. */
const WEB_URL = /^https?:\/\/(\[[^\]]*\]|[^/?#:@\\]+)(?::(\d{1,5}))?(?:[/?#]|$)/;

/** Whether `EGRESS_ALLOW` has this host with this port. */
function isAllowed(host: string, port: number, { allow }: EgressPolicy): boolean {
  const hosts = allow.get(port);
  return hosts !== undefined && isListed(host, hosts);
}

/** Names that are never on the public Internet, with the document that says so. Subdomains are included. */
const specialNames: readonly (readonly [suffix: string, what: string, document: string])[] = [
  ['localhost', 'the local host', 'RFC 6761 §6.3'],
  ['local', 'multicast DNS', 'RFC 6762 §3'],
  ['internal', 'private use', 'ICANN Board, 29 July 2024'],
  ['home.arpa', 'home networks', 'RFC 8375'],
  ['lan', 'private networks', 'RFC 6762 App. G'],
  ['home', 'private networks', 'RFC 6762 App. G'],
  ['corp', 'private networks', 'RFC 6762 App. G'],
  ['private', 'private networks', 'RFC 6762 App. G'],
  ['intranet', 'private networks', 'RFC 6762 App. G'],
  ['svc', 'services of a cluster', 'Kubernetes DNS specification §2'],
  ['pod', 'services of a cluster', 'Kubernetes DNS specification §2'],
  ['default', 'services of a cluster', 'the first namespace of Kubernetes'],
  ['consul', 'services of a cluster', 'Consul DNS'],
  ['docker', 'containers', 'host and gateway names of Docker'],
  ['localdomain', 'private networks', 'resolver convention'],
  ['onion', 'Tor', 'RFC 7686'],
  ['alt', 'names outside DNS', 'RFC 9476'],
  ['invalid', 'names that do not exist', 'RFC 6761 §6.4'],
  ['test', 'tests', 'RFC 6761 §6.2'],
  ['example', 'documentation', 'RFC 6761 §6.5'],
];

const ALLOWED: Verdict = { allowed: true };
export const denied = (rule: EgressRule, detail: string): Denial => ({ allowed: false, rule, detail });

/**
 * Judges a host before it is resolved: by the operator's lists, then by what is public.
 * `judgeHost('printer.local', parseEgressPolicy({})).allowed` is `false`. `host` is a canonical name, or an address
 * literal with or without brackets.
 */
export function judgeHost(host: string, policy: EgressPolicy): Verdict {
  const consent = judgeConsent(host, policy);
  return consent.allowed ? judgeRemoteHost(host, policy) : consent;
}

function judgeRemoteHost(host: string, policy: EgressPolicy): Verdict {
  return policy.ownHosts.has(hostKey(host)) ? OWN_HOST : judgePublicHost(host);
}

const OWN_HOST = denied('own-host', 'The link leads to the host of this gateway itself.');

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
  const special = specialNames.find(([suffix]) => key === suffix || key.endsWith(`.${suffix}`));
  if (special) return denied('special-name', `Names under .${special[0]} are for ${special[1]} (${special[2]}).`);
  if (!key.includes('.')) return denied('special-name', 'A name without a dot belongs to a local network.');
  return ALLOWED;
}

/**
 * Judges a host by `EGRESS_DENY` alone. `EGRESS_ALLOW` does not override what the host's operator asked for. `host` is
 * a canonical name, or an address literal with or without brackets.
 */
export function judgeConsent(host: string, policy: EgressPolicy): Verdict {
  return isListed(host, policy.deny)
    ? denied('left-alone', 'The operator of this host asked gateways to leave it alone.')
    : ALLOWED;
}

/**
 * Judges an address that a connection would reach: only globally routable unicast passes.
 * `judgeAddress({ family: 4, octets: Uint8Array.of(127, 0, 0, 1) }).allowed` is `false`.
 */
export function judgeAddress(address: Address): Verdict {
  const special = specialPurpose(address);
  return special
    ? denied('address', `The address is not on the public Internet: ${special.name} (${special.document}).`)
    : ALLOWED;
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

/** The server of a link. */
export interface Target {
  /** A canonical host, as in a URL. */
  readonly host: string;
  readonly port: number;
  /** The default port of the link's scheme; `null` if it has none. */
  readonly defaultPort: number | null;
}

/** How a target may be reached, before any name is resolved. */
export type Approach =
  /** An entry of `EGRESS_ALLOW` names the host as written: connect to it by that name, without DNS of our own. */
  | { readonly kind: 'listed'; readonly host: string; readonly isPublic: boolean }
  | { readonly kind: 'literal'; readonly address: Address; readonly isPublic: boolean }
  /** A public name: resolve it, then `judgeAnswers`. */
  | { readonly kind: 'name'; readonly name: string; readonly isPublic: true }
  | ({ readonly kind: 'denied' } & Denial);

/** Judges a target as far as possible without DNS. `isPublic` is false if only `EGRESS_ALLOW` allows the host. */
export function approach(target: Target, policy: EgressPolicy): Approach {
  const { host, port, defaultPort } = target;
  const consent = judgeConsent(host, policy);
  if (!consent.allowed) return { kind: 'denied', ...consent };
  const key = hostKey(host);
  const address = parseAddress(key);
  const remote = judgeRemoteHost(host, policy);
  if (isAllowed(host, port, policy)) {
    return address
      ? { kind: 'literal', address, isPublic: remote.allowed }
      : { kind: 'listed', host: key, isPublic: remote.allowed };
  }
  if (!remote.allowed) return { kind: 'denied', ...remote };
  const open = mayBeListed(host, port, policy) ? ALLOWED : judgePort(port, defaultPort, policy);
  if (!open.allowed) return { kind: 'denied', ...open };
  return address ? { kind: 'literal', address, isPublic: true } : { kind: 'name', name: key, isPublic: true };
}

/**
 * Whether a name that is not resolved yet may have an address that `EGRESS_ALLOW` lists with this port. Then its
 * addresses decide on the port.
 */
export function mayBeListed(host: string, port: number, { dns, allow }: EgressPolicy): boolean {
  const hasBlocks = (allow.get(port)?.blocks.length ?? 0) > 0;
  return hasBlocks && dns.kind === 'doh' && parseAddress(hostKey(host)) === null;
}

/**
 * Whether `EGRESS_ALLOW` lifts the rules on addresses and ports for this host and port.
 * `isExempt('localhost', 7070, parseEgressPolicy({ EGRESS_ALLOW: 'localhost:7070' }))` is `true`.
 */
export function isExempt(host: string, port: number, policy: EgressPolicy): boolean {
  return isAllowed(host, port, policy) && judgeConsent(host, policy).allowed;
}

/** Judges every address that a name resolved to. One bad answer refuses the name, as it may be the next one used. */
export function judgeAnswers(addresses: readonly Address[], target: Target, policy: EgressPolicy): Verdict {
  for (const address of addresses) {
    const host = formatAddress(address);
    const consent = judgeConsent(host, policy);
    if (!consent.allowed) return consent;
    if (isAllowed(host, target.port, policy)) continue;
    const remote = judgeRemoteHost(host, policy);
    if (!remote.allowed) return remote;
    const port = judgePort(target.port, target.defaultPort, policy);
    if (!port.allowed) return port;
  }
  return ALLOWED;
}
