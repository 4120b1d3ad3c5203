/**
 * The tree of an FTP server: files, directories and symbolic links by octet names. It exists only in memory, so
 * that it can hold names that a file system may refuse, and so that no link leads out of it.
 */
import type { Octets } from '../octets.ts';
import type { Source } from '../source.ts';

export interface File {
  readonly kind: 'file';
  readonly source: Source;
  /** Whether TYPE A converts its line ends. */
  readonly text: boolean;
  readonly modified: Date;
}

export interface Directory {
  readonly kind: 'directory';
  readonly entries: ReadonlyMap<Octets, Entry>;
  readonly modified: Date;
  /** The only user who may enter; absent = everybody. */
  readonly owner?: string;
  /** The text in the reply to CWD. */
  readonly message?: string;
}

export interface SymbolicLink {
  readonly kind: 'link';
  readonly target: Octets;
  readonly modified: Date;
}

export type Entry = File | Directory | SymbolicLink;

/** An entry and its path. */
export interface Found<Kind extends Entry = Entry> {
  /** Absolute, without a final slash; the root is the empty string. */
  readonly path: Octets;
  readonly entry: Kind;
}

/** A path with more links than this counts as a loop. */
const MOST_LINKS = 8;

/** The tree as one user sees it. */
export class Tree {
  readonly #root: Directory;
  constructor(root: Directory) {
    this.#root = root;
  }

  /**
   * Finds the entry of a path. `.` and empty segments have no effect; `..` goes up and stops at the root.
   *
   * @param from - the absolute path that relative paths start from
   * @param user - the current user; directories of other owners do not exist for them
   * @returns the entry after all links, or `null`
   */
  find(from: Octets, path: Octets, user: string): Found<File | Directory> | null {
    let links = 0;
    const trail: Found<Directory>[] = [{ path: '', entry: this.#root }];
    const ahead = `${path.startsWith('/') ? '' : from}/${path}`.split('/').reverse();
    let file: Found<File> | null = null;
    for (let segment = ahead.pop(); segment !== undefined; segment = ahead.pop()) {
      if (segment === '' || segment === '.') continue;
      if (file !== null) return null;
      if (segment === '..') {
        if (trail.length > 1) trail.pop();
        continue;
      }
      const here = trail.at(-1);
      const entry = here?.entry.entries.get(segment);
      if (here === undefined || entry === undefined) return null;
      const at = `${here.path}/${segment}`;
      if (entry.kind === 'link') {
        links += 1;
        if (links > MOST_LINKS) return null;
        if (entry.target.startsWith('/')) trail.length = 1;
        ahead.push(...entry.target.split('/').reverse());
      } else if (entry.kind === 'file') {
        file = { path: at, entry };
      } else {
        if (entry.owner !== undefined && entry.owner !== user) return null;
        trail.push({ path: at, entry });
      }
    }
    return file ?? trail.at(-1) ?? null;
  }
}
