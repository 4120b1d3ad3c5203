/** `/`: the explorer for people, and a list of the addresses for programs. */

import { negotiate } from '../http/negotiation.ts';
import type { Route } from '../http/request-context.ts';
import { answer, TEXT_TYPE } from '../http/response.ts';
import { EMPTY_QUERY } from '../pages/explorer/query.ts';
import { assets, readAsset } from '../pages/parts/assets.ts';
import { explore } from './inspect.ts';

export const index: Route = {
  async GET(context) {
    // Browsers accept HTML by name. A client that accepts anything is a program.
    const type = negotiate(context.request.headers.get('Accept'), ['text/plain', 'text/html']);
    if (type === 'text/html') return explore(context, EMPTY_QUERY);
    return answer(context, TEXT_TYPE, await readAsset(assets.addresses, context));
  },
};
