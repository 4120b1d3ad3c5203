/** What line readers, the collector and the pump read from. */

/** Octets that arrive in parts, such as those of a `Connection`. */
export interface Source {
  /** The next octets, valid until the next call; `null` at the end. */
  read(): Promise<Uint8Array | null>;
  /** Puts back the unused end of the octets that `read` returned. What is put back last is read first. */
  unread(octets: Uint8Array): void;
}
