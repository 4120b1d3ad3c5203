/**
 * The configuration of workerd for self-hosting (workerd.capnp): the Worker behind its front, with its static files,
 * its store on disk, and a network that excludes private addresses. Nothing in it depends on a machine or on settings:
 * variables and secrets come from the environment of workerd, addresses and folders from its command line.
 */
import { settingsTable } from '../settings/settings-table.ts';

/** What a build knows. */
interface Build {
  readonly compatibilityDate: string;
  readonly compatibilityFlags: readonly string[];
  /** Identifies the build: the next one makes cached answers stale. */
  readonly id: string;
}

/** The names of files and folders beside the configuration. */
export const WORKER = 'worker.js';
export const FRONT = 'front.js';
export const DISK_CACHE = 'cache.js';
export const STATIC_FILES = 'public';

/** The networks that a configuration may open to the Worker: `private` is for `EGRESS_ALLOW` in an intranet. */
export const NETWORKS = { public: ['public'], private: ['public', 'private'] } as const;

export type NetworkName = keyof typeof NETWORKS;

/** The name of the store's folder on disk. It must never change. */
export const STORE = 'waypost-links';

/** The name of the folder of the cache. It may be removed while no server runs. */
const COPIES = 'waypost-cache';

export function configurationOf(build: Build, network: NetworkName): string {
  const bindings = [
    ...[...settingsTable]
      .filter(([, { kind }]) => kind !== 'binding')
      .map(([name]) => `(name = ${text(name)}, fromEnvironment = ${text(name)})`),
    '(name = "ASSETS", service = "files")',
    '(name = "PROSPERO_RELAY_SERVICE", service = "relay")',
    '(name = "STORE_FILES", service = "stores")',
    '(name = "NEWS_ARCHIVE_FILES", service = "relay")',
    '(name = "STORE_SPACE", service = "space")',
    '(name = "LINKS", durableObjectNamespace = "LinkShard")',
    `(name = "DEPLOYMENT", json = ${text(JSON.stringify({ id: build.id }))})`,
  ];
  const date = `compatibilityDate = ${text(build.compatibilityDate)}`;
  const tls = 'tlsOptions = (trustBrowserCas = true)';
  // The relay and the archive are on this machine, which the network of the Worker does not reach.
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "files", disk = (path = ${text(STATIC_FILES)})),
    (name = "data", disk = (path = "data", writable = true)),
    (name = "stores", disk = (path = "data")),
    (name = "space", external = (address = "127.0.0.1:1", http = ())),
    (name = "relay", network = (allow = ${list(NETWORKS.private)}, ${tls})),
    (name = "internet", network = (allow = ${list(NETWORKS[network])}, ${tls})),
    (name = "waypost", worker = (
      modules = [(name = "index.js", esModule = embed ${text(WORKER)})],
      bindings = [
        ${bindings.join(',\n        ')}
      ],
      durableObjectNamespaces = [(className = "LinkShard", uniqueKey = ${text(STORE)}, enableSql = true)],
      durableObjectStorage = (localDisk = "data"),
      cacheApiOutbound = "cache",
      compatibilityFlags = ${list(build.compatibilityFlags)},
      ${date}
    )),
    (name = "cache", worker = (
      modules = [(name = "cache.js", esModule = embed ${text(DISK_CACHE)})],
      bindings = [
        (name = "CACHE", fromEnvironment = "CACHE"),
        (name = "DISK", durableObjectNamespace = "DiskCache")
      ],
      durableObjectNamespaces = [(className = "DiskCache", uniqueKey = ${text(COPIES)}, enableSql = true)],
      durableObjectStorage = (localDisk = "data"),
      ${date}
    )),
    (name = "front", worker = (
      modules = [(name = "front.js", esModule = embed ${text(FRONT)})],
      bindings = [
        (name = "WORKER", service = "waypost"),
        (name = "FILES", service = "files"),
        (name = "BASE_PATH", fromEnvironment = "BASE_PATH"),
        (name = "HOSTS", fromEnvironment = "HOSTS"),
        (name = "TRUSTED_PROXIES", fromEnvironment = "TRUSTED_PROXIES")
      ],
      ${date}
    ))
  ],
  sockets = [(
    name = "http",
    address = "127.0.0.1:8080",
    service = "front"
  )]
);
`;
}

/** A text literal of Cap'n Proto, whose syntax is that of C: JSON in ASCII has the same escapes. */
function text(value: string): string {
  return JSON.stringify(value);
}

function list(values: readonly string[]): string {
  return `[${values.map(text).join(', ')}]`;
}
