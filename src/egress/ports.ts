/**
 * Ports that a link must not reach. The URL drafts of 1994 warned that a link can make a client connect to any port.
 * Each row names a service that might read a line of our protocols as a command, or that nobody should contact.
 */
import { entriesIn } from './entries.ts';

/** An inclusive range of ports. */
interface PortRange {
  readonly from: number;
  readonly to: number;
}

/** A rule for a range of ports. */
export interface PortRule extends PortRange {
  /** The service for which the ports are denied; `null` = the ports are open. */
  readonly service: string | null;
}

/** The first port above the system ports (RFC 6335 §6). Of the system ports, only a scheme's default is allowed. */
export const FIRST_USER_PORT = 1024;

const FETCH = 'Fetch §2.9, bad ports';

/**
 * The built-in deny list above the system ports, each row with its source: first the Fetch Standard's ports, then ours.
 */
const deniedPortTable: readonly (readonly [ports: string, service: string, source: string])[] = [
  ['1719-1720', 'H.323', FETCH],
  ['1723', 'PPTP', FETCH],
  ['2049', 'NFS', FETCH],
  ['3659', 'Apple SASL', FETCH],
  ['4045', 'NPP', FETCH],
  ['4190', 'ManageSieve', FETCH],
  ['5060-5061', 'SIP', FETCH],
  ['6566', 'SANE', FETCH],
  ['6665-6669', 'IRC', FETCH],
  ['6679', 'IRC over TLS', FETCH],
  ['6697', 'IRC over TLS', FETCH],
  ['10080', 'Amanda', FETCH],
  ['1433', 'Microsoft SQL Server', 'database'],
  ['1521', 'Oracle', 'database'],
  ['3306', 'MySQL', 'database'],
  ['5432', 'PostgreSQL', 'database'],
  ['5984', 'CouchDB', 'database'],
  ['6379', 'Redis', 'database'],
  ['7001', 'Cassandra between nodes', 'database'],
  ['8086', 'InfluxDB', 'database'],
  ['9042', 'Cassandra', 'database'],
  ['9200', 'Elasticsearch', 'database'],
  ['9300', 'Elasticsearch between nodes', 'database'],
  ['26379', 'Redis Sentinel', 'database'],
  ['27017-27019', 'MongoDB', 'database'],
  ['28015', 'RethinkDB', 'database'],
  ['11211', 'memcached', 'cache'],
  ['1883', 'MQTT', 'message broker'],
  ['4369', 'Erlang port mapper', 'message broker'],
  ['5672', 'AMQP', 'message broker'],
  ['9092', 'Kafka', 'message broker'],
  ['61613', 'STOMP', 'message broker'],
  ['15672', 'RabbitMQ management', 'message broker'],
  ['2181', 'ZooKeeper', 'control plane'],
  ['2375-2376', 'Docker', 'control plane'],
  ['2379-2380', 'etcd', 'control plane'],
  ['6443', 'Kubernetes', 'control plane'],
  ['8500', 'Consul', 'control plane'],
  ['10250', 'kubelet', 'control plane'],
  ['10255', 'kubelet, read only', 'control plane'],
  ['50070', 'Hadoop NameNode', 'control plane'],
  ['9090', 'Prometheus', 'control plane'],
  ['1025', 'SMTP', 'mail'],
  ['2525', 'SMTP', 'mail'],
  ['8025', 'SMTP', 'mail'],
  ['5080', 'SIP', 'telephony; Fetch §2.9 has 5060 and 5061'],
  ['5222-5223', 'XMPP', 'chat'],
  ['5269-5270', 'XMPP between servers', 'chat'],
  ['5280-5281', 'XMPP over HTTP', 'chat'],
  ['3389', 'Remote Desktop', 'screen; Fetch §2.9 has 6000'],
  ['5900-5910', 'VNC', 'screen; Fetch §2.9 has 6000'],
  ['6000-6063', 'X11', 'screen; Fetch §2.9 has 6000'],
  ['4444', 'remote shells', 'command execution'],
  ['5000-5001', 'application servers in development', 'command execution'],
  ['9000', 'FastCGI', 'command execution'],
];

/**
 * Reads `EGRESS_DENY_PORTS`. Each entry is a port or a range to deny. `!` before an entry opens it again. `default`
 * stands for the built-in list. Later entries override earlier ones. `null` means `default`.
 * `deniedService(4444, parseDeniedPorts('default, 8443, !4444'))` is `null`.
 *
 * @throws TypeError for any other entry
 */
export function parseDeniedPorts(text: string | null): readonly PortRule[] {
  return entriesIn(text ?? 'default').flatMap((entry): PortRule[] => {
    if (entry === 'default') return builtIn;
    const open = entry.startsWith('!');
    const service = open ? null : 'a service that this gateway leaves alone';
    return [{ ...parseRange(open ? entry.slice(1) : entry), service }];
  });
}

function parseRange(text: string): PortRange {
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text);
  const from = Number(match?.[1]);
  const to = Number(match?.[2] ?? from);
  if (!match || from > to || to > 65535)
    throw new TypeError(`EGRESS_DENY_PORTS: not a port or a range of ports: ${text}`);
  return { from, to };
}

const builtIn: PortRule[] = deniedPortTable.map(([ports, service]) => ({ ...parseRange(ports), service }));

/** The service for which a port is denied, by the last rule that covers the port; `null` = the port is open. */
export function deniedService(port: number, rules: readonly PortRule[]): string | null {
  return rules.findLast(({ from, to }) => from <= port && port <= to)?.service ?? null;
}
