/**
 * Everything a deployment may set: variables, secrets and bindings, each with its type, its default and one
 * sentence about it. A new key is one entry here; README's table is tested against this one.
 */
import * as v from 'valibot';
import { fingerprint } from './etag.ts';

/** What a static-assets or service binding has to offer. */
type Fetching = Pick<Fetcher, 'fetch'>;

const isFetching = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'fetch' in input && typeof input.fetch === 'function';

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

export type Environment = v.InferOutput<typeof Settings> & {
  /** Stands for the deployment and its variables: under others, an answer may be another one. */
  readonly fingerprint: string;
};

/** A key of the environment is missing or wrong: the operator's to mend, so it names keys and no values. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
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
  const variables = Object.entries(output).filter(([, value]) => typeof value !== 'object');
  const environment = { ...output, fingerprint: fingerprint(JSON.stringify([output.DEPLOYMENT.id, variables])) };
  known.set(bindings, environment);
  return environment;
}
