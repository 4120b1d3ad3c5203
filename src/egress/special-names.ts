/**
 * Names that public DNS does not have, or has for something else than servers: those of IANA's registry of special-use
 * domain names (RFC 6761), and those that networks, clusters and clouds use without an entry there.
 */

/** A name and every name below it. */
interface SpecialName {
  readonly suffix: string;
  /** What the names are for, as the end of a sentence. */
  readonly what: string;
  /** The document that says so. */
  readonly document: string;
  /** Whether public DNS has them all the same. */
  readonly isPublic: boolean;
}

type NameRow = readonly [suffix: string, what: string, document: string];

const rows = (isPublic: boolean, table: readonly NameRow[]): readonly SpecialName[] =>
  table.map(([suffix, what, document]) => ({ suffix, what, document, isPublic }));

/**
 * The registry, https://www.iana.org/assignments/special-use-domain-names, as of September 2026. Its reverse zones of
 * private addresses stand below `in-addr.arpa` and `ip6.arpa`.
 */
const REGISTERED: readonly SpecialName[] = [
  // Servers of IANA answer at these three, and documents and tests call them.
  ...rows(true, [
    ['example.com', 'documentation', 'RFC 6761 §6.5'],
    ['example.net', 'documentation', 'RFC 6761 §6.5'],
    ['example.org', 'documentation', 'RFC 6761 §6.5'],
  ]),
  ...rows(false, [
    ['localhost', 'the local host', 'RFC 6761 §6.3'],
    ['local', 'multicast DNS', 'RFC 6762 §3'],
    ['onion', 'Tor', 'RFC 7686'],
    ['alt', 'names outside DNS', 'RFC 9476'],
    ['invalid', 'names that do not exist', 'RFC 6761 §6.4'],
    ['test', 'tests', 'RFC 6761 §6.2'],
    ['example', 'documentation', 'RFC 6761 §6.5'],
    ['home.arpa', 'home networks', 'RFC 8375'],
    ['service.arpa', 'the discovery of services', 'RFC 9665'],
    ['resolver.arpa', 'the discovery of resolvers', 'RFC 9462'],
    ['ipv4only.arpa', 'the discovery of NAT64', 'RFC 8880'],
    ['6tisch.arpa', 'networks of sensors', 'RFC 9031'],
    ['eap-noob.arpa', 'network access', 'RFC 9140'],
    ['eap.arpa', 'network access', 'IANA, Special-Use Domain Names'],
  ]),
];

/** Names without an entry of their own in the registry. */
const OTHERS: readonly SpecialName[] = rows(false, [
  ['in-addr.arpa', 'the names of addresses', 'RFC 1035 §3.5'],
  ['ip6.arpa', 'the names of addresses', 'RFC 3596 §2.5'],
  ['arpa', 'the infrastructure of the Internet', 'RFC 3172 §2.1'],
  ['internal', 'private use', 'ICANN Board, 29 July 2024'],
  ['lan', 'private networks', 'RFC 6762 App. G'],
  ['home', 'private networks', 'RFC 6762 App. G'],
  ['corp', 'private networks', 'RFC 6762 App. G'],
  ['private', 'private networks', 'RFC 6762 App. G'],
  ['intranet', 'private networks', 'RFC 6762 App. G'],
  ['localdomain', 'private networks', 'resolver convention'],
  ['svc', 'services of a cluster', 'Kubernetes DNS specification §2'],
  ['pod', 'services of a cluster', 'Kubernetes DNS specification §2'],
  ['default', 'services of a cluster', 'the first namespace of Kubernetes'],
  ['consul', 'services of a cluster', 'Consul DNS'],
  ['docker', 'containers', 'host and gateway names of Docker'],
  // Overlay networks, whose names a proxy of the machine resolves.
  ['i2p', 'I2P', 'draft-grothoff-iesg-special-use-p2p-names-04 §2'],
  ['gnu', 'the GNU Name System', 'draft-grothoff-iesg-special-use-p2p-names-04 §2'],
  ['zkey', 'the GNU Name System', 'draft-grothoff-iesg-special-use-p2p-names-04 §2'],
  ['exit', 'Tor', 'draft-grothoff-iesg-special-use-p2p-names-04 §2'],
  ['bit', 'Namecoin', 'draft-grothoff-iesg-special-use-p2p-names-04 §2'],
  // Public domains whose servers answer inside a cloud alone.
  ['metadata.goog', 'machines of Google Cloud', 'Google, metadata server'],
  ['metadata.tencentyun.com', 'machines of Tencent Cloud', 'Tencent, instance metadata'],
  ['api.metadata.cloud.ibm.com', 'machines of IBM Cloud', 'IBM, instance metadata endpoints'],
]);

/** All names with a rule. The first that has a host decides. */
const SPECIAL_NAMES: readonly SpecialName[] = [...REGISTERED, ...OTHERS];

/** The special use of a name, which is as `hostKey` returns it; `null` for a name of public DNS. */
export function specialUse(key: string): SpecialName | null {
  const found = SPECIAL_NAMES.find(({ suffix }) => key === suffix || key.endsWith(`.${suffix}`));
  return found === undefined || found.isPublic ? null : found;
}
