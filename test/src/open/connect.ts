/** Connections to servers in memory, as openers get them. */
import type { OpenContext } from '../../../src/open/contract.ts';
import type { Connect } from '../../../src/protocols/connection.ts';

/** What an opener connects with, for protocols of one connection. */
export function connectTo({ connect }: { readonly connect: Connect }): Pick<OpenContext, 'connect'> {
  const another = () => Promise.reject(new TypeError('this protocol has one connection'));
  return { connect: async ({ tls = 'none' } = {}) => Object.assign(await connect(tls), { another }) };
}
