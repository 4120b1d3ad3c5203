/** Builds the Worker. Warns if there is no Chromium. In CI, a missing Chromium is an error. */
import { isThere } from '../machine.ts';
import { built } from '../worker/built.ts';
import { EXECUTABLE, hasChromium } from './chromium.ts';

export default async function setUp(): Promise<void> {
  isThere(`${EXECUTABLE} (install Debian's chromium, or set CHROMIUM)`, hasChromium());
  await built();
}
