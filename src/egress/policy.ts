/** The egress policy as the operator sets it: the variables, parsed. `judgement.ts` judges by it. */
import { parseAddress } from './address.ts';
import { entriesIn } from './entries.ts';
import { canonicalHost, faultOfHostEntry, type HostList, HostListError, hostKey, parseHostList } from './host-list.ts';
import { type PortRule, parseDeniedPorts } from './ports.ts';

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
