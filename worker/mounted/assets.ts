/** The static files in memory, which the package has as `waypost/worker/assets`. */
import type * as Published from './published-assets.d.ts';

/** The texts of the files by their paths, which the build fills in. */
declare const FILES: Readonly<Record<string, string>>;

/** Media types by the extension of a file. */
const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

export const files: typeof Published.files = FILES;

export const assets: typeof Published.assets = {
  fetch: async (request) => {
    const path = new URL(request instanceof Request ? request.url : request).pathname.slice(1);
    const text = Object.hasOwn(files, path) ? files[path] : undefined;
    if (text === undefined) return new Response('There is no such file.\n', { status: 404 });
    return new Response(text, {
      headers: {
        'Content-Type': TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'text/plain; charset=utf-8',
        'Cache-Control': 'public, max-age=31536000, immutable',
        'X-Content-Type-Options': 'nosniff',
      },
    });
  },
};
