/** Reads a source to its end or up to a cap. */
import { Collector } from '../octets/collector.ts';
import type { Source } from './connection.ts';

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
