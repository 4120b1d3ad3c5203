/**
 * What stands before the Worker where the platform does not: static files under `/assets/` go out with their types,
 * everything else goes to the Worker. The same modules serve the Worker's own binding to these files.
 */

/** The types of the files that pages load; the disk knows none. */
const TYPES = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
};

/** The address of an asset changes with each start, but that of the script for other sites stays. */
const LASTING = 'public, max-age=31536000, immutable';
const FOR_OTHERS = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };

export default {
  async fetch(request, { WORKER, FILES }) {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith('/assets/')) return WORKER.fetch(request);
    if (request.method !== 'GET' && request.method !== 'HEAD') return new Response(null, { status: 405 });
    const file = await FILES.fetch(new URL(pathname, request.url), { method: request.method });
    if (!file.ok) return new Response('There is no such file.\n', { status: 404 });
    const forOthers = pathname.startsWith('/assets/waypost') && pathname.endsWith('.js');
    return new Response(file.body, {
      headers: {
        'Content-Type': TYPES[pathname.slice(pathname.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
        'Cache-Control': pathname === '/assets/waypost.js' ? 'public, max-age=3600' : LASTING,
        'X-Content-Type-Options': 'nosniff',
        ...(forOthers ? FOR_OTHERS : {}),
      },
    });
  },
};
