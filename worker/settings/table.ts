/**
 * What each setting is for. README, the documentation and self-hosting have these sentences; the Worker needs only the
 * settings themselves, in `env.ts`.
 */
import { type Kind, kindOf, type settings } from './environment.ts';

type Key = keyof typeof settings;

const descriptions: Readonly<Record<Key, string>> = {
  LOG: '`on` writes one line of JSON to the log for each request, `off` only faults.',
  BASE_PATH: 'The path below which this service answers, such as `/waypost`, if its host has other things at the root.',
  GATEWAYS:
    'How links are opened, by scheme: `self`, `none`, or an RFC 6570 template. Every scheme with a gateway is `self`.',
  REDIRECT_HOSTS: 'http(s) hosts that `/r` redirects to without asking.',
  CONTACT:
    'How to reach the operator, as a mail address or an http(s) URL: on pages, in security.txt, as FTP password.',
  NEWS_SERVER: 'The server of news links that name no server: `host`, `host:port` or `nntps://host`.',
  NEWS_LOGIN: '`name:password` for `NEWS_SERVER`, sent over TLS only. Every visitor can read what this login can read.',
  NEWS_ADDRESSES:
    '`masked` hides the domains of mail addresses in articles from address collectors, except in parts and in the raw view.',
  CNRP_SERVICES: 'Up to four CNRP services that are asked about `go:` links without a server: `host` or `host:port`.',
  EXAMPLES:
    'Links that the front page offers to visitors, by their labels: `{"a gopher menu": "gopher://…"}`. It explains the first.',
  AFS_WEB: 'Cells of the Andrew File System, each with the URL of its web server.',
  ARCHIVES:
    'Where copies of dead links may be, by scheme, `group` and `message-id`: RFC 6570 templates with spaces between them, or `none`.',
  CRAWLERS:
    'Crawlers that may follow links through the gateways, each with the beginning of the paths: `archive.org_bot=/gopher/gopher.floodgap.com/`, with spaces between them. Empty = none.',
  DOWNLOAD_CAP: 'The largest file that is streamed, in octets or as `64MiB`; by default 256 MiB.',
  DEADLINES:
    'The time that servers may take: `connect=10s, first=15s, idle=15s, total=60s`, and for terminal sessions `session=10m` without traffic and `longest=4h` in all. Each is in `ms`, `s`, `m` or `h`.',
  EGRESS_ALLOW: 'Hosts that are allowed despite the policy, each with its port: `localhost:7070`. Empty in production.',
  EGRESS_DENY: 'Hosts whose operators asked to be left alone.',
  EGRESS_DENY_PORTS: 'Ports that are never reached: `default`, ports and ranges; `!` before a port permits it again.',
  EGRESS_DNS: '`doh` checks every address of a name. Use `system` only if the runtime itself forbids private networks.',
  DOH_URL: 'The DNS resolver, which speaks DNS over HTTPS (RFC 8484).',
  SUBREQUESTS:
    'The subrequests that the platform allows a request, by default 1000. Validation looks up a name with two of them.',
  PROSPERO_RELAY:
    'The address of the relay that asks Prospero servers by UDP; `npm run relay` starts one. None = prospero links are explained.',
  PROSPERO_RELAY_SECRET: 'The secret of that relay.',
  PROSPERO_RELAY_SERVICE: 'A service that reaches the relay if the network of the Worker cannot.',
  RATE_LIMITS:
    'The rates of a Worker that has none of the three bindings below, in requests a minute: `client=300, target=120, link=600`, or `off`.',
  CLIENT_RATE: 'How often a client may open links (a rate limit with a period of 60 seconds).',
  TARGET_RATE: 'How often all clients together may use one server (a rate limit with a period of 60 seconds).',
  LINKS: 'Where short links are stored: Durable Objects of the class `LinkShard`.',
  LINK_SHARDS:
    'How many stores short links are spread over: 1 to 4096, by default 16. The first deployment chooses, and the number never changes.',
  LINK_TOKENS: 'Who may create short links: `owner:token`, or `owner:token:admin`, separated by commas. None = nobody.',
  METRICS_TOKEN: 'Who may read `/metrics`: a token of 16 characters or more. None = nobody.',
  WEBHOOK_SECRETS:
    'Secrets of Standard Webhooks that messages to `/hooks` may be signed with: `whsec_…`, separated by commas.',
  LINK_RATE: 'How often an owner may use the API of short links (a rate limit with a period of 60 seconds).',
  DEPLOYMENT: 'The deployment (`version_metadata`): a new one makes every cached answer stale.',
  ASSETS: 'The static files of `build/public`: the OpenAPI description and what pages load.',
};

/** A row of the table. */
export interface About {
  readonly kind: Kind;
  readonly description: string;
}

function isKey(key: string): key is Key {
  return key in descriptions;
}

/** The kind and the description of each setting, by its key. */
export const settingsTable: ReadonlyMap<string, About> = new Map(
  Object.keys(descriptions)
    .filter(isKey)
    .map((key) => [key, { kind: kindOf(key), description: descriptions[key] }]),
);
