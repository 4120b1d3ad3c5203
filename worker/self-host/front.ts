/**
 * The front of a self-hosted Worker. It does what the platform does elsewhere: it serves the static files under
 * `/assets/`, below `BASE_PATH`, with their media types, and hands every other request to the Worker, with the address
 * of the client. A request for a host that is not among `HOSTS` goes to the Worker too, which refuses it.
 */
import { atOwnHost } from '../http/hosts.ts';
import { parseHosts } from '../settings/own-address.ts';
import { answerAfterBody } from './held-answers.ts';

/** The bindings of the service. Variables that are not set are `null`. */
interface Bindings {
  readonly WORKER: Pick<Fetcher, 'fetch'>;
  readonly FILES: Pick<Fetcher, 'fetch'>;
  readonly BASE_PATH?: string | null;
  readonly HOSTS?: string | null;
}

/** Media types by the extension of a file. */
const TYPES: Readonly<Record<string, string>> = {
  ico: 'image/x-icon',
  png: 'image/png',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
};

/** The address of an asset changes with each start, except that of the script for other sites. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const CROSS_ORIGIN = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };

export default {
  async fetch(request, { WORKER, FILES, BASE_PATH, HOSTS }) {
    // workerd takes any text for a host.
    if (!URL.canParse(request.url)) return new Response('The host of this request is not a host.\n', { status: 400 });
    const { pathname: address } = new URL(request.url);
    const base = BASE_PATH ?? '';
    const pathname = address.startsWith(base) ? address.slice(base.length) : '';
    const isOwnFile = pathname.startsWith('/assets/') && atOwnHost(request.url, parseHosts(HOSTS ?? '')) !== null;
    if (!isOwnFile) {
      const { headers, isForwarded } = withClient(request);
      if (isForwarded && request.body !== null) return answerAfterBody(request, request.body, headers, WORKER);
      return WORKER.fetch(new Request(request, { headers }));
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return new Response(null, { status: 405 });
    const file = await FILES.fetch(new URL(pathname, request.url), { method: request.method });
    if (!file.ok) return new Response('There is no such file.\n', { status: 404 });
    const isEmbedScript = pathname.startsWith('/assets/waypost') && pathname.endsWith('.js');
    return new Response(file.body, {
      headers: {
        'Content-Type': TYPES[pathname.slice(pathname.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
        'Cache-Control': pathname === '/assets/waypost.js' ? 'public, max-age=3600' : IMMUTABLE,
        'X-Content-Type-Options': 'nosniff',
        ...(isEmbedScript ? CROSS_ORIGIN : {}),
      },
    });
  },
} satisfies ExportedHandler<Bindings>;

/** Addresses of the same machine or network (RFC 1918, RFC 4193, loopback, link-local): those of a proxy. */
const NEAR = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd]|fe80:)/i;

/**
 * The headers with the address of the client, in the header of the platform, and whether a proxy on this network passed
 * the request on. Such a proxy reports the client as the last address of `X-Forwarded-For`; a client from elsewhere
 * cannot claim another one.
 */
function withClient(request: Request) {
  const [, peer = ''] = /^\[?(?:::ffff:)?(.*?)\]?:\d+$/.exec(String(request.cf?.clientIp ?? '')) ?? [];
  const reported = request.headers.get('X-Forwarded-For')?.split(',').at(-1)?.trim();
  const proxied = NEAR.test(peer) && reported;
  const headers = new Headers(request.headers);
  headers.set('CF-Connecting-IP', proxied || peer);
  return { isForwarded: Boolean(proxied), headers };
}
