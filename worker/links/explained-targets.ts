/**
 * What is known of the targets that an isolate has led to: it depends on the URL alone, and takes a good part of the
 * time of a redirect.
 */
import { explain, type Resolution } from '../../src/index.ts';

/** The targets that are kept, and the longest of them, in characters: what is known of one is some 20 times as long. */
const MOST_TARGETS = 1000;
const LONGEST_TARGET = 400;

const known = new Map<string, Resolution>();

/**
 * All that `explain` tells of the target of a link.
 *
 * @param url - canonical, as the links are stored
 */
export function explainTarget(url: string): Resolution {
  const before = known.get(url);
  if (before !== undefined) return before;
  const resolution = explain(url, { complete: true });
  if (url.length > LONGEST_TARGET) return resolution;
  const [oldest] = known.keys();
  if (known.size >= MOST_TARGETS && oldest !== undefined) known.delete(oldest);
  known.set(url, resolution);
  return resolution;
}
