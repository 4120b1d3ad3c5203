/** The settings of a deployment as the Worker uses them, read from its bindings once for each isolate. */
import * as v from 'valibot';
import type { EgressPolicy } from '../../src/egress/policy.ts';
import { oncePer } from '../../src/kept.ts';
import { ConfigurationError } from '../errors/request-error.ts';
import { fingerprint } from './fingerprint.ts';
import { type BuiltInGateways, type GatewaySetting, NO_GATEWAYS } from './gateways.ts';
import { newsArchiveOf } from './news-archive.ts';
import { LocalRate, RATE_PERIOD } from './rate-limits.ts';
import { requirementOf } from './setting.ts';
import { settings } from './settings.ts';
import { settingsTable } from './settings-table.ts';
import { SubrequestLimit } from './subrequests.ts';

const Settings = v.object(settings);

type SettingValues = v.InferOutput<typeof Settings>;

/** The settings of a deployment, as the Worker uses them. */
export interface Environment extends ReturnType<typeof configurationOf> {
  /** Changes with the deployment and its variables: with others, the answer to a request may be another. */
  readonly fingerprint: string;
  /** The gateways that the Worker was built with. */
  readonly builtIn: BuiltInGateways;
}

/** The values of the settings. Those that mean something only together are one property. */
function configurationOf(
  { rateLimits, CLIENT_RATE, TARGET_RATE, LINK_RATE, SEARCH_RATE, CHALLENGE_RATE, ...values }: SettingValues,
  { sessions }: BuiltInGateways,
) {
  const { egressAllow, egressDeny, egressDenyPorts, egressDns, dohUrl, ...others } = values;
  const { relayUrl, relaySecret, PROSPERO_RELAY_SERVICE, subrequests, terminals, gateways, ...more } = others;
  const { newsArchive, NEWS_ARCHIVE_FILES, ...rest } = more;
  const rateOf = (binding: RateLimit | undefined, limit: number | undefined) =>
    binding ?? (limit === undefined ? undefined : new LocalRate(limit, RATE_PERIOD * 1000));
  const egress: EgressPolicy = {
    allow: egressAllow,
    deny: egressDeny,
    ownHosts: new Set(),
    deniedPorts: egressDenyPorts,
    dns: egressDns.kind === 'system' ? egressDns : dohUrl,
  };
  // Without `TERMINALS`, links to terminals are explained, unless `GATEWAYS` names their scheme.
  const closed = (terminals === 'on' ? [] : [...sessions]).map((scheme): [string, GatewaySetting] => [scheme, 'none']);
  return {
    ...rest,
    gateways: new Map([...closed, ...gateways]),
    subrequests: new SubrequestLimit(subrequests),
    CLIENT_RATE: rateOf(CLIENT_RATE, rateLimits?.client),
    TARGET_RATE: rateOf(TARGET_RATE, rateLimits?.target),
    LINK_RATE: rateOf(LINK_RATE, rateLimits?.link),
    SEARCH_RATE: rateOf(SEARCH_RATE, rateLimits?.search),
    CHALLENGE_RATE: rateOf(CHALLENGE_RATE, rateLimits?.challenge),
    newsArchive: newsArchiveOf(newsArchive, NEWS_ARCHIVE_FILES),
    prosperoRelay: relayOf(relayUrl, relaySecret, PROSPERO_RELAY_SERVICE),
    egress,
  };
}

/** The relay of the Prospero gateway. */
interface Relay {
  readonly url: string;
  readonly secret: string;
  readonly fetch: Fetcher['fetch'];
}

/** Without its secret, a relay answers nothing. */
function relayOf(url: string | null, secret: string, service: Pick<Fetcher, 'fetch'> | undefined): Relay | null {
  if (url === null || secret === '') return null;
  return { url, secret, fetch: (input, init) => (service ?? globalThis).fetch(input, init) };
}

/** The name of a setting with what it must be. */
function describeIssue(issue: v.BaseIssue<unknown>): string {
  const property = v.getDotPath(issue);
  const row = [...settingsTable.values()].find((row) => row.property === property);
  return row === undefined ? issue.message : `${row.name} (${requirementOf(row, issue)})`;
}

const RELAY = 'PROSPERO_RELAY';

/**
 * Reads the bindings of the Worker, once for each isolate, because they do not change in it.
 *
 * @throws ConfigurationError that names every setting which is missing or wrong, with its right form
 */
export function environmentOf(bindings: object, builtIn: BuiltInGateways = NO_GATEWAYS): Environment {
  return environmentsOf(builtIn)(bindings);
}

const environmentsOf = oncePer((builtIn: BuiltInGateways) =>
  oncePer((bindings: object) => readEnvironment(bindings, builtIn)),
);

function readEnvironment(bindings: object, builtIn: BuiltInGateways): Environment {
  const rows = [...settingsTable.values()];
  // workerd has `null` for variables that its own environment lacks.
  const bound = (name: string): unknown => Reflect.get(bindings, name) ?? undefined;
  const input = Object.fromEntries(rows.map(({ name, property }) => [property, bound(name)]));
  const { success, output, issues } = v.safeParse(Settings, input);
  if (!success) throw new ConfigurationError(`missing or wrong: ${issues.map(describeIssue).join(', ')}`);
  // Secrets stay out: they change no answer that has an entity tag, and a tag must not help to guess them.
  const variables = rows
    .filter(({ kind }) => kind === 'variable')
    // Each start of a self-hosted server has its relay at another port. Answers depend on whether there is one.
    .map(({ name, schema }) => [
      name,
      name === RELAY ? bound(name) !== undefined : (bound(name) ?? v.getDefault(schema)),
    ]);
  const print = fingerprint(JSON.stringify([output.DEPLOYMENT.id, variables]));
  return { ...configurationOf(output, builtIn), fingerprint: print, builtIn };
}
