/** Reads the lines of an export of short links: where each link leads, or why it leads nowhere. */
import { isListed, parseHostList } from '../../src/egress/host-list.ts';
import { explain, type Resolution, UrlError } from '../../src/index.ts';

/** A link of an export. */
export interface PublishedLink {
  readonly slug: string;
  /** Whether the slug is a hash of the target, which never changes. */
  readonly isPermanent: boolean;
  readonly state: LinkState;
}

export type LinkState =
  | { readonly kind: 'live'; readonly target: Resolution }
  | { readonly kind: 'gone' }
  | { readonly kind: 'blocked'; readonly reason: string };

/** A block of a target, a host or an owner. */
interface Block {
  readonly kind: string;
  readonly value: string;
  readonly reason: string;
}

/** Slugs as an import takes them. Names of files that the folder has besides are no slugs here. */
const SLUG = /^(?!\.{1,2}$|_redirects$|index\.html$|404\.html$)[\w.~-]{1,64}$/;
const HASH_SLUG = /^(?:[\da-hjkmnp-tv-z]{2}){5,25}$/;

/** Reads an export line by line. Its blocks come before its links. */
export class ExportReader {
  readonly #blocks: Block[] = [];
  readonly #now: string;

  /** @param now - ISO 8601 in UTC with milliseconds, as the times of an export */
  constructor(now: string) {
    this.#now = now;
  }

  /** Reads a line. Returns `null` for a block, or what is wrong with the line. */
  read(line: string): PublishedLink | string | null {
    const record = parse(line);
    if (!isObject(record)) return 'not a JSON object';
    if (isObject(record.block)) {
      const { kind, value, reason } = record.block;
      this.#blocks.push({ kind: String(kind), value: String(value), reason: String(reason) });
      return null;
    }
    const { slug } = record;
    if (typeof slug !== 'string' || !SLUG.test(slug)) return `"${String(slug)}" cannot be the name of a page`;
    try {
      return { slug, isPermanent: HASH_SLUG.test(slug) && record.alias !== true, state: this.#stateOf(record) };
    } catch (error) {
      if (error instanceof UrlError) return `the target of "${slug}" is not a URL: ${error.message}`;
      throw error;
    }
  }

  #stateOf({ url, claims, blocked }: Readonly<Record<string, unknown>>): LinkState {
    const live = (Array.isArray(claims) ? claims.filter(isObject) : []).filter(
      ({ expiresAt }) => expiresAt === null || String(expiresAt) > this.#now,
    );
    if (isObject(blocked)) return { kind: 'blocked', reason: String(blocked.reason) };
    if (typeof url !== 'string' || live.length === 0) return { kind: 'gone' };
    const target = explain(url, { complete: true });
    const reason = this.#reasonFor(
      target,
      live.map(({ owner }) => String(owner)),
    );
    return reason === null ? { kind: 'live', target } : { kind: 'blocked', reason };
  }

  /** As the service decides it: a target without its fragment, a host with all below, or all owners. */
  #reasonFor({ canonical, components: { host } }: Resolution, owners: readonly string[]): string | null {
    const of = (kind: string) => this.#blocks.filter((block) => block.kind === kind);
    const target = canonical.replace(/#.*/s, '');
    const found =
      of('target').find(({ value }) => value === target) ??
      of('host').find(({ value }) => host !== null && isListed(host, parseHostList([value], 'url')));
    if (found !== undefined) return found.reason;
    const byOwner = owners.map((owner) => of('owner').find(({ value }) => value === owner));
    return byOwner.includes(undefined) ? null : (byOwner[0]?.reason ?? null);
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
