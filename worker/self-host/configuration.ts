/**
 * The configuration of workerd for a machine of one's own (workerd.capnp): the Worker behind its front, with its
 * files, its store on the disk, and a network in which nothing is private.
 */

export interface House {
  /** The bundle of the Worker, from the folder of the configuration. */
  readonly bundle: string;
  /** The front, from the same folder. */
  readonly front: string;
  /** The folder of static files. */
  readonly files: string;
  /** The folder that short links are kept in. */
  readonly data: string;
  /** Where it listens, as `127.0.0.1:8080`. */
  readonly address: string;
  readonly compatibilityDate: string;
  readonly compatibilityFlags: readonly string[];
  /** Variables and secrets. */
  readonly variables: Readonly<Record<string, string>>;
  /** Stands for this start: another one makes cached answers stale. */
  readonly deployment: string;
  /** Whether `EGRESS_ALLOW` may name hosts of a private network. */
  readonly reachesPrivate: boolean;
}

/** Names the folder of the store on the disk, so it stays as it is. */
const STORE = 'waypost-links';

/** The text of the configuration. */
export function configurationOf(house: House): string {
  const bindings = [
    ...Object.entries(house.variables).map(([name, value]) => `(name = ${text(name)}, text = ${text(value)})`),
    '(name = "ASSETS", service = "files")',
    '(name = "LINKS", durableObjectNamespace = "LinkShard")',
    `(name = "DEPLOYMENT", json = ${text(JSON.stringify({ id: house.deployment }))})`,
  ];
  const date = `compatibilityDate = ${text(house.compatibilityDate)}`;
  const allowed = house.reachesPrivate ? ['public', 'private'] : ['public'];
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "files", disk = (path = ${text(house.files)})),
    (name = "data", disk = (path = ${text(house.data)}, writable = true)),
    (name = "internet", network = (allow = ${list(allowed)}, tlsOptions = (trustBrowserCas = true))),
    (name = "waypost", worker = (
      modules = [(name = "index.js", esModule = embed ${text(house.bundle)})],
      bindings = [
        ${bindings.join(',\n        ')}
      ],
      durableObjectNamespaces = [(className = "LinkShard", uniqueKey = ${text(STORE)}, enableSql = true)],
      durableObjectStorage = (localDisk = "data"),
      compatibilityFlags = ${list(house.compatibilityFlags)},
      ${date}
    )),
    (name = "front", worker = (
      modules = [(name = "front.js", esModule = embed ${text(house.front)})],
      bindings = [(name = "WORKER", service = "waypost"), (name = "FILES", service = "files")],
      ${date}
    ))
  ],
  sockets = [(
    name = "http",
    address = ${text(house.address)},
    http = (forwardedProtoHeader = "X-Forwarded-Proto"),
    service = "front"
  )]
);
`;
}

/** Cap'n Proto's literals of text are those of C, and so are those of JSON in ASCII. */
function text(value: string): string {
  return JSON.stringify(value).replace(/[^\x20-\x7e]/g, (character) =>
    [...new TextEncoder().encode(character)].map((octet) => `\\x${octet.toString(16)}`).join(''),
  );
}

function list(values: readonly string[]): string {
  return `[${values.map(text).join(', ')}]`;
}
