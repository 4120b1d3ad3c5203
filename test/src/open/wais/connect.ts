/** Connections to a WAIS server in memory, as openers get them. */
import type { OpenContext } from '../../../../src/open/contract.ts';
import type { waisServer } from '../../protocols/wais/server.ts';

/** What an opener connects with. WAIS has one connection. */
export function connectTo({ connect }: Pick<ReturnType<typeof waisServer>, 'connect'>): Pick<OpenContext, 'connect'> {
  const another = () => Promise.reject(new TypeError('WAIS has one connection'));
  return { connect: async ({ tls = 'none' } = {}) => Object.assign(await connect(tls), { another }) };
}
