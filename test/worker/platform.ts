/** Replaces the modules of the runtime in tests that import the Worker in Node without running it. */
export class DurableObject {
  readonly ctx: unknown;
  readonly env: unknown;

  constructor(context: unknown, bindings: unknown) {
    this.ctx = context;
    this.env = bindings;
  }
}

export class WorkerEntrypoint extends DurableObject {}

/** Only the runtime has sockets: here, every server refuses the connection. */
export function connect(): object {
  const refused = Promise.reject(new Error('only the runtime has sockets'));
  refused.catch(() => {});
  const streams = { readable: new ReadableStream(), writable: new WritableStream() };
  return { ...streams, opened: refused, closed: refused, close: () => Promise.resolve() };
}
