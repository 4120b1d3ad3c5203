/**
 * Webhooks at delivery, in Node, Deno and Bun: `guardedFetch`, and guards for the HTTP clients that a program has.
 * Entry `waypost/webhooks/node` of the package.
 */
export { type EgressCode, EgressError, type EgressRules } from '../src/egress/egress-error.ts';
export type { FetchLimits, LimitOptions } from '../src/guarded-fetch/options.ts';
export { type GuardedFetchOptions, guardedFetch } from './guarded-fetch.ts';
export {
  type Connector,
  type GuardOptions,
  guardedAgents,
  guardedConnector,
  guardedLookup,
  type Resolve,
} from './webhook-guard.ts';
