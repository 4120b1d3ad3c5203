/** What an isolate of this Worker keeps about short links between requests: hot links, and clicks on their way. */
import type { Environment } from '../env.ts';
import { ClickCounter } from './click-counter.ts';
import { HotLinks } from './hot-links.ts';

export interface Edge {
  readonly links: HotLinks;
  readonly clicks: ClickCounter;
}

const edges = new WeakMap<Environment, Edge>();

/** The edge of the Worker with these settings: redirects depend on them. */
export function edgeOf(environment: Environment): Edge {
  const known = edges.get(environment);
  if (known !== undefined) return known;
  const now = () => Date.now();
  const edge = { links: new HotLinks(caches.default, now), clicks: new ClickCounter(now) };
  edges.set(environment, edge);
  return edge;
}
