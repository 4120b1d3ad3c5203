/** What an isolate has for all readers: the copies, the answers on their way, and who did not answer a moment ago. */
import type { Environment } from '../settings/environment.ts';
import { limits } from '../settings/limits.ts';
import { Copies } from './copies.ts';
import { Flights } from './flight.ts';
import { RecentFailures } from './recent-failures.ts';
import type { SharingLimits } from './shared-body.ts';

export interface Cache {
  readonly copies: Copies;
  readonly flights: Flights;
  readonly failures: RecentFailures;
  readonly memory: SharingLimits['memory'];
}

/** The name of the copies in the Cache API. Nothing that a client can request reads them. */
const NAME = 'waypost-copies';

const known = new WeakMap<Environment, Cache>();

/** The cache of a Worker with these settings; `null` if the operator wants none. */
export function cacheOf(environment: Environment): Cache | null {
  if (environment.cache === null) return null;
  const before = known.get(environment);
  if (before !== undefined) return before;
  const cache = {
    copies: new Copies(() => caches.open(NAME), environment.staleIfError),
    flights: new Flights(),
    failures: new RecentFailures(),
    memory: { left: limits.sharedMemory },
  };
  known.set(environment, cache);
  return cache;
}
