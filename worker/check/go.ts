/** Checks go links: asks the CNRP services, which say whether they have an entry. */
import { askServices } from '../gateway/go/services.ts';
import { ALIVE, type Finding, type LinkContext } from './contract.ts';

export async function checkGo(context: LinkContext<'go'>): Promise<Finding> {
  await askServices(context);
  return ALIVE;
}
