/** A link in a text. */
export interface LinkPlace {
  readonly from: number;
  readonly to: number;
  /** Whether character references, such as `&amp;`, are read there. */
  readonly references: boolean;
}
