/**
 * The browser of the tests: Debian's Chromium. Without it the tests are skipped with a warning; in CI, where nobody reads
 * warnings, that is an error.
 */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** No sandbox, which containers do not allow, and no traffic of the browser itself. */
const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/**
 * Whether Chromium is installed.
 *
 * @throws Error in CI, if it is not
 */
export function hasChromium(): boolean {
  if (existsSync(EXECUTABLE)) return true;
  const message = `There is no ${EXECUTABLE}: tests in the browser cannot run. Install Debian's chromium, or set CHROMIUM.`;
  if (process.env.CI === 'true') throw new Error(message);
  console.warn(`\n*** SKIPPED: ${message}\n`);
  return false;
}

/** Starts Chromium. */
export function startChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: EXECUTABLE, args: FLAGS });
}

/**
 * Starts Chromium with a profile on disk, for functions that it does not offer in private windows.
 *
 * @param folder - the folder of the profile
 */
export function startProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { executablePath: EXECUTABLE, args: FLAGS });
}
