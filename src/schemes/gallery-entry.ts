/**
 * An entry of the explorer's gallery. The files `gallery.ts` beside the definitions hold them; nothing at run time
 * imports these.
 */
export interface GalleryEntry {
  readonly scheme: string;
  /** A URL as somebody wrote it, or might have. */
  readonly url: string;
  /** When the scheme's protocol, or the scheme itself, first existed. */
  readonly year: number;
  /** A line of its history. */
  readonly history: string;
}
