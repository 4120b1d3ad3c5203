/**
 * Everything a deployment may set: variables, secrets and bindings, each with its type, its default and one
 * sentence about it. A new key is one entry here; README's table is tested against this one.
 */
import * as v from 'valibot';
import { parseHostList } from '../src/egress/host-list.ts';
import { parseEgressPolicy } from '../src/egress/policy.ts';
import {
  type BuiltInGateways,
  NO_GATEWAYS,
  parseCells,
  parseContact,
  parseGateways,
  parseSize,
} from './gateway/core/settings.ts';
import { parseNewsLogin, parseNewsServer } from './gateway/news/settings.ts';
import { fingerprint } from './http/entity-tag.ts';
import type { LinkShard } from './links/shard.ts';
import { Keyring, parseTokens } from './links/tokens.ts';
import { parseDeadlines } from './net/deadline.ts';
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
const text = (parse: (text: string) => unknown) =>
  v.optional(v.pipe(v.string(), v.check(isReadBy(parse)), v.metadata({ kind: 'variable' })), '');

/** The same for a secret. */
const secret = (parse: (text: string) => unknown) =>
  v.optional(v.pipe(v.string(), v.check(isReadBy(parse)), v.metadata({ kind: 'secret' })), '');

/** The same for a table, which may be one of wrangler.toml or its text in JSON. */
const table = (parse: (text: string) => unknown) =>
  v.optional(
    v.pipe(
      v.union([v.string(), v.record(v.string(), v.string())]),
      v.transform((table) => (typeof table === 'string' ? table : JSON.stringify(table))),
      v.check(isReadBy(parse)),
      v.metadata({ kind: 'variable' }),
    ),
    '',
  );

const rateLimit = v.optional(v.pipe(v.custom<RateLimit>(isRateLimit), v.metadata({ kind: 'binding' })));

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
 * The keys, each with the sentence that README's table has. Their `kind` says where they are set: a `variable` under
 * `[vars]` in wrangler.toml, a `secret` with `wrangler secret put`, a `binding` in a table of its own in wrangler.toml.
 */
