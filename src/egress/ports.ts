/**
 * Ports that a link must not reach. The URL drafts of 1994 warned that a link can make a client connect to any port.
 * Each row names a service that might read a line of our protocols as a command, or that nobody should contact.
 */

/** An inclusive range of ports. */
export interface PortRange {
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

/** The built-in deny list above the system ports. Its first block is the Fetch Standard's, the others are ours. */
const deniedPortTable: readonly (readonly [ports: string, service: string])[] = [
  // The bad ports of Fetch §2.9.
  ['1719-1720', 'H.323'],
  ['1723', 'PPTP'],
  ['2049', 'NFS'],
  ['3659', 'Apple SASL'],
  ['4045', 'NPP'],
  ['4190', 'ManageSieve'],
  ['5060-5061', 'SIP'],
  ['6566', 'SANE'],
  ['6665-6669', 'IRC'],
  ['6679', 'IRC over TLS'],
  ['6697', 'IRC over TLS'],
  ['10080', 'Amanda'],
  // Databases.
  ['1433', 'Microsoft SQL Server'],
  ['1521', 'Oracle'],
  ['3306', 'MySQL'],
  ['5432', 'PostgreSQL'],
  ['5984', 'CouchDB'],
  ['6379', 'Redis'],
  ['7001', 'Cassandra between nodes'],
  ['8086', 'InfluxDB'],
  ['9042', 'Cassandra'],
  ['9200', 'Elasticsearch'],
  ['9300', 'Elasticsearch between nodes'],
  ['26379', 'Redis Sentinel'],
  ['27017-27019', 'MongoDB'],
  ['28015', 'RethinkDB'],
  // Caches.
  ['11211', 'memcached'],
  // Message brokers.
  ['1883', 'MQTT'],
  ['4369', 'Erlang port mapper'],
  ['5672', 'AMQP'],
  ['9092', 'Kafka'],
  ['61613', 'STOMP'],
  ['15672', 'RabbitMQ management'],
  // Control planes.
  ['2181', 'ZooKeeper'],
  ['2375-2376', 'Docker'],
  ['2379-2380', 'etcd'],
  ['6443', 'Kubernetes'],
  ['8500', 'Consul'],
  ['10250', 'kubelet'],
  ['10255', 'kubelet, read only'],
  ['50070', 'Hadoop NameNode'],
  ['9090', 'Prometheus'],
  // Mail.
  ['1025', 'SMTP'],
  ['2525', 'SMTP'],
  ['8025', 'SMTP'],
  // Telephony; Fetch has 5060 and 5061.
  ['5080', 'SIP'],
  // Chat.
  ['5222-5223', 'XMPP'],
  ['5269-5270', 'XMPP between servers'],
  ['5280-5281', 'XMPP over HTTP'],
  // Screens; Fetch has 6000.
  ['3389', 'Remote Desktop'],
  ['5900-5910', 'VNC'],
  ['6000-6063', 'X11'],
  // Execution of commands.
  ['4444', 'remote shells'],
  ['5000-5001', 'application servers in development'],
  ['9000', 'FastCGI'],
];

/**
 * Reads `EGRESS_DENY_PORTS`. Each entry is a port or a range to deny. `!` before an entry opens it again. `default`
 * stands for the built-in list. Later entries override earlier ones. `null` means `default`.
 *
 * @throws TypeError for any other entry
 * @example
 * ```ts
 * const rules = parseDeniedPorts('default, 8443, !4444');
 * deniedService(6379, rules); // 'Redis'
 * deniedService(4444, rules); // null
 * ```
 */
export function parseDeniedPorts(text: string | null): readonly PortRule[] {
  return (text ?? 'default')
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .flatMap((entry): PortRule[] => {
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
