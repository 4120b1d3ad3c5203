/** Stands in for the runtime's own modules, where tests in Node import the Worker without running it. */
export class DurableObject {
  readonly ctx: unknown;

  constructor(context: unknown) {
    this.ctx = context;
  }
}

export function connect(): never {
  throw new Error('sockets are for the runtime alone');
}
