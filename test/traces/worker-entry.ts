/** The Worker for tests of traces: its functions report their calls, and `/calls` says which there were. */
import worker from '../../worker/index.ts';

export { LinkShard } from '../../worker/index.ts';

/** In the order of the first calls. */
const calls = new Set<string>();
globalThis.__called = (call) => calls.add(call);

export default {
  fetch(request, bindings, execution) {
    if (new URL(request.url).pathname !== '/calls') return worker.fetch(request, bindings, execution);
    const found = [...calls];
    if (request.method === 'DELETE') calls.clear();
    return Response.json(found);
  },
} satisfies ExportedHandler<object>;
