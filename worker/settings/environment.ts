/**
 * The settings of a deployment: variables, secrets and bindings, each with its type and its default. A new setting is one
 * entry here, its sentence in `settings/table.ts`, and one row of README's table, as a test checks.
 */
import * as v from 'valibot';
import { parseHostList } from '../../src/egress/host-list.ts';
import { type EgressPolicy, parseEgressPolicy } from '../../src/egress/policy.ts';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { fingerprint } from '../http/entity-tag.ts';
import type { LinkShard } from '../links/shard.ts';
import { LocalRate } from '../net/local-rate.ts';
import { RATE_PERIOD } from '../net/rate.ts';
import { parseArchives } from './archives.ts';
import { parseBasePath } from './base-path.ts';
import { parseCnrpServices } from './cnrp-services.ts';
import { parseCrawlers } from './crawlers.ts';
import { parseDeadlines } from './deadlines.ts';
import {
  type BuiltInGateways,
  NO_GATEWAYS,
  parseCells,
  parseContact,
  parseExamples,
  parseGateways,
  parseRelay,
  parseSize,
} from './gateways.ts';
import { parseShards } from './link-shards.ts';
import { Keyring, parseMetricsToken, parseTokens } from './link-tokens.ts';
import { parseNewsLogin, parseNewsServer } from './news-server.ts';
import { parseRateLimits } from './rate-limits.ts';
import { parseSubrequests } from './subrequests.ts';
import { parseSecrets } from './webhook-secrets.ts';

/**
 * How operators set a setting: a `variable` under `[vars]` in wrangler.toml, a `secret` with `wrangler secret put`, a
 * `binding` in its own table in wrangler.toml.
 */
export type Kind = 'variable' | 'secret' | 'binding';

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

/** A text. If it is not set, its parser reads the empty text. */
const text = <Value>(parse: (text: string) => Value) => v.pipe(v.optional(v.string(), ''), read(parse));

/** A table, in TOML or as its text in JSON. The parser judges both as text. */
const table = <Value>(parse: (text: string) => Value) =>
  v.pipe(
    v.optional(
      v.custom<string | object>((input) => typeof input === 'string' || typeof input === 'object'),
      '',
    ),
    v.transform((table) => (typeof table === 'string' ? table : JSON.stringify(table))),
    read(parse),
  );

/** One of a few words; the first is the default. */
const word = <const Word extends string>(words: readonly [Word, ...Word[]]) => v.optional(v.picklist(words), words[0]);

const rateLimit = () => v.optional(v.custom<RateLimit>((input) => hasMethod(input, 'limit')));

function hasMethod(input: unknown, name: string): boolean {
  return typeof input === 'object' && input !== null && typeof Reflect.get(input, name) === 'function';
}

const secrets = {
  NEWS_LOGIN: text(parseNewsLogin),
  PROSPERO_RELAY_SECRET: text((secret) => secret),
  LINK_TOKENS: text(parseTokens),
  METRICS_TOKEN: text(parseMetricsToken),
  WEBHOOK_SECRETS: text(parseSecrets),
};

const bindings = {
  PROSPERO_RELAY_SERVICE: v.optional(v.custom<Pick<Fetcher, 'fetch'>>((input) => hasMethod(input, 'fetch'))),
  CLIENT_RATE: rateLimit(),
  TARGET_RATE: rateLimit(),
  LINK_RATE: rateLimit(),
  LINKS: v.optional(v.custom<DurableObjectNamespace<LinkShard>>((input) => hasMethod(input, 'getByName'))),
  DEPLOYMENT: v.optional(v.object({ id: v.string() }), { id: '' }),
  ASSETS: v.custom<Pick<Fetcher, 'fetch'>>((input) => hasMethod(input, 'fetch')),
};

const variables = {
  LOG: word(['on', 'off']),
  BASE_PATH: text(parseBasePath),
  GATEWAYS: table(parseGateways),
  REDIRECT_HOSTS: text(parseHostList),
  CONTACT: text(parseContact),
  NEWS_SERVER: text(parseNewsServer),
  NEWS_ADDRESSES: word(['shown', 'masked']),
  CNRP_SERVICES: text(parseCnrpServices),
  EXAMPLES: table(parseExamples),
  AFS_WEB: table(parseCells),
  ARCHIVES: table(parseArchives),
  CRAWLERS: text(parseCrawlers),
  DOWNLOAD_CAP: text(parseSize),
  DEADLINES: text(parseDeadlines),
  EGRESS_ALLOW: text((EGRESS_ALLOW) => parseEgressPolicy({ EGRESS_ALLOW }).allow),
  EGRESS_DENY: text((EGRESS_DENY) => parseEgressPolicy({ EGRESS_DENY }).deny),
  EGRESS_DENY_PORTS: text((EGRESS_DENY_PORTS) => parseEgressPolicy({ EGRESS_DENY_PORTS }).deniedPorts),
  EGRESS_DNS: text((EGRESS_DNS) => parseEgressPolicy({ EGRESS_DNS }).dns),
  DOH_URL: text((DOH_URL) => parseEgressPolicy({ DOH_URL }).dns),
  SUBREQUESTS: text(parseSubrequests),
  PROSPERO_RELAY: text(parseRelay),
  RATE_LIMITS: text(parseRateLimits),
  LINK_SHARDS: text(parseShards),
};

/** The settings by their keys. */
export const settings = { ...variables, ...secrets, ...bindings };

const Settings = v.object(settings);

function isSetting(key: string): key is keyof typeof settings {
  return Object.hasOwn(settings, key);
}

/** The kind of a setting. */
export function kindOf(key: keyof typeof settings): Kind {
  return key in secrets ? 'secret' : key in bindings ? 'binding' : 'variable';
}

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
    /** Without a slash at the end; empty at the root of the host. */
    basePath: settings.BASE_PATH,
    gateways: settings.GATEWAYS,
    redirectHosts: settings.REDIRECT_HOSTS,
    contact: settings.CONTACT,
    newsServer: settings.NEWS_SERVER,
    newsLogin: settings.NEWS_LOGIN,
    cnrpServices: settings.CNRP_SERVICES,
    examples: settings.EXAMPLES,
    afsWeb: settings.AFS_WEB,
    archives: settings.ARCHIVES,
    crawlers: settings.CRAWLERS,
    prosperoRelay: relayOf(settings),
    /** In octets. */
    downloadCap: settings.DOWNLOAD_CAP,
    deadlines: settings.DEADLINES,
    egress,
    subrequests: settings.SUBREQUESTS,
    webhookSecrets: settings.WEBHOOK_SECRETS,
    linkShards: settings.LINK_SHARDS,
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
    ([key]) => isSetting(key) && kindOf(key) === 'variable',
  );
  const print = fingerprint(JSON.stringify([output.DEPLOYMENT.id, variables]));
  const environment = { ...configurationOf(output), fingerprint: print, builtIn };
  environments.set(bindings, environment);
  return environment;
}
