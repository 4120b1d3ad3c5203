/** The gateway to the Common Name Resolution Protocol (RFC 3367): names, ids and services of `go:` links (RFC 3368). */

import type { Gateway, GatewayContext } from '../contract/contract.ts';
import { checkGo } from './check.ts';
import { openList } from './open-list.tsx';
import { redirectToResult } from './redirect-to-result.ts';
import { askServices } from './services.ts';
import { listedServices } from './view.ts';

export const go: Gateway<'go'> = {
  kind: 'go',
  protocol: 'HTTP',
  sharesProtocol: true,
  check: checkGo,
  schemes: ['go'],
  parameters: ['redirect'],
  async open(context: GatewayContext<'go'>) {
    const services = listedServices(context, await askServices(context));
    return (
      (context.view.query.has('redirect') ? redirectToResult(context, services) : null) ?? openList(context, services)
    );
  },
};
