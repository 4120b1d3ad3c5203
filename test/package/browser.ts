/** The packed package in a browser, as ES modules that nothing has bundled. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { sharedChromium } from '../browser/chromium.ts';
import type { Published } from './published.ts';

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.json': 'application/json' };

/** The entries that a page may import; a browser has no other way to find a package. */
const IMPORTS = {
  waypost: '/src/index.js',
  'waypost/canonical': '/src/canonical.js',
  'waypost/schemes/gopher': '/src/schemes/gopher/definition.js',
  'waypost/surt': '/src/surt.js',
  'waypost/webhooks': '/src/webhooks/index.js',
};

/**
 * Runs a module in Chromium.
 *
 * @param script - imports the package, and sets the title of the page
 * @returns the title, or the first error
 */
export async function titleAfter({ consumer }: Published, script: string): Promise<string> {
  const page = `<!doctype html><title></title><link rel="icon" href="data:,">
    <script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script><script type="module">${script}</script>`;
  const server = createServer(async ({ url = '/' }, response) => {
    if (url === '/') return void response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page);
    const file = await readFile(join(consumer, 'node_modules/waypost', url)).catch(() => null);
    response.setHeader('Content-Type', TYPES[extname(url)] ?? 'text/plain').writeHead(file === null ? 404 : 200);
    response.end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  const tab = await (await sharedChromium()).newPage();
  const failed = new Promise<string>((resolve) => {
    tab.on('pageerror', ({ message }) => resolve(message));
    tab.on('response', (answer) => answer.ok() || resolve(`${answer.status()} ${answer.url()}`));
  });
  await tab.goto(`http://127.0.0.1:${port}/`);
  const title = tab.waitForFunction("document.title !== ''").then(() => tab.title());
  title.catch(() => {});
  const result = await Promise.race([title, failed]);
  await tab.close();
  await new Promise((resolve) => server.close(resolve));
  return result;
}
