/**
 * The fault switch of the test servers: every fault in one table. Faults in the octets of a stream are applied by
 * `applyFault`; the servers check for the others themselves.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { generated } from './source.ts';

/** The position of a fault in a conversation: in the status lines, or in the data that they announce. */
export type FaultPosition = 'reply' | 'body';

/** A fault with its parameters. The defaults are in `faultKinds`. */
export type Fault =
  | { readonly kind: 'refused' }
  | { readonly kind: 'silent'; readonly at?: FaultPosition }
  | { readonly kind: 'drip'; readonly everyMs?: number; readonly at?: FaultPosition }
  | { readonly kind: 'reset' | 'truncated'; readonly after?: number; readonly at?: FaultPosition }
  | { readonly kind: 'endless'; readonly at?: FaultPosition }
  | { readonly kind: 'endless-line'; readonly everyMs?: number; readonly at?: FaultPosition }
  | { readonly kind: 'huge' | 'garbage'; readonly size?: number; readonly at?: FaultPosition }
  | { readonly kind: 'wrong-length'; readonly by?: number }
  | { readonly kind: 'goodbye'; readonly after?: number }
  | { readonly kind: 'no-226'; readonly instead?: 'silence' | 'end' | 'drip' | 'failure' }
  | { readonly kind: 'pasv'; readonly address?: string; readonly port?: number }
  | { readonly kind: 'epsv-refused' }
  | { readonly kind: 'epsv-delimiter'; readonly delimiter?: string }
  | { readonly kind: 'data-refused' }
  | { readonly kind: 'overview-gaps'; readonly every?: number };

export type FaultKind = Fault['kind'];

/** The faults of one kind. */
export type FaultOf<Kind extends FaultKind> = Fault & { readonly kind: Kind };

interface FaultEntry {
  /** The names of the protocols whose servers can have it. */
  readonly protocols: readonly string[] | typeof ALL;
  /** The default position; `null` = the fault does not change the octets of a stream. */
  readonly position: FaultPosition | 'anywhere' | null;
  readonly does: string;
}

/** Servers of any protocol can have the fault. */
const ALL = 'all';

/** Every fault with its protocols, its position and its effect. A gopher reply consists only of a body. */
export const faultKinds: Readonly<Record<FaultKind, FaultEntry>> = {
  refused: { protocols: ALL, position: null, does: 'the port is closed' },
  silent: { protocols: ALL, position: 'anywhere', does: 'the server listens and never says a word' },
  drip: { protocols: ALL, position: 'body', does: 'one octet every 1000 ms' },
  reset: { protocols: ALL, position: 'body', does: 'the connection is reset after 1000 octets' },
  truncated: { protocols: ALL, position: 'body', does: 'the connection is closed in good order after 1000 octets' },
  endless: { protocols: ALL, position: 'body', does: 'the lines of a menu, listing or overview never end' },
  'endless-line': { protocols: ALL, position: 'body', does: 'a line never ends, in large parts' },
  huge: { protocols: ALL, position: 'body', does: 'a body of 1 GiB' },
  garbage: { protocols: ALL, position: 'anywhere', does: '4096 octets of noise instead of what was due' },
  'wrong-length': { protocols: ALL, position: null, does: 'announced lengths are 10 too many' },
  goodbye: {
    protocols: ['ftp', 'nntp'],
    position: null,
    does: '421 or 400 instead of the reply to the fourth command',
  },
  'no-226': { protocols: ['ftp'], position: null, does: 'data in full, then silence instead of its reply' },
  pasv: { protocols: ['ftp'], position: null, does: 'PASV names the host 192.0.2.1; EPSV is refused' },
  'epsv-refused': { protocols: ['ftp'], position: null, does: 'EPSV is refused with 500, PASV works' },
  'epsv-delimiter': { protocols: ['ftp'], position: null, does: 'EPSV delimits with ! instead of |' },
  'data-refused': { protocols: ['ftp'], position: null, does: 'EPSV and PASV name a port that is closed' },
  'overview-gaps': { protocols: ['nntp'], position: null, does: 'every third article is missing from overviews' },
};

/** Whether a server of this protocol can have a fault of this kind. */
function canHave(protocol: string, kind: FaultKind): boolean {
  const { protocols } = faultKinds[kind];
  return protocols === ALL || protocols.includes(protocol);
}

/** The switch for the fault of a server. There is no fault at first. */
export class FaultSwitch {
  #active: Fault | null = null;
  readonly #protocol: string;
  readonly #changed: (fault: Fault | null) => Promise<void>;

  /**
   * @param protocol - the name of the server's protocol
   * @param changed - called with each new fault, so that the server can react, for instance to `refused`
   */
  constructor(protocol: string, changed: (fault: Fault | null) => Promise<void>) {
    this.#protocol = protocol;
    this.#changed = changed;
  }

  /** The current fault. */
  get active(): Fault | null {
    return this.#active;
  }

