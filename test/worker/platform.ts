/** Replaces the modules of the runtime in tests that import the Worker in Node without running it. */
export class DurableObject {
  readonly ctx: unknown;

  constructor(context: unknown) {
    this.ctx = context;
  }
}

export class WorkerEntrypoint extends DurableObject {}

export function connect(): never {
  throw new Error('only the runtime has sockets');
}
