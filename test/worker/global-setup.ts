/** Builds the Worker before the first test that needs it. */
import { built } from './built.ts';

export default async function setUp(): Promise<void> {
  await built();
}
