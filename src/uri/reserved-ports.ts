/**
 * Ports that belong to services. A link can make a client connect to any port and send it a line that another service
 * reads as a command (draft-ietf-uri-url-03, "Security considerations"). `explain` warns of such ports, and the egress
 * policy refuses them. The canonical form of a URL does not depend on them.
 */

/** An inclusive range of ports. */
export interface PortRange {
  readonly from: number;
  readonly to: number;
}

/** The ports of a service. */
interface ReservedPorts extends PortRange {
  readonly service: string;
}

/** The first port above the system ports (RFC 6335 §6), which IANA assigns. */
export const FIRST_USER_PORT = 1024;

type Row = readonly [ports: string, service: string];

/** System ports with a name: those of our schemes, of mail and of shells. The others are reserved without one. */
const systemPorts: readonly Row[] = [
  ['21', 'FTP'],
  ['22', 'SSH'],
  ['23', 'Telnet'],
  ['25', 'SMTP'],
  ['53', 'DNS'],
  ['70', 'Gopher'],
  ['79', 'Finger'],
  ['80', 'HTTP'],
  ['105', 'phone books'],
  ['109-110', 'POP'],
  ['111', 'RPC'],
  ['119', 'NNTP'],
  ['143', 'IMAP'],
  ['210', 'WAIS'],
  ['443', 'HTTPS'],
  ['445', 'SMB'],
  ['465', 'SMTP over TLS'],
  ['512', 'remote execution'],
  ['513', 'remote login'],
  ['514', 'remote shells'],
  ['563', 'NNTP over TLS'],
  ['989-990', 'FTP over TLS'],
];

/** The bad ports of the Fetch Standard (§2.9) above the system ports. */
const fetchPorts: readonly Row[] = [
  ['1719-1720', 'H.323'],
  ['1723', 'PPTP'],
  ['2049', 'NFS'],
  ['3659', 'SASL'],
  ['4045', 'NPP'],
  ['4190', 'ManageSieve'],
  ['5060-5061', 'SIP'],
  ['6566', 'SANE'],
  ['6665-6669', 'IRC'],
  ['6679', 'IRC'],
  ['6697', 'IRC'],
  ['10080', 'Amanda'],
];

/** Services that nobody should contact by a link. Browsers leave only some of them alone. */
const innerPorts: readonly Row[] = [
  // Databases and caches
  ['1433', 'SQL Server'],
  ['1521', 'Oracle'],
  ['3306', 'MySQL'],
  ['5432', 'PostgreSQL'],
  ['5984', 'CouchDB'],
  ['6379', 'Redis'],
  ['7001', 'Cassandra'],
  ['8086', 'InfluxDB'],
  ['9042', 'Cassandra'],
  ['9200', 'Elasticsearch'],
  ['9300', 'Elasticsearch'],
  ['26379', 'Redis'],
  ['27017-27019', 'MongoDB'],
  ['28015', 'RethinkDB'],
  ['11211', 'memcached'],
  // Message brokers
  ['1883', 'MQTT'],
  ['4369', 'Erlang'],
  ['5672', 'AMQP'],
  ['9092', 'Kafka'],
  ['61613', 'STOMP'],
  ['15672', 'RabbitMQ'],
  // What controls machines
  ['2181', 'ZooKeeper'],
  ['2375-2376', 'Docker'],
  ['2379-2380', 'etcd'],
  ['6443', 'Kubernetes'],
  ['8500', 'Consul'],
  ['10250', 'kubelet'],
  ['10255', 'kubelet'],
  ['50070', 'Hadoop'],
  ['9090', 'Prometheus'],
  // Mail, telephony and chat; Fetch §2.9 has 5060 and 5061
  ['1025', 'SMTP'],
  ['2525', 'SMTP'],
  ['8025', 'SMTP'],
  ['5080', 'SIP'],
  ['5222-5223', 'XMPP'],
  ['5269-5270', 'XMPP'],
  ['5280-5281', 'XMPP'],
  // Screens; Fetch §2.9 has 6000
  ['3389', 'Remote Desktop'],
  ['5900-5910', 'VNC'],
  ['6000-6063', 'X11'],
  // What runs commands
  ['4444', 'remote shells'],
  ['5000-5001', 'development servers'],
  ['9000', 'FastCGI'],
];

/** All rows. */
export const reservedPorts: readonly ReservedPorts[] = [...systemPorts, ...fetchPorts, ...innerPorts].map(
  ([ports, service]) => {
    const [from = '', to = from] = ports.split('-');
    return { from: Number(from), to: Number(to), service };
  },
);

/**
 * A sentence about a port that belongs to a service; `null` = any server may have it. Port 0 belongs to nobody.
 * `reservationOf(25)` is `'Port 25 belongs to SMTP, which may read the request as commands.'`.
 */
export function reservationOf(port: number): string | null {
  const service = reservedPorts.find(({ from, to }) => from <= port && port <= to)?.service;
  if (service === undefined && (port < 1 || port >= FIRST_USER_PORT)) return null;
  return `Port ${port} belongs to ${service ?? 'a system service'}, which may read the request as commands.`;
}
