/**
 * An entry of the explorer's gallery. The entries are in a file `gallery.ts` beside each definition; nothing imports
 * these files at run time.
 */
export interface GalleryEntry {
  readonly scheme: string;
  /** A URL that somebody wrote, or could have written. */
  readonly url: string;
  /** When the scheme's protocol, or the scheme itself, first existed. */
  readonly year: number;
  /** A line of its history. */
  readonly history: string;
}
