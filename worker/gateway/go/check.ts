/** Checks go links: asks the CNRP services, which say whether they have an entry. */

import { ALIVE, type Finding, type LinkContext } from '../contract/check.ts';
import { askServices } from './services.ts';

export async function checkGo(context: LinkContext<'go'>): Promise<Finding> {
  await askServices(context);
  return ALIVE;
}
