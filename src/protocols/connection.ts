/** What a protocol client needs of the network: a connection that the caller opens, under its own policy. */
import { Collector } from '../octets/collector.ts';

/** Octets that arrive in parts. */
export interface Source {
  /**
   * The next octets, at least one, valid until the next call; `null` at the end.
   *
   * @param waited - how long the caller has waited for the rest of a unit, such as a line, in milliseconds; absent = 0.
   *   A source with a deadline deducts it, so that a server cannot make one line last by sending an octet now and then.
   */
  read(waited?: number): Promise<Uint8Array | null>;
  /** Puts back the unused end of the octets that `read` returned. What is put back last is read first. */
  unread(octets: Uint8Array): void;
}

/**
 * Reads units of an answer, such as lines. Once a unit has begun, all waits for its rest have one deadline together:
 * the one that a single wait has.
 */
export class UnitReader {
  readonly #source: Source;
  /** The milliseconds since the unit began, as far as they were spent waiting; `null` = it has not begun. */
  #waited: number | null = null;

  constructor(source: Source) {
    this.#source = source;
  }

  /** The next octets; `null` at the end. */
  async read(): Promise<Uint8Array | null> {
    const began = Date.now();
    const octets = await this.#source.read(this.#waited ?? 0);
    this.#waited = this.#waited === null ? 0 : this.#waited + Date.now() - began;
    return octets;
  }

  /** The unit is complete: the next octets begin another. */
  finish(): void {
    this.#waited = null;
  }
}

/** Where requests go. */
export interface Sink {
  /** Sends octets as they are. `writeLine` sends the lines of a protocol. */
  write(octets: Uint8Array): Promise<void>;
}

/** The octets of one answer. */
export interface Body extends Source {
  /** Ends every wait. Can be called twice; never throws. */
  close(): void;
}

/** A body to which octets can be put back. */
export abstract class PushbackBody implements Body {
  /** The next octets last. */
  readonly #unread: Uint8Array[] = [];

  read(): Promise<Uint8Array | null> {
    const octets = this.#unread.pop();
    return octets === undefined ? this.next() : Promise.resolve(octets);
  }

  unread(octets: Uint8Array): void {
    if (octets.byteLength > 0) this.#unread.push(octets);
  }

  abstract close(): void;

  /** The octets after those that were put back. */
  protected abstract next(): Promise<Uint8Array | null>;
}

/** A connection to a server. `read` and `write` throw a `ProtocolError`, or the reason of the signal that ended it. */
export interface Connection extends Body, Sink {
  /**
   * Changes to TLS, in protocols that begin in the clear (FTP, NNTP).
   *
   * @throws ProtocolError `tls`; `malformed` if the server sent more before the handshake
   */
  startTls(): Promise<void>;
}

/**
 * How a connection begins: in the clear, with TLS, or in the clear with the possibility of `startTls`. Some platforms
 * must know about the last one before they connect.
 */
export type Tls = 'none' | 'implicit' | 'starttls';

/** A connection that can open others to the same address, as FTP needs for its data (RFC 959 §3.2). */
export interface PeerConnection extends Connection {
  /**
   * Opens another connection to the address of this one. Addresses in replies of the server cannot change it
   * (CVE-2020-8284).
   */
  another(port: number, tls: 'none' | 'starttls'): Promise<Connection>;
}

/**
 * Opens a connection to one server, which whoever makes this function has chosen: the policy, the resolution of its
 * name and its default port are theirs. Whoever calls it closes the connection.
 *
 * @throws ProtocolError `unreachable`, `timeout`, `tls`; or an error of the caller's own, such as that of a policy
 */
export type Connect<Opened extends Connection = Connection> = (tls: Tls) => Promise<Opened>;

/** Changes the octets of a stream, such as by removing a terminator. */
export interface Filter {
  /** The parts to send for these octets. They may be views of `octets`: they are sent before the next call. */
  pass(octets: Uint8Array): readonly Uint8Array[];
  /** The octets that were held back, once the stream has ended. */
  flush(): Uint8Array;
}

/** What was read from a source. */
export interface Collected {
  readonly octets: Uint8Array;
  /** `false` = the cap was reached, and the source still has the rest. */
  readonly complete: boolean;
}

/**
 * Reads a source to its end or up to a cap.
 *
 * @param cap - the most octets to read
 */
export async function collect(source: Source, cap: number): Promise<Collected> {
  const collector = new Collector(cap);
  for (let octets = await source.read(); octets !== null; octets = await source.read()) {
    const taken = collector.add(octets);
    if (taken < octets.byteLength) {
      source.unread(octets.subarray(taken));
      return { octets: collector.octets, complete: false };
    }
  }
  return { octets: collector.octets, complete: true };
}
