/** Builds the Worker. Warns if there is no Chromium. In CI, a missing Chromium is an error. */
import { built } from '../worker/built.ts';
import { EXECUTABLE, hasChromium } from './chromium.ts';

export default async function setUp(): Promise<void> {
  if (!hasChromium()) {
    const message = `There is no ${EXECUTABLE}: tests in the browser cannot run. Install Debian's chromium, or set CHROMIUM.`;
    if (process.env.CI === 'true') throw new Error(message);
    console.warn(`\n*** SKIPPED: ${message}\n`);
  }
  await built();
}
