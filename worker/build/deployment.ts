/**
 * The configuration of one deployment: wrangler.toml, which is the same for all, with what `wrangler.local.toml` says
 * in addition. git ignores the second file, so an upgrade by `git pull` never meets the settings of an operator.
 */
import { faultsIn } from '../settings/faults.ts';
import { settingsTable } from '../settings/settings-table.ts';

/** A table of TOML. */
export type Table = Readonly<Record<string, unknown>>;

/**
 * The first configuration with the second one laid over it. Tables are merged. In lists of tables that have names, such
 * as rate limits, an entry changes the one of its name. Everything else is replaced.
 *
 * @example
 * ```ts
 * merged({ name: 'waypost', vars: { LOG: 'on' } }, { vars: { CONTACT: 'a@b.example' } });
 * // { name: 'waypost', vars: { LOG: 'on', CONTACT: 'a@b.example' } }
 * ```
 */
export function merged(base: Table, own: Table): Table {
  const entries = Object.entries(own).map(([key, value]) => [key, mergedValue(base[key], value)]);
  return { ...base, ...Object.fromEntries(entries) };
}

function mergedValue(base: unknown, own: unknown): unknown {
  if (isTable(base) && isTable(own)) return merged(base, own);
  if (!isNamedList(base) || !isNamedList(own)) return own;
  const changed = base.map((entry) => merged(entry, own.find(({ name }) => name === entry.name) ?? {}));
  return [...changed, ...own.filter(({ name }) => base.every((entry) => entry.name !== name))];
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNamedList(value: unknown): value is readonly Table[] {
  return Array.isArray(value) && value.length > 0 && value.every((entry) => isTable(entry) && 'name' in entry);
}

/** What is wrong with the variables of a configuration: every request would be answered with an error. */
export function faultsOf({ vars }: Table): readonly string[] {
  const variables = isTable(vars) ? vars : {};
  const unknown = Object.keys(variables).filter((key) => !settingsTable.has(key));
  return [
    ...unknown.map((key) => `${key} is not a setting. All settings are in docs/settings.md.`),
    ...faultsIn(variables),
  ];
}

/** What a deployment creates, as lines for people. */
export function planOf(configuration: Table): readonly string[] {
  const { name, routes, vars, ratelimits, migrations } = configuration;
  const variables = isTable(vars) ? vars : {};
  const secrets = [...settingsTable].filter(([, { kind }]) => kind === 'secret').map(([key]) => key);
  return [
    'This deployment creates or updates:',
    `  the Worker \`${name}\` at ${deployedAddresses(routes, name)}`,
    ...tablesOf(migrations).flatMap(({ new_sqlite_classes: classes }) =>
      Array.isArray(classes)
        ? [`  stores of short links: Durable Objects with SQLite, class ${classes.join(', ')}`]
        : [],
    ),
    ...tablesOf(ratelimits).map((limit) => `  a rate limit, ${limit.name}: ${rateOf(limit)}`),
    `  variables: ${Object.keys(variables).join(', ') || 'none'}; terminals are ${variables.TERMINALS === 'on' ? 'on' : 'off'}`,
    `Secrets are not part of it. Set those you need with \`npx wrangler secret put NAME\`: ${secrets.join(', ')}.`,
  ];
}

function tablesOf(value: unknown): readonly Table[] {
  return Array.isArray(value) ? value.filter(isTable) : [];
}

function rateOf({ simple, namespace_id: namespace }: Table): string {
  const { limit, period } = isTable(simple) ? simple : {};
  return `${limit} requests in ${period} seconds (namespace ${namespace})`;
}

function deployedAddresses(routes: unknown, name: unknown): string {
  const patterns = Array.isArray(routes)
    ? routes.map((route: unknown) => (isTable(route) ? route.pattern : route))
    : [`${name}.<account>.workers.dev`];
  return patterns.map((pattern) => `https://${pattern}`).join(', ');
}
