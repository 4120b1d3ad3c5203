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

export function connect(): never {
  throw new Error('only the runtime has sockets');
}
