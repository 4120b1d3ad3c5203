/** A web server of static files, with and without support for the file `_redirects`. */
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface StaticServer {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/**
 * Serves a folder: a file as it is, a folder by its index, everything else by `404.html`.
 *
 * @param readsRedirects - whether the lines of `_redirects` come first
 */
export async function serveFolder(folder: string, readsRedirects: boolean): Promise<StaticServer> {
  const redirects = new Map<string, readonly [location: string, status: number]>();
  for (const line of readsRedirects ? readFileSync(join(folder, '_redirects'), 'utf8').trimEnd().split('\n') : []) {
    const [from = '', location = '', status = ''] = line.split(' ');
    redirects.set(from, [location, Number(status)]);
  }
  const server = createServer(({ url = '' }, response) => {
    const path = decodeURIComponent(url);
    const redirect = redirects.get(path);
    if (redirect !== undefined) {
      response.writeHead(redirect[1], { Location: redirect[0] }).end();
      return;
    }
    const file = fileOf(join(folder, path));
    const type = { 'Content-Type': 'text/html; charset=utf-8' };
    response.writeHead(file === null ? 404 : 200, type).end(readFileSync(file ?? join(folder, '404.html')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const { port } =
    typeof address === 'object' && address !== null ? address : ({ port: 0 } satisfies Partial<AddressInfo>);
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function fileOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return null;
  return found.isDirectory() ? fileOf(join(path, 'index.html')) : path;
}
