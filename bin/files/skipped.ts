/** Which files of folders were not read: `links`, `check`, `mend` and `rewrite` count them in the same words. */
import { masked } from '../masked.ts';
import type { UnreadNote } from './unread.ts';
import type { FileFault, NamedFile, SkippedFile } from './walk.ts';

/** More kinds of files are counted together. */
const MOST_KINDS = 8;

/** Counts the files of folders. */
export class FileCounts {
  /** Files that are read, and those that are named as faults. */
  #known = 0;
  readonly #skipped = new Map<string, number>();

  /** Counts a file of the walk. Returns it if it is to be read, or cannot be. */
  add(file: NamedFile | FileFault | SkippedFile): NamedFile | FileFault | null {
    if (!('skipped' in file)) {
      this.#known++;
      return file;
    }
    this.#skipped.set(file.skipped, (this.#skipped.get(file.skipped) ?? 0) + 1);
    return null;
  }

  /** `null` = every file that was found was read or is named as a fault. */
  note(): UnreadNote | null {
    const kinds = [...this.#skipped].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
    const isNothingRead = this.#known === 0;
    if (kinds.length === 0) return isNothingRead ? { unread: 'waypost: no file was found\n', isNothingRead } : null;
    const total = sumOf(kinds);
    const shown = kinds.slice(0, kinds.length > MOST_KINDS ? MOST_KINDS - 1 : MOST_KINDS);
    const others = total - sumOf(shown);
    const parts = [...shown, ...(others > 0 ? [['others', others] as const] : [])];
    const list = parts.map(([kind, number]) => `${masked(kind)} ${number}`).join(', ');
    const files = `${total} ${total === 1 ? 'file' : 'files'} not read: ${list}`;
    const advice = '--format reads files that you name';
    const nothing = isNothingRead ? 'waypost: no file was read\n' : '';
    return { unread: `waypost: ${files} (${advice})\n${nothing}`, isNothingRead };
  }
}

type Kinds = readonly (readonly [kind: string, number: number])[];

const sumOf = (kinds: Kinds): number => kinds.reduce((sum, [, number]) => sum + number, 0);
