/** `/metrics`: what this process has answered, for Prometheus. Only who has the token of the operator may read it. */

import { fault, RequestError } from '../errors/request-error.ts';
import type { Route } from '../http/request-context.ts';
import { answerOnce } from '../http/response.ts';
import { bearerOf, tokenRequired } from '../links/access.ts';
import { metrics as counted } from '../metrics.ts';

export const metrics: Route = {
  async GET({ environment, request }) {
    const { metricsKeyring } = environment;
    if (metricsKeyring.isEmpty) {
      throw new RequestError('not-found', [
        fault('no-metrics', 'Metrics are off. The secret `METRICS_TOKEN` turns them on.'),
      ]);
    }
    const token = bearerOf(request);
    if (token === null || (await metricsKeyring.ownerOf(token)) === null) throw tokenRequired(token !== null);
    return answerOnce('text/plain; version=0.0.4; charset=utf-8', counted.text);
  },
};
