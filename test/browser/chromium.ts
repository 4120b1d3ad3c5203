/**
 * The browser of the tests: Debian's Chromium. Where there is none the tests are skipped loudly; in CI that is an
 * error, for nobody would read the warning.
 */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Quiet: no sandbox in a container, no traffic of its own. */
const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/**
 * Whether there is a browser.
 *
 * @throws in CI, where there must be one
 */
export function hasChromium(): boolean {
  if (existsSync(EXECUTABLE)) return true;
  const message = `There is no ${EXECUTABLE}: tests in the browser cannot run. Install Debian's chromium, or set CHROMIUM.`;
  if (process.env.CI === 'true') throw new Error(message);
  console.warn(`\n*** SKIPPED: ${message}\n`);
  return false;
}

/** Starts it. */
export function startChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: EXECUTABLE, args: FLAGS });
}

/**
 * Starts it with a profile on the disk, for what it keeps from nobody who browses in private.
 *
 * @param folder - of the profile
 */
export function startProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { executablePath: EXECUTABLE, args: FLAGS });
}
