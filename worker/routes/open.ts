/**
 * `/open?url=…` and gateway paths, `/{scheme}/{authority}/{path}`: open a link at the gateway of its scheme.
 */
import { explain, type Options, type Resolution } from '../../src/index.ts';
import type { ProsperoTransport } from '../gateway/contract/contract.ts';
import { redirectTo } from '../gateway/contract/destination.ts';
import { parseGatewayPath } from '../gateway/contract/gateway-path.ts';
import { openLink } from '../gateway/open/open.ts';
import { notFound } from '../http/methods.ts';
import { readParameters } from '../http/query.ts';
import { type Handler, pathOf, type Route } from '../http/request-context.ts';
import { readUrlParameter } from '../http/url-parameter.ts';
import { Open } from './schemas.ts';

/** @param prosperoTransport - asks Prospero servers, whose protocol has no connections */
export function open(prosperoTransport: ProsperoTransport): Route {
  const openParameter: Handler = (context) => {
    const { url, base, dialect, lax } = readParameters(context.query, Open);
    return openLink(read(url, { base, dialect, lax }), { ...context, gatewayPath: null, prosperoTransport });
  };
  return { GET: openParameter, POST: openParameter };
}

/** @param prosperoTransport - as for {@link open} */
export function gatewayPath(prosperoTransport: ProsperoTransport): Route {
  const openGatewayPath: Handler = (context) => {
    const { url, environment } = context;
    const gatewayPath = parseGatewayPath(pathOf(url));
    if (gatewayPath === null) throw notFound();
    const { scheme, authority, rest } = gatewayPath;
    const link = read(gatewayPath.link, {});
    // Without the slash, a browser would send the password of one server to every server whose name has the same
    // beginning, and relative references would start one level too high. `openLink` redirects paths with user info.
    if (rest === '' && !authority.includes('@')) {
      return redirectTo(`/${scheme}/${authority}/${queryOf(url)}`, link, 302, environment);
    }
    return openLink(link, { ...context, gatewayPath, prosperoTransport });
  };
  return { GET: openGatewayPath, POST: openGatewayPath };
}

function read(url: string, options: Options): Resolution {
  return readUrlParameter(explain, 'url', url, options);
}

function queryOf(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? '' : url.slice(mark);
}
