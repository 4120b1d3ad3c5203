/**
 * The settings of a deployment. A setting is one entry here: its property of the environment, its name, what it is for,
 * what its value must be, and how the value is read. The environment, README, the documentation, self-hosting and error
 * messages follow from this table. A variable or a secret has a property in camel case; a binding keeps its name.
 */
import * as v from 'valibot';
import { parseHostList } from '../../src/egress/host-list.ts';
import { parseEgressPolicy } from '../../src/egress/policy.ts';
import {
  parseCnrpServices,
  parseNewsArchive,
  parseNewsLogin,
  parseNewsServer,
} from '../../src/net/configured-servers.ts';
import { parseDeadlines, parseDuration } from '../../src/net/deadlines.ts';
import { parseResolvers, RESOLVED_NAMESPACES } from '../../src/templates/resolvers.ts';
import { parseArchives } from '../../src/templates/templates.ts';
import {
  parseCells,
  parseContact,
  parseCrawlers,
  parseExamples,
  parseGateways,
  parseGeography,
  parseRelay,
} from './gateways.ts';
import {
  A_QUOTA,
  parseCacheSize,
  parseClickDelay,
  parseJurisdiction,
  parseLinkQuota,
  parseShards,
  parseSize,
  parseSubrequests,
} from './limits.ts';
import { type ArchiveFiles, isArchiveFiles } from './news-archive.ts';
import { parseBasePath, parseHosts, parseTrustedProxies } from './own-address.ts';
import { parseRateLimits } from './rate-limits.ts';
import { A_TOKEN, Keyring, parseMetricsToken, parseSecrets, parseTokens } from './secrets.ts';
import { binding, platformObject, secret, table, text, variable, word } from './setting.ts';

const A_RATE = 'a rate limit';

