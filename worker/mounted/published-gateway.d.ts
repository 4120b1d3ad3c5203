/**
 * The gateways of Waypost for a Worker of your own: they open gopher, ftp, news, telnet, wais and other old links below a
 * path of your choice, under the same egress policy as the service. There are no short links and no Durable Objects.
 *
 * It runs where `cloudflare:sockets` does: in Cloudflare Workers and in workerd, with the compatibility flag
 * `enable_request_signal`.
 */

/** Serves the static files of pages: a binding for static assets, or `assets` of `waypost/worker/assets`. */
export interface Assets {
  readonly fetch: (request: Request) => Promise<Response>;
}

/** A rate limit of the platform, or anything else that counts. */
export interface RateLimiter {
  readonly limit: (options: { key: string }) => Promise<{ success: boolean }>;
}

/** An R2 bucket, or anything else that reads parts of files. */
export interface ArchiveBucket {
  readonly get: (
    name: string,
    options: { range: { offset: number; length: number } },
  ) => Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null>;
}

/** The settings. Only `ASSETS` is required. Their texts have the form of the service's variables. */
export interface GatewaySettings {
  /** The static files of pages. */
  readonly ASSETS: Assets;
  /** The path below which this service answers, such as `/waypost`, if its host has other things at the root. */
  readonly BASE_PATH?: string | undefined;
  /** How to reach the operator, as a mail address or an http(s) URL: on pages, in security.txt, as FTP password. */
  readonly CONTACT?: string | undefined;
  /** The public host names of this service, to which its own links lead; a port only if it is unusual:
   * `waypost.example.org`. Requests for any other host get 421, except for this machine. None = every host. */
  readonly HOSTS?: string | undefined;
  /** How links are opened, by scheme: `self`, `none`, or an RFC 6570 template. Every scheme with a gateway is `self`. */
  readonly GATEWAYS?: string | Readonly<Record<string, string>> | undefined;
  /** `on` opens telnet, rlogin and tn3270 links as terminals. Strangers then type on other people's machines through yours. */
  readonly TERMINALS?: string | undefined;
  /** http(s) hosts that `/r` redirects to without asking. */
  readonly REDIRECT_HOSTS?: string | undefined;
  /** The server of news links that name no server: `host`, `host:port` or `nntps://host`. */
  readonly NEWS_SERVER?: string | undefined;
  /** `name:password` for `NEWS_SERVER`, sent over TLS only. Every visitor can read what this login can read. */
  readonly NEWS_LOGIN?: string | undefined;
  /** The news archive that is asked for what no news server has, as `waypost index-news` wrote it: the http(s) address of its folder, or on self-host the path of its folder. */
  readonly NEWS_ARCHIVE?: string | undefined;
  /** The R2 bucket with the files of a news archive; on self-host the folder of `NEWS_ARCHIVE`. */
  readonly NEWS_ARCHIVE_FILES?: ArchiveBucket | undefined;
  /** `masked` hides the domains of mail addresses in articles from address collectors, except in parts and in the raw view. */
  readonly NEWS_ADDRESSES?: 'shown' | 'masked' | undefined;
  /** Up to four CNRP services that are asked about `go:` links without a server: `host` or `host:port`. */
  readonly CNRP_SERVICES?: string | undefined;
  /** The geography of `go:` links without a server and without one of their own: a country such as `DE`, or a part of one such as `US-GA` (ISO 3166). Empty = everywhere. */
  readonly CNRP_GEOGRAPHY?: string | undefined;
  /** Cells of the Andrew File System, each with the URL of its web server. */
  readonly AFS_WEB?: string | Readonly<Record<string, string>> | undefined;
  /** The namespaces of `urn:` links that lead to their public resolvers, with spaces between them, or `*` for all that are known: `ietf`, `isbn`, `issn`, `nbn`, `oid`. Empty = none. */
  readonly URN_RESOLVERS?: string | undefined;
  /** Where copies of dead links may be, by scheme, `group` and `message-id`: RFC 6570 templates with spaces between them, in which `{/date}` is the date of a copy, or `none`. */
  readonly ARCHIVES?: string | Readonly<Record<string, string>> | undefined;
  /** The largest file that is streamed, in octets or as `64MiB`; by default 256 MiB. */
  readonly DOWNLOAD_CAP?: string | undefined;
  /** The time that servers may take: `connect=10s, first=15s, idle=15s, total=60s`, and for terminal sessions `session=10m` without traffic and `longest=4h` in all. Each is in `ms`, `s`, `m` or `h`. */
  readonly DEADLINES?: string | undefined;
  /** Whether readers share answers of old servers: `off`, or the size of the cache on disk of a self-hosted server, such as `256MiB`, the default. Elsewhere the platform decides how much it keeps. */
  readonly CACHE?: string | undefined;
  /** How long the last good copy of an answer stands in for a server that does not answer, in `ms`, `s`, `m` or `h`; by default `24h`. */
  readonly STALE_IF_ERROR?: string | undefined;
  /** Hosts that are allowed despite the policy, each with its port: `localhost:7070`. Empty in production. */
  readonly EGRESS_ALLOW?: string | undefined;
  /** Hosts whose operators asked to be left alone. */
  readonly EGRESS_DENY?: string | undefined;
  /** Ports that are never reached: `default`, ports and ranges; `!` before a port permits it again. */
  readonly EGRESS_DENY_PORTS?: string | undefined;
  /** `doh` checks every address of a name. Use `system` only if the runtime itself forbids private networks. */
  readonly EGRESS_DNS?: string | undefined;
  /** The DNS resolver, which speaks DNS over HTTPS (RFC 8484). */
  readonly DOH_URL?: string | undefined;
  /** The address of the relay that asks Prospero servers by UDP; `npm run relay` starts one. None = prospero links are explained. */
  readonly PROSPERO_RELAY?: string | undefined;
  /** The secret of the relay of `PROSPERO_RELAY`. */
  readonly PROSPERO_RELAY_SECRET?: string | undefined;
  /** A service that reaches the relay if the network of the Worker cannot. */
  readonly PROSPERO_RELAY_SERVICE?: Assets | undefined;
  /** The rates of a Worker that has none of the bindings below, in requests a minute: `client=300, target=120, link=600, search=30, challenge=6`, or `off`. */
  readonly RATE_LIMITS?: string | undefined;
  /** How often a client may open links, in each location of the platform (a rate limit with a period of 60 seconds). */
  readonly CLIENT_RATE?: RateLimiter | undefined;
  /** How often all clients of a location of the platform together may connect to one server (a rate limit with a period of 60 seconds). */
  readonly TARGET_RATE?: RateLimiter | undefined;
  /** Crawlers that may follow links through the gateways, each with the beginning of the paths: `archive.org_bot=/gopher/gopher.floodgap.com/`, with spaces between them. Empty = none. */
  readonly CRAWLERS?: string | undefined;
  /** `on` writes one line of JSON to the log for each request, `off` only faults. */
  readonly LOG?: 'on' | 'off' | undefined;
  /** The deployment (`version_metadata`): a new one makes every cached answer stale. */
  readonly DEPLOYMENT?: { readonly id: string } | undefined;
}

/** The gateways, mounted. */
export interface Gateway<Env> {
  /**
   * Answers a request below `BASE_PATH`; any other request is answered with 404. It is a handler of a Worker, so
   * `export default createGateway(…)` is a whole Worker.
   *
   * @param request - the request, with its whole address
   * @param env - the bindings of the Worker, from which the settings are made
   * @param execution - keeps the Worker alive until a streamed answer is complete
   */
  readonly fetch: (
    request: Request,
    env: Env,
    execution?: { readonly waitUntil: (promise: Promise<unknown>) => void },
  ) => Promise<Response>;
}

/**
 * Makes the gateways.
 *
 * @param settings - the settings, or a function that makes them from the bindings of the Worker
 * @throws TypeError for a setting that does not exist
 * @throws Error for a missing or wrong setting: at once if the settings are an object, else with the first request
 * @example
 * ```ts
 * const gateway = createGateway((env) => ({
 *   ASSETS: env.ASSETS,
 *   BASE_PATH: '/old-web',
 *   CONTACT: 'you@example.org',
 * }));
 * ```
 */
export declare function createGateway<Env = unknown>(
  settings: GatewaySettings | ((env: Env) => GatewaySettings),
): Gateway<Env>;
