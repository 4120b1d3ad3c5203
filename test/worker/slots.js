/**
 * Many Workers in one isolate, for tests: the module of the Worker is loaded once, and each slot has variables and short
 * links of its own. A slot is an entry point with a port, so requests arrive as they were sent.
 */

import { WorkerEntrypoint } from 'cloudflare:workers';
import { AsyncLocalStorage } from 'node:async_hooks';
import front from './front.js';
import worker from './index.js';

export { LinkShard } from './index.js';

/** The bindings of each slot that is in use. */
const bindingsOf = new Map();

/** Lines of the log begin with the number of the slot that wrote them. */
const slotOf = new AsyncLocalStorage();
for (const level of ['log', 'info', 'warn', 'error']) {
  const write = console[level].bind(console);
  console[level] = (...values) => write([slotOf.getStore() ?? 0, ...values].join(' '));
}

/** One Worker behind the front of self-hosting. */
export class Slot extends WorkerEntrypoint {
  fetch(request) {
    const { ctx, env } = this;
    const { slot } = ctx.props;
    const bindings = bindingsOf.get(slot);
    if (bindings === undefined) return new Response('This slot is not in use.\n', { status: 503 });
    const WORKER = { fetch: (handed) => worker.fetch(handed, bindings, ctx) };
    const { BASE_PATH, HOSTS } = bindings;
    return slotOf.run(slot, () => front.fetch(request, { WORKER, FILES: env.ASSETS, BASE_PATH, HOSTS }));
  }
}

/** Sets the variables of a slot. */
export default {
  async fetch(request, { ASSETS, LINKS }) {
    const { slot, vars } = await request.json();
    const stores = { getByName: (name) => LINKS.getByName(`${slot} ${name}`) };
    bindingsOf.set(slot, { ASSETS, LINKS: stores, ...vars });
    return new Response();
  },
};