  /**
   * Turns a fault on, or every fault off. The change applies from the next octet.
   *
   * @throws TypeError for a fault that the protocol cannot have
   * @example
   * ```ts
   * await server.faults.set({ kind: 'drip', everyMs: 20 });
   * ```
   */
  async set(fault: Fault | FaultKind | null): Promise<void> {
    const next = typeof fault === 'string' ? { kind: fault } : fault;
    if (next !== null && !canHave(this.#protocol, next.kind)) {
      throw new TypeError(`${this.#protocol} has no fault ${next.kind}`);
    }
    this.#active = next;
    await this.#changed(this.#active);
  }

  /** The current fault if it is of this kind, else `null`. */
  find<Kind extends FaultKind>(kind: Kind): FaultOf<Kind> | null {
    return ofKind(this.#active, kind);
  }
}

/** A fault if it is of this kind, else `null`. */
export function ofKind<Kind extends FaultKind>(fault: Fault | null, kind: Kind): FaultOf<Kind> | null {
  return fault !== null && isOfKind(fault, kind) ? fault : null;
}

function isOfKind<Kind extends FaultKind>(fault: Fault, kind: Kind): fault is FaultOf<Kind> {
  return fault.kind === kind;
}

/** Thrown by a stream that a fault cuts off; says how the connection ends. */
export class Cut extends Error {
  readonly how: 'reset' | 'close';
  constructor(how: 'reset' | 'close') {
    super(`cut off by a fault: ${how}`);
    this.how = how;
  }
}

const GIB = 1024 ** 3;
const A_QUANTITY = 1000;
const NOISE = 4096;

/** What a stream is made of, and how it would go on if it never ended. */
export interface Stream {
  readonly octets: Iterable<Buffer> | AsyncIterable<Buffer>;
  readonly position: FaultPosition;
  /** The line that an `endless` server repeats; absent if nothing can be repeated. */
  readonly endlessLine?: string;
}

/**
 * Applies a fault to a stream, which makes it slow, short or endless, for example. Without a fault it is unchanged.
 *
 * @param over - aborted when the connection has closed, so that nothing waits for the client
 * @throws {@link Cut} if the fault ends the stream
 */
export async function* applyFault(fault: Fault | null, stream: Stream, over: AbortSignal): AsyncGenerator<Buffer> {
  if (fault === null || !appliesTo(fault, stream.position)) {
    yield* stream.octets;
    return;
  }
  switch (fault.kind) {
    case 'silent':
      if (!over.aborted) await new Promise((resolve) => over.addEventListener('abort', resolve, { once: true }));
      return;
    case 'drip':
      for await (const octet of singly(stream.octets)) {
        yield octet;
        await sleep(fault.everyMs ?? A_QUANTITY, undefined, { signal: over });
      }
      return;
    case 'reset':
    case 'truncated':
      yield* first(fault.after ?? A_QUANTITY, stream.octets);
      throw new Cut(fault.kind === 'reset' ? 'reset' : 'close');
    case 'endless':
      for await (const chunk of stream.octets) yield withoutLastLine(chunk);
      for (;;) yield Buffer.from((stream.endlessLine ?? 'And so on.\r\n').repeat(100), 'latin1');
    case 'endless-line':
      if (fault.everyMs === undefined) {
        yield* firstLine(stream.octets);
        for (;;) yield Buffer.alloc(NOISE, 'and so on ');
      }
      for await (const chunk of stream.octets) yield withoutLastLine(chunk);
      for (;;) {
        yield Buffer.from('i');
        await sleep(fault.everyMs, undefined, { signal: over });
      }
    case 'huge':
      yield* generated(fault.size ?? GIB).read();
      return;
    case 'garbage':
      yield* generated(fault.size ?? NOISE).read();
      return;
    default:
      yield* stream.octets;
  }
}

function appliesTo(fault: Fault, position: FaultPosition): boolean {
  const at = ('at' in fault ? fault.at : undefined) ?? faultKinds[fault.kind].position;
  return at === 'anywhere' || at === position;
}

async function* singly(octets: Stream['octets']): AsyncGenerator<Buffer> {
  for await (const chunk of octets) {
    for (let index = 0; index < chunk.length; index += 1) yield chunk.subarray(index, index + 1);
  }
}

async function* first(count: number, octets: Stream['octets']): AsyncGenerator<Buffer> {
  let left = count;
  for await (const chunk of octets) {
    if (left > 0) yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

/** The first line without its end: the beginning of an endless line. */
async function* firstLine(octets: Stream['octets']): AsyncGenerator<Buffer> {
  for await (const chunk of octets) {
    const end = chunk.indexOf('\r\n');
    yield end < 0 ? chunk : chunk.subarray(0, end);
    if (end >= 0) return;
  }
}

/** Drops the line that is only a dot, which would end an endless menu. */
function withoutLastLine(chunk: Buffer): Buffer {
  return chunk.toString('latin1', chunk.length - 3) === '.\r\n' ? chunk.subarray(0, -3) : chunk;
}
