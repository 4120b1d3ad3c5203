/**
 * Everything a deployment may set: variables, secrets and bindings, each with its type, its default and one
 * sentence about it. A new key is one entry here; README's table is tested against this one.
 */
import * as v from 'valibot';
import { fingerprint } from './etag.ts';
import { parseNewsLogin } from './gateway/news/login.ts';
import {
  parseCells,
  parseContact,
  parseGateways,
  parseHosts,
  parseNewsServer,
  parseSize,
} from './gateway/variables.ts';
import type { LinkShard } from './links/shard.ts';
import { Keyring, parseTokens } from './links/tokens.ts';
import { parseDeadlines } from './net/deadline.ts';
import { parseEgressPolicy } from './net/egress.ts';
import { parseSecrets } from './webhooks/signature.ts';

/** What a static-assets or service binding has to offer. */
type Fetching = Pick<Fetcher, 'fetch'>;

const isFetching = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'fetch' in input && typeof input.fetch === 'function';

const isRateLimit = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'limit' in input && typeof input.limit === 'function';

const isNamespace = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'getByName' in input && typeof input.getByName === 'function';

/** A variable that `parse` reads, or throws; empty where it is not set. */
const text = (parse: (text: string) => unknown, about: string) =>
  v.optional(v.pipe(v.string(), v.check(isReadBy(parse)), v.metadata({ kind: 'variable' }), v.description(about)), '');

/** The same for a secret. */
const secret = (parse: (text: string) => unknown, about: string) =>
  v.optional(v.pipe(v.string(), v.check(isReadBy(parse)), v.metadata({ kind: 'secret' }), v.description(about)), '');

/** The same for a table, which may be one of wrangler.toml or its text in JSON. */
const table = (parse: (text: string) => unknown, about: string) =>
  v.optional(
    v.pipe(
      v.union([v.string(), v.record(v.string(), v.string())]),
      v.transform((table) => (typeof table === 'string' ? table : JSON.stringify(table))),
      v.check(isReadBy(parse)),
      v.metadata({ kind: 'variable' }),
      v.description(about),
    ),
    '',
  );

const rateLimit = (about: string) =>
  v.optional(v.pipe(v.custom<RateLimit>(isRateLimit), v.metadata({ kind: 'binding' }), v.description(about)));

function isReadBy(parse: (text: string) => unknown): (text: string) => boolean {
  return (text) => {
    try {
      parse(text);
      return true;
    } catch {
      return false;
    }
  };
}

/**
 * The keys. Their `kind` says where they are set: a `variable` under `[vars]` in wrangler.toml, a `secret` with
 * `wrangler secret put`, a `binding` in a table of its own in wrangler.toml.
 */
