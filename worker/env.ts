/**
 * The settings of a deployment: variables, secrets and bindings, each with its type, its default and a description. A
 * new setting is one entry here, and one row of README's table, as a test checks.
 */
import * as v from 'valibot';
import { parseHostList } from '../src/egress/host-list.ts';
import { type EgressPolicy, parseEgressPolicy } from '../src/egress/policy.ts';
import { ConfigurationError } from './configuration-error.ts';
import { fingerprint } from './http/entity-tag.ts';
import type { LinkShard } from './links/shard.ts';
import { LocalRate } from './net/local-rate.ts';
import { RATE_PERIOD } from './net/rate.ts';
import { parseArchives } from './settings/archives.ts';
import { parseCnrpServices } from './settings/cnrp-services.ts';
import { parseDeadlines } from './settings/deadlines.ts';
import {
  type BuiltInGateways,
  NO_GATEWAYS,
  parseCells,
  parseContact,
  parseExamples,
  parseGateways,
  parseRelay,
  parseSize,
} from './settings/gateways.ts';
import { Keyring, parseMetricsToken, parseTokens } from './settings/link-tokens.ts';
import { parseNewsLogin, parseNewsServer } from './settings/news-server.ts';
import { parseRateLimits } from './settings/rate-limits.ts';
import { parseSubrequests } from './settings/subrequests.ts';
import { parseSecrets } from './settings/webhook-secrets.ts';

/**
 * How operators set a setting: a `variable` under `[vars]` in wrangler.toml, a `secret` with `wrangler secret put`, a
 * `binding` in its own table in wrangler.toml.
 */
type Kind = 'variable' | 'secret' | 'binding';

type About = {
  readonly kind: Kind;
  /** The sentence of README's table. */
  readonly description: string;
};

const about = <Value>(kind: Kind, description: string) => v.metadata<Value, About>({ kind, description });

/** Reads the text of a setting. A parser throws a TypeError for invalid text. */
const read = <Value>(parse: (text: string) => Value) =>
  v.rawTransform<string, Value>(({ dataset, addIssue, NEVER }) => {
    try {
      return parse(dataset.value);
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
      addIssue({ message: error.message });
      return NEVER;
    }
  });

/** A variable. If it is not set, its parser reads the empty text. */
const variable = <Value>(parse: (text: string) => Value, description: string) =>
  v.pipe(v.optional(v.string(), ''), read(parse), about<Value>('variable', description));

const secret = <Value>(parse: (text: string) => Value, description: string) =>
  v.pipe(v.optional(v.string(), ''), read(parse), about<Value>('secret', description));

/** A variable that is a table, in TOML or as its text in JSON. */
const table = <Value>(parse: (text: string) => Value, description: string) =>
  v.pipe(
    v.optional(v.union([v.string(), v.record(v.string(), v.string())]), ''),
    v.transform((table) => (typeof table === 'string' ? table : JSON.stringify(table))),
    read(parse),
    about<Value>('variable', description),
  );

/** A variable that is one of a few words; the first is the default. */
const word = <const Word extends string>(words: readonly [Word, ...Word[]], description: string) =>
  v.pipe(v.optional(v.picklist(words), words[0]), about<Word>('variable', description));

const rateLimit = (description: string) =>
  v.pipe(
    v.optional(v.custom<RateLimit>((input) => hasMethod(input, 'limit'))),
    about<RateLimit | undefined>('binding', description),
  );

function hasMethod(input: unknown, name: string): boolean {
  return typeof input === 'object' && input !== null && typeof Reflect.get(input, name) === 'function';
}