export const settings = {
  log: variable({
    name: 'LOG',
    description: '`on` writes one line of JSON to the log for each request, `off` only faults.',
    form: '`on` or `off`',
    schema: word(['on', 'off']),
  }),
  basePath: variable({
    name: 'BASE_PATH',
    description:
      'The path below which this service answers, such as `/waypost`, if its host has other things at the root.',
    form: 'a path such as `/waypost`, without a slash at the end',
    schema: text(parseBasePath),
  }),
  hosts: variable({
    name: 'HOSTS',
    description:
      'The public host names of this service, to which its own links lead; a port only if it is unusual: `waypost.example.org`. Requests for any other host get 421, except for this machine. None = every host.',
    form: 'host names such as `waypost.example.org` or `waypost.example.org:8443`, with commas between them',
    schema: text(parseHosts),
  }),
  trustedProxies: variable({
    name: 'TRUSTED_PROXIES',
    description:
      'The proxies from which a self-hosted server believes `X-Forwarded-Proto` and `X-Forwarded-For`: addresses and blocks such as `10.0.0.5 2001:db8::/64`, or `none`. Those on the same machine and in private networks by default.',
    form: 'addresses and blocks such as `10.0.0.5` or `2001:db8::/64`, with commas between them, or `none`',
    schema: text(parseTrustedProxies),
  }),
  gateways: variable({
    name: 'GATEWAYS',
    description:
      'How links are opened, by scheme: `self`, `none`, or an RFC 6570 template. Every scheme with a gateway is `self`.',
    form: 'a table of schemes, each with `self`, `none` or the template of an http(s) URL, such as `{"gopher": "none"}`',
    schema: table(parseGateways),
  }),
  terminals: variable({
    name: 'TERMINALS',
    description:
      "`on` opens telnet, rlogin and tn3270 links as terminals. Strangers then type on other people's machines through yours.",
    form: '`off` or `on`',
    schema: word(['off', 'on']),
  }),
  redirectHosts: variable({
    name: 'REDIRECT_HOSTS',
    description: 'http(s) hosts that `/r` redirects to without asking.',
    form: 'a list of hosts',
    schema: text(parseHostList),
  }),
  contact: variable({
    name: 'CONTACT',
    description:
      'How to reach the operator, as a mail address or an http(s) URL: on pages, in security.txt, as FTP password.',
    form: 'a mail address or an http(s) URL',
    schema: text(parseContact),
  }),
  newsServer: variable({
    name: 'NEWS_SERVER',
    description: 'The server of news links that name no server: `host`, `host:port` or `nntps://host`.',
    form: '`host`, `host:port` or `nntps://host`',
    schema: text(parseNewsServer),
  }),
  newsLogin: secret({
    name: 'NEWS_LOGIN',
    description:
      '`name:password` for `NEWS_SERVER`, sent over TLS only. Every visitor can read what this login can read.',
    form: '`name:password`',
    schema: text(parseNewsLogin),
  }),
  newsArchive: variable({
    name: 'NEWS_ARCHIVE',
    description:
      'The news archive that is asked for what no news server has, as `waypost index-news` wrote it: the http(s) address of its folder, or on self-host the path of its folder.',
    form: 'an http(s) address, or on self-host the path of a folder',
    schema: text(parseNewsArchive),
  }),
  NEWS_ARCHIVE_FILES: binding({
    name: 'NEWS_ARCHIVE_FILES',
    description: 'The R2 bucket with the files of a news archive; on self-host the folder of `NEWS_ARCHIVE`.',
    form: 'an R2 bucket',
    schema: v.optional(v.custom<ArchiveFiles>(isArchiveFiles)),
  }),
  newsAddresses: variable({
    name: 'NEWS_ADDRESSES',
    description:
      '`masked` hides the domains of mail addresses in articles from address collectors, except in parts and in the raw view.',
    form: '`shown` or `masked`',
    schema: word(['shown', 'masked']),
  }),
  cnrpServices: variable({
    name: 'CNRP_SERVICES',
    description: 'Up to four CNRP services that are asked about `go:` links without a server: `host` or `host:port`.',
    form: 'up to four of `host` or `host:port`, with commas between them',
    schema: text(parseCnrpServices),
  }),
  cnrpGeography: variable({
    name: 'CNRP_GEOGRAPHY',
    description:
      'The geography of `go:` links without a server and without one of their own: a country such as `DE`, or a part of one such as `US-GA` (ISO 3166). Empty = everywhere.',
    form: 'a code of ISO 3166, such as `DE` or `US-GA`',
    schema: text(parseGeography),
  }),
  examples: variable({
    name: 'EXAMPLES',
    description:
      'Links that the front page offers to visitors, by their labels: `{"a gopher menu": "gopher://…"}`. It explains the first.',
    form: 'a table of labels, each with a URL, such as `{"a gopher menu": "gopher://gopher.example.org/"}`',
    schema: table(parseExamples),
  }),
  afsWeb: variable({
    name: 'AFS_WEB',
    description: 'Cells of the Andrew File System, each with the URL of its web server.',
    form: 'a table of cells, each with an http(s) URL, such as `{"andrew.cmu.edu": "https://afs.example.org/"}`',
    schema: table(parseCells),
  }),
  urnResolvers: variable({
    name: 'URN_RESOLVERS',
    description: `The namespaces of \`urn:\` links that lead to their public resolvers, with spaces between them, or \`*\` for all that are known: ${RESOLVED_NAMESPACES.map((name) => `\`${name}\``).join(', ')}. Empty = none.`,
    form: 'namespaces such as `ietf isbn`, or `*`',
    schema: text(parseResolvers),
  }),
  archives: variable({
    name: 'ARCHIVES',
    description:
      'Where copies of dead links may be, by scheme, `group` and `message-id`: RFC 6570 templates with spaces between them, in which `{/date}` is the date of a copy, or `none`.',
    form: 'a table of schemes, each with `none` or templates of http(s) URLs, such as `{"ftp": "none"}`',
    schema: table(parseArchives),
  }),
  crawlers: variable({
    name: 'CRAWLERS',
    description:
      'Crawlers that may follow links through the gateways, each with the beginning of the paths: `archive.org_bot=/gopher/gopher.floodgap.com/`, with spaces between them. Empty = none.',
    form: 'entries like `archive.org_bot=/gopher/gopher.floodgap.com/`, with spaces between them',
    schema: text(parseCrawlers),
  }),
  /** In octets. */
  downloadCap: variable({
    name: 'DOWNLOAD_CAP',
    description: 'The largest file that is streamed, in octets or as `64MiB`; by default 256 MiB.',
    form: 'a number of octets, or a size such as `64MiB`',
    schema: text(parseSize),
  }),
  deadlines: variable({
    name: 'DEADLINES',
    description:
      'The time that servers may take: `connect=10s, first=15s, idle=15s, total=60s`, and for terminal sessions `session=10m` without traffic and `longest=4h` in all. Each is in `ms`, `s`, `m` or `h`.',
    form: 'entries like `connect=10s`, each from `1ms` to `500h`, with commas between them',
    schema: text(parseDeadlines),
  }),
  /** In octets; `null` = nothing is shared or kept. */
  cache: variable({
    name: 'CACHE',
    description:
      'Whether readers share answers of old servers: `off`, or the size of the cache on disk of a self-hosted server, such as `256MiB`, the default. Elsewhere the platform decides how much it keeps.',
    form: '`off`, or a size of `1MiB` or more, such as `256MiB`',
    schema: text(parseCacheSize),
  }),
  /** In seconds. */
  staleIfError: variable({
    name: 'STALE_IF_ERROR',
    description:
      'How long the last good copy of an answer stands in for a server that does not answer, in `ms`, `s`, `m` or `h`; by default `24h`.',
    form: 'a duration such as `24h`',
    schema: text((duration) => Math.floor(parseDuration(duration === '' ? '24h' : duration) / 1000)),
  }),
  egressAllow: variable({
    name: 'EGRESS_ALLOW',
    description:
      'Hosts that are allowed despite the policy, each with its port: `localhost:7070`. Empty in production.',
    form: 'a list of hosts, each with its port',
    schema: text((EGRESS_ALLOW) => parseEgressPolicy({ EGRESS_ALLOW }).allow),
  }),
  egressDeny: variable({
    name: 'EGRESS_DENY',
    description: 'Hosts whose operators asked to be left alone.',
    form: 'a list of hosts',
    schema: text((EGRESS_DENY) => parseEgressPolicy({ EGRESS_DENY }).deny),
  }),
  egressDenyPorts: variable({
    name: 'EGRESS_DENY_PORTS',
    description: 'Ports that are never reached: `default`, ports and ranges; `!` before a port permits it again.',
    form: '`default`, ports and ranges such as `6000-6063`, with commas between them',
    schema: text((EGRESS_DENY_PORTS) => parseEgressPolicy({ EGRESS_DENY_PORTS }).deniedPorts),
  }),
  egressDns: variable({
    name: 'EGRESS_DNS',
    description:
      '`doh` checks every address of a name. Use `system` only if the runtime itself forbids private networks.',
    form: '`doh` or `system`',
    schema: text((EGRESS_DNS) => parseEgressPolicy({ EGRESS_DNS }).dns),
  }),
  dohUrl: variable({
    name: 'DOH_URL',
    description: 'The DNS resolver, which speaks DNS over HTTPS (RFC 8484).',
    form: 'an http(s) URL',
    schema: text((DOH_URL) => parseEgressPolicy({ DOH_URL }).dns),
  }),
  subrequests: variable({
    name: 'SUBREQUESTS',
    description:
      'The subrequests that the platform allows a request, by default 1000; a lower limit is learned from the first refusal. Validation looks up a name with two of them.',
    form: 'a number from 1 on',
    schema: text(parseSubrequests),
  }),
  relayUrl: variable({
    name: 'PROSPERO_RELAY',
    description:
      'The address of the relay that asks Prospero servers by UDP; `npm run relay` starts one. None = prospero links are explained.',
    form: 'an http(s) URL',
    schema: text(parseRelay),
  }),
  relaySecret: secret({
    name: 'PROSPERO_RELAY_SECRET',
    description: 'The secret of the relay of `PROSPERO_RELAY`.',
    form: 'a text',
    schema: text((secret) => secret),
  }),
  PROSPERO_RELAY_SERVICE: binding({
    name: 'PROSPERO_RELAY_SERVICE',
    description: 'A service that reaches the relay if the network of the Worker cannot.',
    form: 'a service',
    schema: v.optional(platformObject<Pick<Fetcher, 'fetch'>>('fetch')),
  }),
  rateLimits: variable({
    name: 'RATE_LIMITS',
    description:
      'The rates of a Worker that has none of the bindings below, in requests a minute: `client=300, target=120, link=600, search=30, challenge=6`, or `off`.',
    form: '`off`, or entries like `client=300`, with commas between them',
    schema: text(parseRateLimits),
  }),
  CLIENT_RATE: binding({
    name: 'CLIENT_RATE',
    description:
      'How often a client may open links, in each location of the platform (a rate limit with a period of 60 seconds).',
    form: A_RATE,
    schema: v.optional(platformObject<RateLimit>('limit')),
  }),
  TARGET_RATE: binding({
    name: 'TARGET_RATE',
    description:
      'How often all clients of a location of the platform together may connect to one server (a rate limit with a period of 60 seconds).',
    form: A_RATE,
    schema: v.optional(platformObject<RateLimit>('limit')),
  }),
  LINKS: binding({
    name: 'LINKS',
    description: 'Where short links are stored: Durable Objects of the class `LinkShard`.',
    form: 'a namespace of Durable Objects',
    schema: v.optional(platformObject<DurableObjectNamespace>('getByName')),
  }),
  STORE_FILES: binding({
    name: 'STORE_FILES',
    description: 'The folder of the stores on self-host, so that `/health?ready` notices its loss.',
    form: 'a service with files',
    schema: v.optional(platformObject<Pick<Fetcher, 'fetch'>>('fetch')),
  }),
  STORE_SPACE: binding({
    name: 'STORE_SPACE',
    description: 'The launcher on self-host, which knows the space on the disk of the stores.',
    form: 'a service',
    schema: v.optional(platformObject<Pick<Fetcher, 'fetch'>>('fetch')),
  }),
  linkShards: variable({
    name: 'LINK_SHARDS',
    description:
      'How many stores short links are spread over: 1 to 4096, by default 16. The first deployment chooses, and the number never changes.',
    form: 'a number from 1 to 4096',
    schema: text(parseShards),
  }),
  jurisdiction: variable({
    name: 'JURISDICTION',
    description:
      'Where Cloudflare keeps short links: `eu`, `us`, `fedramp` or `fedramp-high`; anywhere by default. Choose it before the first link: with another one, other stores are used, which are empty.',
    form: '`eu`, `us`, `fedramp` or `fedramp-high`',
    schema: text(parseJurisdiction),
  }),
  linkQuota: variable({
    name: 'LINK_QUOTA',
    description:
      'The most short links that each owner may have, without those that have ended: a number or `off`, the default. `1000, alice=5000, bob=off` sets other numbers for some. Administrators have no quota.',
    form: `${A_QUOTA}, with commas between them`,
    schema: text(parseLinkQuota),
  }),
  /** In milliseconds. */
  clickDelay: variable({
    name: 'CLICK_DELAY',
    description:
      'How long clicks may wait in memory before they are stored together, from `0s` to `60s`, the default. The platform bills each row that is written; a crash loses the clicks that wait. Self-hosting writes after `1s`.',
    form: 'a time from `0s` to `60s`',
    schema: text(parseClickDelay),
  }),
  clicks: variable({
    name: 'CLICKS',
    description:
      'Who sees when a short link was made, its clicks and its last click: `public` is everybody, `private` its owners.',
    form: '`public` or `private`',
    schema: word(['public', 'private']),
  }),
  keyring: secret({
    name: 'LINK_TOKENS',
    description:
      'Who may create short links: `owner:token`, separated by commas. After it, `:admin` allows everything, `:create` only to create, `:read` only to read. `:until=2027-01-31T12:00:00Z` at the end ends the token. None = nobody.',
    form: '`owner:token`, with or without `:admin`, `:create` or `:read` after it and `:until=` with a time at its end, and commas between them',
    schema: text((tokens) => new Keyring(parseTokens(tokens))),
  }),
  metricsKeyring: secret({
    name: 'METRICS_TOKEN',
    description: 'Who may read `/metrics`: a token of 16 characters or more. None = nobody.',
    form: A_TOKEN,
    schema: text((token) => new Keyring(parseMetricsToken(token))),
  }),
  webhookSecrets: secret({
    name: 'WEBHOOK_SECRETS',
    description:
      'Secrets of Standard Webhooks that messages to `/hooks` may be signed with: `whsec_…`, separated by commas.',
    form: '`whsec_` and the base64 of 24 to 64 octets, with commas between secrets',
    schema: text(parseSecrets),
  }),
  LINK_RATE: binding({
    name: 'LINK_RATE',
    description: 'How often an owner may use the API of short links (a rate limit with a period of 60 seconds).',
    form: A_RATE,
    schema: v.optional(platformObject<RateLimit>('limit')),
  }),
  SEARCH_RATE: binding({
    name: 'SEARCH_RATE',
    description:
      'How often an owner may search their short links, which may read all of them (a rate limit with a period of 60 seconds).',
    form: A_RATE,
    schema: v.optional(platformObject<RateLimit>('limit')),
  }),
  CHALLENGE_RATE: binding({
    name: 'CHALLENGE_RATE',
    description:
      'How often one server is asked whether it wants to be called (a rate limit with a period of 60 seconds).',
    form: A_RATE,
    schema: v.optional(platformObject<RateLimit>('limit')),
  }),
  DEPLOYMENT: binding({
    name: 'DEPLOYMENT',
    description: 'The deployment (`version_metadata`): a new one makes every cached answer stale.',
    form: 'the metadata of a version',
    schema: v.optional(v.object({ id: v.string() }), { id: '' }),
  }),
  ASSETS: binding({
    name: 'ASSETS',
    description: 'The static files of `build/public`: the OpenAPI description and what pages load.',
    form: 'static files',
    schema: platformObject<Pick<Fetcher, 'fetch'>>('fetch'),
  }),
};
