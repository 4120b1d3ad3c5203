/** What several shapes have in common, and the shape that others may turn out to be. */

/** What shapes have in common. */
export interface Common {
  /** How long other readers may get the same answer, in seconds; 0 = nobody may. Absent = nobody has decided. */
  readonly freshFor?: number;
  /** Whether the server sent nothing: all that it has, or a failure. Nobody can tell. Absent = `false`. */
  readonly isSilence?: boolean;
}

/** Whether this is a shape of which the server sent nothing. */
export function isSilence(shape: object): boolean {
  return 'isSilence' in shape && shape.isSilence === true;
}

/** What is said of such a shape. */
export const SILENCE = 'The server sent nothing: the item is empty, or the server failed.';

/** What was opened in place of a link, because its server does not have the link itself. */
export interface OpenedAs {
  /** Canonical. */
  readonly url: string;
  /** Says why, and names the URL. */
  readonly sentence: string;
}

/** The server names another link: an item has moved, or a name is a directory. */
export interface Moved extends Common {
  readonly shape: 'moved';
  readonly url: string;
  /** Whether the link has left its protocol, so that whoever opens links decides what to do. Absent = `false`. */
  readonly isOutside?: boolean;
}

/** What stands above an item of a server on a page. */
export interface ItemHead {
  /** What it is, for people, after the name of the protocol: `menu`. */
  readonly noun: string;
  /** Its name in the link, decoded, or else that of its server. */
  readonly name: string;
  /** What is searched for in it; `null` = nothing. */
  readonly words: string | null;
  /** The language of its text, such as `en-US`; `null` = unknown. */
  readonly language: string | null;
  /** The URL of what else its server says of it; `null` = nothing. */
  readonly attributes: string | null;
  /** The same in other ways. */
  readonly ways: readonly { readonly text: string; readonly url: string }[];
}