/** The settings by their keys. */
export const settings = {
  LOG: word(['on', 'off'], '`on` writes one line of JSON to the log for each request, `off` only faults.'),
  GATEWAYS: table(
    parseGateways,
    'How links are opened, by scheme: `self`, `none`, or an RFC 6570 template. Every scheme with a gateway is `self`.',
  ),
  REDIRECT_HOSTS: variable(parseHostList, 'http(s) hosts that `/r` redirects to without asking.'),
  CONTACT: variable(
    parseContact,
    'How to reach the operator, as a mail address or an http(s) URL: on pages, in security.txt, as FTP password.',
  ),
  NEWS_SERVER: variable(
    parseNewsServer,
    'The server of news links that name no server: `host`, `host:port` or `nntps://host`.',
  ),
  NEWS_LOGIN: secret(
    parseNewsLogin,
    '`name:password` for `NEWS_SERVER`, sent over TLS only. Every visitor can read what this login can read.',
  ),
  NEWS_ADDRESSES: word(
    ['shown', 'masked'],
    '`masked` hides the domains of mail addresses in articles from address collectors, except in parts and in the raw view.',
  ),
  CNRP_SERVICES: variable(
    parseCnrpServices,
    'Up to four CNRP services that are asked about `go:` links without a server: `host` or `host:port`.',
  ),
  EXAMPLES: table(
    parseExamples,
    'Links that the front page offers to visitors, by their labels: `{"a gopher menu": "gopher://…"}`. It explains the first.',
  ),
  AFS_WEB: table(parseCells, 'Cells of the Andrew File System, each with the URL of its web server.'),
  ARCHIVES: table(
    parseArchives,
    'Where copies of dead links may be, by scheme, `group` and `message-id`: RFC 6570 templates with spaces between them, or `none`.',
  ),
  DOWNLOAD_CAP: variable(parseSize, 'The largest file that is streamed, in octets or as `64MiB`; by default 256 MiB.'),
  DEADLINES: variable(
    parseDeadlines,
    'The time that servers may take: `connect=10s, first=15s, idle=15s, total=60s`, and for terminal sessions ' +
      '`session=10m` without traffic and `longest=4h` in all. Each is in `ms`, `s`, `m` or `h`.',
  ),
  EGRESS_ALLOW: variable(
    (EGRESS_ALLOW) => parseEgressPolicy({ EGRESS_ALLOW }).allow,
    'Hosts that are allowed despite the policy, each with its port: `localhost:7070`. Empty in production.',
  ),
  EGRESS_DENY: variable(
    (EGRESS_DENY) => parseEgressPolicy({ EGRESS_DENY }).deny,
    'Hosts whose operators asked to be left alone.',
  ),
  EGRESS_DENY_PORTS: variable(
    (EGRESS_DENY_PORTS) => parseEgressPolicy({ EGRESS_DENY_PORTS }).deniedPorts,
    'Ports that are never reached: `default`, ports and ranges; `!` before a port permits it again.',
  ),
  EGRESS_DNS: variable(
    (EGRESS_DNS) => parseEgressPolicy({ EGRESS_DNS }).dns,
    '`doh` checks every address of a name. Use `system` only if the runtime itself forbids private networks.',
  ),
  DOH_URL: variable(
    (DOH_URL) => parseEgressPolicy({ DOH_URL }).dns,
    'The DNS resolver, which speaks DNS over HTTPS (RFC 8484).',
  ),
  SUBREQUESTS: variable(
    parseSubrequests,
    'The subrequests that the platform allows a request, by default 1000. Validation looks up a name with two of them.',
  ),
  PROSPERO_RELAY: variable(
    parseRelay,
    'The address of the relay that asks Prospero servers by UDP; `npm run relay` starts one. None = prospero links are explained.',
  ),
  PROSPERO_RELAY_SECRET: secret((text) => text, 'The secret of that relay.'),
  PROSPERO_RELAY_SERVICE: v.pipe(
    v.optional(v.custom<Pick<Fetcher, 'fetch'>>((input) => hasMethod(input, 'fetch'))),
    about('binding', 'A service that reaches the relay if the network of the Worker cannot.'),
  ),
  RATE_LIMITS: variable(
    parseRateLimits,
    'The rates of a Worker that has none of the three bindings below, in requests a minute: `client=300, target=120, link=600`, or `off`.',
  ),
  CLIENT_RATE: rateLimit('How often a client may open links (a rate limit with a period of 60 seconds).'),
  TARGET_RATE: rateLimit(
    'How often all clients together may use one server (a rate limit with a period of 60 seconds).',
  ),
  LINKS: v.pipe(
    v.optional(v.custom<DurableObjectNamespace<LinkShard>>((input) => hasMethod(input, 'getByName'))),
    about('binding', 'Where short links are stored: Durable Objects of the class `LinkShard`.'),
  ),
  LINK_TOKENS: secret(
    parseTokens,
    'Who may create short links: `owner:token`, or `owner:token:admin`, separated by commas. None = nobody.',
  ),
  METRICS_TOKEN: secret(parseMetricsToken, 'Who may read `/metrics`: a token of 16 characters or more. None = nobody.'),
  WEBHOOK_SECRETS: secret(
    parseSecrets,
    'Secrets of Standard Webhooks that messages to `/hooks` may be signed with: `whsec_…`, separated by commas.',
  ),
  LINK_RATE: rateLimit('How often an owner may use the API of short links (a rate limit with a period of 60 seconds).'),
  DEPLOYMENT: v.pipe(
    v.optional(v.object({ id: v.string() }), { id: '' }),
    about('binding', 'The deployment (`version_metadata`): a new one makes every cached answer stale.'),
  ),
  ASSETS: v.pipe(
    v.custom<Pick<Fetcher, 'fetch'>>((input) => hasMethod(input, 'fetch')),
    about('binding', 'The static files of `worker/public`: the OpenAPI description and what pages load.'),
  ),
};

const Settings = v.object(settings);

