/** The schemes that the gateways of this Worker open, for the documents that are written before it runs. */
import type * as BuiltIn from '../gateway/open/built-in.ts';
import { importCompiled } from './page-bundle.ts';

/** The schemes with a gateway, in the order of the registry of gateways. Settings may close them, or open others. */
export async function readOpenedSchemes(): Promise<ReadonlySet<string>> {
  const { gateways } = await importCompiled<typeof BuiltIn>('gateway/open/built-in.ts');
  return new Set(gateways.keys());
}
