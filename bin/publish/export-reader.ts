/** Reads the lines of an export of short links: where each link leads, or why it leads nowhere. */
import { HostListError } from '../../src/egress/host-list.ts';
import { UrlError } from '../../src/index.ts';
import { BLOCK_KINDS, Blocks, type WideBlock } from '../../src/links/blocks.ts';
import type { LinkTarget } from '../../src/links/record.ts';
import { isSlug } from '../../src/links/slug.ts';
import { isPermanent, type LinkState, stateOf } from '../../src/links/state.ts';

/** A link of an export. */
export interface PublishedLink {
  readonly slug: string;
  /** Whether the slug is a hash of the target, which never changes. */
  readonly isPermanent: boolean;
  readonly state: LinkState;
}

/** Files that the folder has besides: no link can have their names. */
const OWN_FILES: ReadonlySet<string> = new Set(['_redirects', 'index.html', '404.html']);

/** Reads an export line by line. Its blocks come before its links. */
export class ExportReader {
  readonly #list: WideBlock[] = [];
  /** `null` until the first link. */
  #blocks: Blocks | null = null;
  readonly #now: number;

  /** @param now - in milliseconds since 1970 */
  constructor(now: number) {
    this.#now = now;
  }

  /** Reads a line. Returns `null` for a block, or the end of an export, or what is wrong with the line. */
  read(line: string): PublishedLink | string | null {
    const record = parse(line);
    if (!isObject(record)) return 'not a JSON object';
    if (isObject(record.block)) return this.#block(record.block);
    if (isObject(record.next)) return null;
    const { slug } = record;
    if (typeof slug !== 'string' || !isSlug(slug) || OWN_FILES.has(slug)) {
      return `"${String(slug)}" cannot be the name of a page`;
    }
    const link = targetIn(slug, record);
    this.#blocks ??= new Blocks(this.#list);
    try {
      return { slug, isPermanent: isPermanent(link), state: stateOf(link, this.#blocks, this.#now) };
    } catch (error) {
      if (error instanceof UrlError) return `the target of "${slug}" is not a URL: ${error.message}`;
      throw error;
    }
  }

  /** Adds a block, or says what is wrong with it. One of a kind that is not known here blocks nothing. */
  #block({ kind: named, value, reason, at }: ExportMembers): string | null {
    const kind = BLOCK_KINDS.find((kind) => kind === named);
    if (kind === undefined) return null;
    if (typeof value !== 'string') return `a block of a ${kind} has no value`;
    const block = { kind, value, reason: String(reason), at: String(at) };
    try {
      new Blocks([block]);
    } catch (error) {
      if (error instanceof HostListError) return `no host to block: "${block.value}"`;
      throw error;
    }
    this.#list.push(block);
    this.#blocks = null;
    return null;
  }
}

/** A tombstone has no URL and no claims. */
function targetIn(slug: string, { url, claims, blocked, alias }: ExportMembers): LinkTarget {
  const isLink = typeof url === 'string' && Array.isArray(claims);
  return {
    slug,
    url: isLink ? url : '',
    blocked: isObject(blocked) ? { at: String(blocked.at), reason: String(blocked.reason) } : null,
    claims: (isLink ? claims.filter(isObject) : []).map(({ owner, expiresAt }) => ({
      owner: String(owner),
      expiresAt: typeof expiresAt === 'string' ? expiresAt : null,
    })),
    ...(alias === true && { alias }),
  };
}

/** The members of an object in JSON. */
type ExportMembers = Readonly<Record<string, unknown>>;

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is ExportMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
