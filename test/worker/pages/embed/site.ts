/** Another site: one page on its own port, with a Content-Security-Policy. */
import { createServer } from 'node:http';

export interface Site {
  readonly origin: string;
  /** Replaces the page at `/`. */
  readonly show: (page: Page) => void;
  readonly close: () => Promise<void>;
}

export interface Page {
  readonly html: string;
  readonly policy: string;
}

/** Starts the site. */
export async function startSite(): Promise<Site> {
  let page: Page = { html: '', policy: '' };
  const server = createServer((request, response) => {
    if (request.url !== '/') return void response.writeHead(404).end();
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Security-Policy', page.policy);
    response.end(page.html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The site has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    show: (next) => {
      page = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
