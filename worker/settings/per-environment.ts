import { oncePer } from '../../src/kept.ts';
import type { Environment } from './environment.ts';

/** What an isolate keeps for the settings of its Worker: `make`, called once for each environment. */
export const perEnvironment: <Value>(make: (environment: Environment) => Value) => (environment: Environment) => Value =
  oncePer;