export const settings = {
  /** `on` writes one line of JSON to the log for each request, `off` only faults. */
  LOG: v.optional(v.pipe(v.picklist(['on', 'off']), v.metadata({ kind: 'variable' })), 'on'),
  /**
   * Where links are opened: scheme to `self`, `none`, or an RFC 6570 template. Every protocol spoken here is `self`.
   */
  GATEWAYS: table(parseGateways),
  /** http(s) hosts that `/r` redirects to without asking; `.example.org` stands for every name below it. */
  REDIRECT_HOSTS: text(parseHostList),
  /** How to reach the operator, as a mail address or an http(s) URL: on pages, in security.txt, as FTP password. */
  CONTACT: text(parseContact),
  /** Where news links without a server lead: `host`, `host:port` or `nntps://host`. */
  NEWS_SERVER: text(parseNewsServer),
  /** `name:password` at `NEWS_SERVER`, where it asks for them; sent over TLS alone. Visitors read what it opens. */
  NEWS_LOGIN: secret(parseNewsLogin),
  /** `masked` hides the domains of mail addresses in articles, but for parts and the raw view, from harvesters. */
  NEWS_ADDRESSES: v.optional(v.pipe(v.picklist(['shown', 'masked']), v.metadata({ kind: 'variable' })), 'shown'),
  /** Cells of the Andrew File System to the URL of their own web servers. */
  AFS_WEB: table(parseCells),
  /** The largest file that is streamed, in octets or as `64MiB`; 256 MiB unless given. */
  DOWNLOAD_CAP: text(parseSize),
  /** Milliseconds that servers may take: `connect=10s, first=15s, idle=15s, total=60s`. */
  DEADLINES: text(parseDeadlines),
  /** Exact `host:port` pairs that are reached although the policy would refuse. Empty in production. */
  EGRESS_ALLOW: text((EGRESS_ALLOW) => parseEgressPolicy({ EGRESS_ALLOW })),
  /** Hosts whose operators asked to be left alone, with everything below them. */
  EGRESS_DENY: text((EGRESS_DENY) => parseEgressPolicy({ EGRESS_DENY })),
  /** Ports that are never reached: `default`, ports and ranges; `!` before one opens it again. */
  EGRESS_DENY_PORTS: text((EGRESS_DENY_PORTS) => parseEgressPolicy({ EGRESS_DENY_PORTS })),
  /** `doh` checks every address of a name; `system` only where the runtime itself forbids private networks. */
  EGRESS_DNS: text((EGRESS_DNS) => parseEgressPolicy({ EGRESS_DNS })),
  /** The DNS resolver (RFC 8484) that names are looked up at. */
  DOH_URL: text((DOH_URL) => parseEgressPolicy({ DOH_URL })),
  /** How often a client may open links (a rate limit with a period of 60 seconds). */
  CLIENT_RATE: rateLimit,
  /** How often a server may be asked, whoever asks (a rate limit with a period of 60 seconds). */
  TARGET_RATE: rateLimit,
  /** Where short links are stored: Durable Objects of the class `LinkShard`. */
  LINKS: v.optional(v.pipe(v.custom<DurableObjectNamespace<LinkShard>>(isNamespace), v.metadata({ kind: 'binding' }))),
  /** Who may make short links: `owner:token`, or `owner:token:admin`, separated by commas. None = nobody. */
  LINK_TOKENS: secret(parseTokens),
  /** Secrets of Standard Webhooks that messages to `/hooks` may be signed with: `whsec_…`, separated by commas. */
  WEBHOOK_SECRETS: secret(parseSecrets),
  /** How often an owner may ask about short links (a rate limit with a period of 60 seconds). */
  LINK_RATE: rateLimit,
  /** The deployment (`version_metadata`): a new one makes every cached answer stale. */
  DEPLOYMENT: v.optional(v.pipe(v.object({ id: v.string() }), v.metadata({ kind: 'binding' })), { id: '' }),
  /** The static files of `worker/public`: the OpenAPI description and what pages load. */
  ASSETS: v.pipe(v.custom<Fetching>(isFetching), v.metadata({ kind: 'binding' })),
};

const Settings = v.object(settings);

type Settings = v.InferOutput<typeof Settings>;

export interface Environment extends Settings, Configuration {
  /** Stands for the deployment and its variables: under others, an answer may be another one. */
  readonly fingerprint: string;
  /** The gateways that the Worker was built with. */
  readonly builtIn: BuiltInGateways;
}

/** What the variables say, once they are read. */
type Configuration = ReturnType<typeof configurationOf>;

const configurationOf = (settings: Settings) => ({
  gateways: parseGateways(settings.GATEWAYS),
  redirectHosts: parseHostList(settings.REDIRECT_HOSTS),
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
 * @param builtIn - the gateways that the Worker was built with
 * @throws ConfigurationError naming every key that is missing or wrong.
 */
export function environmentOf(bindings: object, builtIn: BuiltInGateways = NO_GATEWAYS): Environment {
  const before = known.get(bindings);
  if (before !== undefined) return before;
  const { success, output, issues } = v.safeParse(Settings, bindings);
  if (!success) {
    throw new ConfigurationError(`missing or wrong: ${issues.map((issue) => v.getDotPath(issue)).join(', ')}`);
  }
  // A secret must not be guessed at by its trace in an entity tag, and changes no answer that has one.
  const variables = Object.entries(output).filter(([key, value]) => typeof value !== 'object' && !isSecret(key));
  const print = fingerprint(JSON.stringify([output.DEPLOYMENT.id, variables]));
  const environment = { ...output, ...configurationOf(output), fingerprint: print, builtIn };
  known.set(bindings, environment);
  return environment;
}
