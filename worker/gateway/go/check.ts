/** Checks go links: asks the CNRP services, which say whether they have an entry. */

import { ALIVE, type LinkContext, type LinkFinding } from '../contract/check.ts';
import { askServices } from './services.ts';

export async function checkGo(context: LinkContext<'go'>): Promise<LinkFinding> {
  await askServices(context);
  return ALIVE;
}
