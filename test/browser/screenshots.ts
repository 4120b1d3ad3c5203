/** Makes the pictures of README: `node test/browser/screenshots.ts`. */
import { join } from 'node:path';
import { sharedChromium } from './chromium.ts';
import { startSession } from './session.ts';

const PICTURES = [
  {
    name: 'explorer-light.png',
    colorScheme: 'light',
    viewport: { width: 1280, height: 1240 },
    url: '<URL:GOPHER://Gopher.Floodgap.COM:70/7/v2/vs%09lost worlds>',
  },
  {
    name: 'explorer-dark.png',
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
    url: 'FTP://anonymous@ftp.funet.fi/pub/%7edoc/README;type=I',
  },
] as const;

const session = await startSession({});
for (const { name, url, ...options } of PICTURES) {
  const { page } = await session.open(`/#url=${encodeURIComponent(url)}`, options);
  // The host is highlighted, as under a mouse pointer.
  await page.hover('.part[data-part="host"]');
  await page.screenshot({ path: join(import.meta.dirname, 'screenshots', name) });
}
await session.close();
await (await sharedChromium()).close();