/** The kind and the description of each setting, by its key. */
export const settingsTable: ReadonlyMap<string, About> = new Map(
  Object.entries(settings).map(([key, setting]) => [key, v.getMetadata(setting)]),
);

/** The settings of a deployment, as the Worker uses them. */
export interface Environment extends ReturnType<typeof configurationOf> {
  /** Changes with the deployment and its variables: with others, the answer to a request may be another. */
  readonly fingerprint: string;
  /** The gateways that the Worker was built with. */
  readonly builtIn: BuiltInGateways;
}

function configurationOf(settings: v.InferOutput<typeof Settings>) {
  const { LOG, NEWS_ADDRESSES, LINKS, ASSETS, RATE_LIMITS } = settings;
  const rateOf = (binding: RateLimit | undefined, limit: number | undefined) =>
    binding ?? (limit === undefined ? undefined : new LocalRate(limit, RATE_PERIOD * 1000));
  const egress: EgressPolicy = {
    allow: settings.EGRESS_ALLOW,
    deny: settings.EGRESS_DENY,
    ownHosts: new Set(),
    deniedPorts: settings.EGRESS_DENY_PORTS,
    dns: settings.EGRESS_DNS.kind === 'system' ? settings.EGRESS_DNS : settings.DOH_URL,
  };
  return {
    ...{ LOG, NEWS_ADDRESSES, LINKS, ASSETS },
    CLIENT_RATE: rateOf(settings.CLIENT_RATE, RATE_LIMITS?.client),
    TARGET_RATE: rateOf(settings.TARGET_RATE, RATE_LIMITS?.target),
    LINK_RATE: rateOf(settings.LINK_RATE, RATE_LIMITS?.link),
    gateways: settings.GATEWAYS,
    redirectHosts: settings.REDIRECT_HOSTS,
    contact: settings.CONTACT,
    newsServer: settings.NEWS_SERVER,
    newsLogin: settings.NEWS_LOGIN,
    cnrpServices: settings.CNRP_SERVICES,
    examples: settings.EXAMPLES,
    afsWeb: settings.AFS_WEB,
    archives: settings.ARCHIVES,
    prosperoRelay: relayOf(settings),
    /** In octets. */
    downloadCap: settings.DOWNLOAD_CAP,
    deadlines: settings.DEADLINES,
    egress,
    subrequests: settings.SUBREQUESTS,
    webhookSecrets: settings.WEBHOOK_SECRETS,
    keyring: new Keyring(settings.LINK_TOKENS),
    metricsKeyring: new Keyring(settings.METRICS_TOKEN),
  };
}

/** The relay of the Prospero gateway. */
export interface Relay {
  readonly url: string;
  readonly secret: string;
  readonly fetch: Fetcher['fetch'];
}

function relayOf(settings: v.InferOutput<typeof Settings>): Relay | null {
  const { PROSPERO_RELAY: url, PROSPERO_RELAY_SECRET: secret, PROSPERO_RELAY_SERVICE: service } = settings;
  // Without its secret, a relay answers nothing.
  if (url === null || secret === '') return null;
  return { url, secret, fetch: (input, init) => (service ?? globalThis).fetch(input, init) };
}

/** The key of a setting; of a list of hosts, also its wrong entry, which holds no secret. */
function describeIssue(issue: v.BaseIssue<unknown>): string {
  const key = v.getDotPath(issue) ?? '';
  const [hostListFault] = /entry \d+ must .*/.exec(issue.message) ?? [];
  return hostListFault === undefined ? key : `${key} (${hostListFault})`;
}

/** The bindings without those that are `null`, as workerd has them for variables that its own environment lacks. */
function present(bindings: object): object {
  return Object.fromEntries(Object.entries(bindings).filter(([, value]) => value !== null));
}

const environments = new WeakMap<object, Environment>();

/**
 * Reads the bindings of the Worker, once for each isolate, because they do not change in it.
 *
 * @param builtIn - the gateways that the Worker was built with
 * @throws ConfigurationError that names every key which is missing or wrong
 */
export function environmentOf(bindings: object, builtIn: BuiltInGateways = NO_GATEWAYS): Environment {
  const before = environments.get(bindings);
  if (before !== undefined) return before;
  const { success, output, issues } = v.safeParse(Settings, present(bindings));
  if (!success) throw new ConfigurationError(`missing or wrong: ${issues.map(describeIssue).join(', ')}`);
  // Secrets stay out: they change no answer that has an entity tag, and a tag must not help to guess them.
  const variables = Object.entries({ ...v.getDefaults(Settings), ...present(bindings) }).filter(
    ([key]) => settingsTable.get(key)?.kind === 'variable',
  );
  const print = fingerprint(JSON.stringify([output.DEPLOYMENT.id, variables]));
  const environment = { ...configurationOf(output), fingerprint: print, builtIn };
  environments.set(bindings, environment);
  return environment;
}
