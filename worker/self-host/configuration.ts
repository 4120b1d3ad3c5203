/**
 * The configuration of workerd for self-hosting (workerd.capnp): the Worker behind its front, with its static files,
 * its store on disk, and a network that excludes private addresses.
 */

/** The parts of a self-hosted Waypost. */
export interface SelfHost {
  /** The bundle of the Worker, relative to the folder of the configuration. */
  readonly bundle: string;
  /** The front, relative to the same folder. */
  readonly front: string;
  /** The folder of static files. */
  readonly files: string;
  /** The folder that short links are kept in. */
  readonly data: string;
  /** The address to listen at, such as `127.0.0.1:8080`. */
  readonly address: string;
  readonly compatibilityDate: string;
  readonly compatibilityFlags: readonly string[];
  /** The address of the Prospero relay, such as `127.0.0.1:1526`; `null` = the Worker reaches it by its network. */
  readonly relay: string | null;
  /** Variables and secrets. */
  readonly variables: Readonly<Record<string, string>>;
  /** Identifies this start: the next one makes cached answers stale. */
  readonly deployment: string;
  /** Whether `EGRESS_ALLOW` may name hosts of a private network. */
  readonly reachesPrivate: boolean;
}

/** The name of the store's folder on disk. It must never change. */
const STORE = 'waypost-links';

/** The text of the configuration. */
export function configurationOf(host: SelfHost): string {
  const bindings = [
    ...Object.entries(host.variables).map(([name, value]) => `(name = ${text(name)}, text = ${text(value)})`),
    '(name = "ASSETS", service = "files")',
    ...(host.relay === null ? [] : ['(name = "PROSPERO_RELAY_SERVICE", service = "relay")']),
    '(name = "LINKS", durableObjectNamespace = "LinkShard")',
    `(name = "DEPLOYMENT", json = ${text(JSON.stringify({ id: host.deployment }))})`,
  ];
  const date = `compatibilityDate = ${text(host.compatibilityDate)}`;
  const allowed = host.reachesPrivate ? ['public', 'private'] : ['public'];
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "files", disk = (path = ${text(host.files)})),
    (name = "data", disk = (path = ${text(host.data)}, writable = true)),
${relayService(host.relay)}    (name = "internet", network = (allow = ${list(allowed)}, tlsOptions = (trustBrowserCas = true))),
    (name = "waypost", worker = (
      modules = [(name = "index.js", esModule = embed ${text(host.bundle)})],
      bindings = [
        ${bindings.join(',\n        ')}
      ],
      durableObjectNamespaces = [(className = "LinkShard", uniqueKey = ${text(STORE)}, enableSql = true)],
      durableObjectStorage = (localDisk = "data"),
      compatibilityFlags = ${list(host.compatibilityFlags)},
      ${date}
    )),
    (name = "front", worker = (
      modules = [(name = "front.js", esModule = embed ${text(host.front)})],
      bindings = [(name = "WORKER", service = "waypost"), (name = "FILES", service = "files")],
      ${date}
    ))
  ],
  sockets = [(
    name = "http",
    address = ${text(host.address)},
    http = (forwardedProtoHeader = "X-Forwarded-Proto"),
    service = "front"
  )]
);
`;
}

/** The relay as a service of its own: the network of the Worker has no private addresses. */
function relayService(address: string | null): string {
  return address === null ? '' : `    (name = "relay", external = (address = ${text(address)}, http = ())),\n`;
}

/** A text literal of Cap'n Proto, whose syntax is that of C: JSON in ASCII, with other octets as `\x…`. */
function text(value: string): string {
  return JSON.stringify(value).replace(/[^\x20-\x7e]/g, (character) =>
    [...new TextEncoder().encode(character)].map((octet) => `\\x${octet.toString(16)}`).join(''),
  );
}

function list(values: readonly string[]): string {
  return `[${values.map(text).join(', ')}]`;
}
