/**
 * What an isolate of this Worker keeps about short links between requests: hot links, clicks on their way, and what the
 * store knows about all links.
 */
import type { Environment } from '../settings/environment.ts';
import { ClickCounter } from './click-counter.ts';
import { HotLinks } from './hot-links.ts';
import type { LinkShard } from './shard.ts';
import { LinkStore } from './store.ts';

export interface Edge {
  readonly links: HotLinks;
  readonly clicks: ClickCounter;
  /** `null` if this Waypost has no store of links. */
  readonly store: LinkStore | null;
}

const edges = new WeakMap<Environment, Edge>();

/** The edge of the Worker with these settings: redirects depend on them. */
export function edgeOf(environment: Environment): Edge {
  const known = edges.get(environment);
  if (known !== undefined) return known;
  const now = () => Date.now();
  const { LINKS, linkShards } = environment;
  const namespace = LINKS !== undefined && isOfLinkShards(LINKS) ? LINKS : null;
  const edge = {
    links: new HotLinks(caches.default, now),
    clicks: new ClickCounter(now),
    store: namespace === null ? null : new LinkStore(namespace, linkShards),
  };
  edges.set(environment, edge);
  return edge;
}

/**
 * Whether a binding is a namespace. wrangler.toml says that its objects are those of our class, which nothing can ask.
 */
function isOfLinkShards(binding: object): binding is DurableObjectNamespace<LinkShard> {
  return 'getByName' in binding;
}
