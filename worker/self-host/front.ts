/**
 * The front of a self-hosted Worker. It does what the platform does elsewhere: it serves the static files under
 * `/assets/`, below `BASE_PATH`, with their media types, and hands every other request to the Worker, with the address
 * of the client. A request for a host that is not among `HOSTS` goes to the Worker too, which refuses it.
 */
import { oncePer } from '../../src/kept.ts';
import { askedUrl, atOwnHost, FILE_STORE, SECURE } from '../http/address.ts';
import { refusedBody } from '../http/body-refusal.ts';
import { parseHosts, parseTrustedProxies } from '../settings/own-address.ts';
import { arrivalOf, FORWARDED_SCHEME, NO_HOST } from './arrival.ts';
import { readForwarded } from './forwarded-body.ts';

/** The bindings of the service. Variables that are not set are `null`. */
interface FrontBindings {
  readonly WORKER: Pick<Fetcher, 'fetch'>;
  readonly FILES: Pick<Fetcher, 'fetch'>;
  readonly BASE_PATH?: string | null;
  readonly HOSTS?: string | null;
  readonly TRUSTED_PROXIES?: string | null;
}

/** Parsed once: to read the default anew takes each request as long as all else that the front does. */
const trustedProxiesOf = oncePer(({ TRUSTED_PROXIES }: FrontBindings) => parseTrustedProxies(TRUSTED_PROXIES ?? ''));

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
  async fetch(request, bindings, execution) {
    const { WORKER, FILES, BASE_PATH, HOSTS } = bindings;
    const arrival = arrivalOf(request, trustedProxiesOf(bindings));
    if (arrival === null) return new Response(NO_HOST, { status: 400 });
    const { url, method, body } = request;
    const cf = arrival.isSecure ? SECURE : {};
    const asked = askedUrl({ url, cf });
    const { pathname: address } = new URL(asked);
    const base = BASE_PATH ?? '';
    const pathname = address.startsWith(base) ? address.slice(base.length) : '';
    const isOwnFile = pathname.startsWith('/assets/') && atOwnHost(asked, parseHosts(HOSTS ?? '')) !== null;
    if (!isOwnFile) {
      const headers = new Headers(request.headers);
      headers.set('CF-Connecting-IP', arrival.client);
      headers.delete(FORWARDED_SCHEME);
      // A copy of a request keeps its URL as it was sent.
      if (!arrival.isForwarded || body === null || method === 'GET' || method === 'HEAD') {
        return WORKER.fetch(new Request(request, { headers, cf }));
      }
      const read = await readForwarded(body, (work) => execution.waitUntil(work));
      if (typeof read !== 'string') return WORKER.fetch(new Request(request, { headers, cf, body: read }));
      // The Worker refuses it.
      headers.delete('Content-Length');
      return WORKER.fetch(new Request(request, { headers, cf: { ...cf, ...refusedBody(read) }, body: '' }));
    }
    if (method !== 'GET' && method !== 'HEAD') return new Response(null, { status: 405 });
    const file = await FILES.fetch(new URL(pathname, FILE_STORE), { method });
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
  /** CONNECT of a client that takes the server for a proxy. workerd has answered it by now; nothing is connected. */
  connect(socket) {
    return socket.close();
  },
} satisfies ExportedHandler<FrontBindings>;