export const settings = {
  LOG: v.optional(
    v.pipe(
      v.picklist(['on', 'off']),
      v.metadata({ kind: 'variable' }),
      v.description('`on` writes one line of JSON to the log for each request, `off` only faults.'),
    ),
    'on',
  ),
  GATEWAYS: table(
    parseGateways,
    'Where links are opened: scheme to `self`, `none`, or an RFC 6570 template. Every protocol spoken here is `self`.',
  ),
  REDIRECT_HOSTS: text(
    parseHosts,
    'http(s) hosts that `/r` redirects to without asking; `.example.org` stands for every name below it.',
  ),
  CONTACT: text(
    parseContact,
    'How to reach the operator, as a mail address or an http(s) URL: on pages, in security.txt, as FTP password.',
  ),
  NEWS_SERVER: text(parseNewsServer, 'Where news links without a server lead: `host`, `host:port` or `nntps://host`.'),
  NEWS_LOGIN: secret(parseNewsLogin, '`name:password` at `NEWS_SERVER`, where it asks for them; sent over TLS alone.'),
  NEWS_ADDRESSES: v.optional(
    v.pipe(
      v.picklist(['shown', 'masked']),
      v.metadata({ kind: 'variable' }),
      v.description('`masked` hides the domains of mail addresses in articles, but for the raw view, from harvesters.'),
    ),
    'shown',
  ),
  AFS_WEB: table(parseCells, 'Cells of the Andrew File System to the URL of their own web servers.'),
  DOWNLOAD_CAP: text(parseSize, 'The largest file that is streamed, in octets or as `64MiB`; 256 MiB unless given.'),
  DEADLINES: text(parseDeadlines, 'Milliseconds that servers may take: `connect=10s, first=15s, idle=15s, total=60s`.'),
  EGRESS_ALLOW: text(
    (EGRESS_ALLOW) => parseEgressPolicy({ EGRESS_ALLOW }),
    'Exact `host:port` pairs that are reached although the policy would refuse. Empty in production.',
  ),
  EGRESS_DENY: text(
    (EGRESS_DENY) => parseEgressPolicy({ EGRESS_DENY }),
    'Hosts whose operators asked to be left alone, with everything below them.',
  ),
  EGRESS_DENY_PORTS: text(
    (EGRESS_DENY_PORTS) => parseEgressPolicy({ EGRESS_DENY_PORTS }),
    'Ports that are never reached: `default`, ports and ranges; `!` before one opens it again.',
  ),
  EGRESS_DNS: text(
    (EGRESS_DNS) => parseEgressPolicy({ EGRESS_DNS }),
    '`doh` checks every address of a name; `system` only where the runtime itself forbids private networks.',
  ),
  DOH_URL: text(
    (DOH_URL) => parseEgressPolicy({ DOH_URL }),
    'The DNS resolver (RFC 8484) that names are looked up at.',
  ),
  CLIENT_RATE: rateLimit('How often a client may open links (a rate limit with a period of 60 seconds).'),
  TARGET_RATE: rateLimit('How often a server may be asked, whoever asks (a rate limit with a period of 60 seconds).'),
  LINKS: v.optional(
    v.pipe(
      v.custom<DurableObjectNamespace<LinkShard>>(isNamespace),
      v.metadata({ kind: 'binding' }),
      v.description('Where short links are stored: Durable Objects of the class `LinkShard`.'),
    ),
  ),
  LINK_TOKENS: secret(
    parseTokens,
    'Who may make short links: `owner:token`, or `owner:token:admin`, separated by commas. None = nobody.',
  ),
  WEBHOOK_SECRETS: secret(
    parseSecrets,
    'Secrets of Standard Webhooks that messages to `/hooks` may be signed with: `whsec_…`, separated by commas.',
  ),
  LINK_RATE: rateLimit('How often an owner may ask about short links (a rate limit with a period of 60 seconds).'),
  DEPLOYMENT: v.optional(
    v.pipe(
      v.object({ id: v.string() }),
      v.metadata({ kind: 'binding' }),
      v.description('The deployment (`version_metadata`): a new one makes every cached answer stale.'),
    ),
    { id: '' },
  ),
  ASSETS: v.pipe(
    v.custom<Fetching>(isFetching),
    v.metadata({ kind: 'binding' }),
    v.description('The static files of `worker/public`: the OpenAPI description and what pages load.'),
  ),
};

const Settings = v.object(settings);

type Settings = v.InferOutput<typeof Settings>;

export interface Environment extends Settings, Configuration {
  /** Stands for the deployment and its variables: under others, an answer may be another one. */
  readonly fingerprint: string;
}

/** What the variables say, once they are read. */
type Configuration = ReturnType<typeof configurationOf>;

const configurationOf = (settings: Settings) => ({
  gateways: parseGateways(settings.GATEWAYS),
  redirectHosts: parseHosts(settings.REDIRECT_HOSTS),
  contact: parseContact(settings.CONTACT),
  newsServer: parseNewsServer(settings.NEWS_SERVER),
  newsLogin: parseNewsLogin(settings.NEWS_LOGIN),
  afsWeb: parseCells(settings.AFS_WEB),
  /** Octets. */
  downloadCap: parseSize(settings.DOWNLOAD_CAP),
  deadlines: parseDeadlines(settings.DEADLINES),
  egress: parseEgressPolicy(settings),
  webhookSecrets: parseSecrets(settings.WEBHOOK_SECRETS),
  keyring: new Keyring(parseTokens(settings.LINK_TOKENS)),
});

/** A key of the environment is missing or wrong: the operator's to mend, so it names keys and no values. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

function isSecret(key: string): boolean {
  return Object.entries(settings).some(
    ([name, setting]) => name === key && 'wrapped' in setting && v.getMetadata(setting.wrapped).kind === 'secret',
  );
}

const known = new WeakMap<object, Environment>();

/**
 * Reads the bindings that the runtime hands to the Worker; once an isolate, since they never change in it.
 *
 * @throws ConfigurationError naming every key that is missing or wrong.
 */
export function environmentOf(bindings: object): Environment {
  const before = known.get(bindings);
  if (before !== undefined) return before;
  const { success, output, issues } = v.safeParse(Settings, bindings);
  if (!success) {
    throw new ConfigurationError(`missing or wrong: ${issues.map((issue) => v.getDotPath(issue)).join(', ')}`);
  }
  // A secret must not be guessed at by its trace in an entity tag, and changes no answer that has one.
  const variables = Object.entries(output).filter(([key, value]) => typeof value !== 'object' && !isSecret(key));
  const print = fingerprint(JSON.stringify([output.DEPLOYMENT.id, variables]));
  const environment = { ...output, ...configurationOf(output), fingerprint: print };
  known.set(bindings, environment);
  return environment;
}
