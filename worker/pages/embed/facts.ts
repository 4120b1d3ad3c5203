/** The script for other sites, as the build knows it. */
export interface EmbedFacts {
  /** The path of the newest version, without a slash before it. */
  readonly latest: string;
  /** The path of this version. */
  readonly pinned: string;
  /** The integrity metadata of this version. */
  readonly integrity: string;
  /** The schemes that it rewrites by default, separated by spaces. */
  readonly schemes: string;
}
