/** A visit for the parts of this gateway that do not care which scheme brought it: news links and mid links alike. */
import type { GatewayContext } from '../core/contract.ts';

export type NewsContext = Omit<GatewayContext, 'resolution'>;
