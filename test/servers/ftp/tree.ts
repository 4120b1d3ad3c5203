/**
 * The tree of an FTP server: files, directories and symbolic links by octet names. It exists in memory alone, so that
 * it can hold names which a disk may not take, and so that no link leads out of it.
 */
import type { Octets } from '../octets.ts';
import type { Source } from '../source.ts';

export interface File {
  readonly kind: 'file';
  readonly source: Source;
  /** Whether TYPE A changes its line ends. */
  readonly text: boolean;
  readonly modified: Date;
}

export interface Directory {
  readonly kind: 'directory';
  readonly entries: ReadonlyMap<Octets, Entry>;
  readonly modified: Date;
  /** Who may enter; everybody if absent. */
  readonly owner?: string;
  /** What is said to those who enter. */
  readonly message?: string;
}

export interface SymbolicLink {
  readonly kind: 'link';
  readonly target: Octets;
  readonly modified: Date;
}

export type Entry = File | Directory | SymbolicLink;

/** An entry that was found, and where it is. */
export interface Found<Kind extends Entry = Entry> {
  /** Absolute, without a slash at its end; the root is the empty string. */
  readonly path: Octets;
  readonly entry: Kind;
}

/** More links than this in one path lead in a circle. */
const MOST_LINKS = 8;

/** The tree as one user sees it. */
export class Tree {
  readonly #root: Directory;
  constructor(root: Directory) {
    this.#root = root;
  }

  /**
   * Finds what a path names. `.` and empty segments stay, `..` goes up and stops at the root, as in a chroot.
   *
   * @param from - the absolute path that a relative one begins at
   * @param user - who asks; directories with another owner are not there
   * @returns the entry at the end of all links, or `null`
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
