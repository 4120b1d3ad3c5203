/**
 * The browser of the tests: Debian's Chromium, one for each process that runs tests. Without it the tests are skipped;
 * `global-setup.ts` warns.
 */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

export const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** No sandbox, which containers do not allow, and no traffic of the browser itself. */
const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/** Whether Chromium is installed. */
export function hasChromium(): boolean {
  return existsSync(EXECUTABLE);
}

let shared: Promise<Browser> | null = null;

/** The browser of this process, which ends with the process. It starts when it is first asked for. */
export function sharedChromium(): Promise<Browser> {
  shared ??= startChromium();
  return shared;
}

/**
 * Starts a Chromium that the caller closes.
 *
 * @param flags - in addition to those of every test
 */
export function startChromium(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: EXECUTABLE, args: [...FLAGS, ...flags] });
}

/**
 * Starts Chromium with a profile on disk, for functions that it does not offer in private windows.
 *
 * @param folder - the folder of the profile
 */
export function startProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { executablePath: EXECUTABLE, args: FLAGS });
}
