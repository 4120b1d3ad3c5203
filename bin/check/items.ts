/** What is checked: lines of a list, arguments, and the links of files. */
import type { Readable } from 'node:stream';
import type { TextLink } from '../../src/text/index.ts';
import { warnings } from '../../src/text/index.ts';
import type { PipedInputs } from '../files/piped.ts';
import type { Place } from '../files/place.ts';
import type { UnreadNote } from '../files/unread.ts';
import type { FileFault } from '../files/walk.ts';
import { asUtf8, type InputEncoding, type InputLine, readLines } from '../lines.ts';
import { type LinkSource, linksOfFiles } from '../links/run.ts';
import type { OutputStream } from '../terminal.ts';
import { UsageError } from '../usage/usage-error.ts';

/** Where a link stands. */
export interface LinkPlace extends Place {
  readonly file: string;
}

/** A link to check, or why there is none. */
export type CheckItem =
  | { readonly kind: 'blank' }
  | { readonly kind: 'link'; readonly url: string; readonly place: LinkPlace | null }
  /** Where the link ends is a guess, so that an answer about it would be one, too. */
  | { readonly kind: 'uncertain'; readonly url: string; readonly place: LinkPlace; readonly detail: string }
  | { readonly kind: 'invalid'; readonly url: string; readonly code: string; readonly message: string }
  | ({ readonly kind: 'fault' } & FileFault)
  | ({ readonly kind: 'unread' } & UnreadNote);

/** The arguments of the command. */
export type CheckSource =
  | { readonly kind: 'list'; readonly encoding: InputEncoding }
  | { readonly kind: 'arguments'; readonly links: readonly string[]; readonly files: LinkSource | null };

/**
 * Whether an argument is a link and not the name of a file: it has a scheme of two letters or more before a colon, or
 * stands in angle brackets. `./` before a name makes it one of a file.
 */
export function isLinkArgument(argument: string): boolean {
  return /^\s*<?[a-z][a-z\d+.-]+:/i.test(argument);
}

/** Everything that a run checks, in the order of the input. */
export async function* itemsOf(
  source: CheckSource,
  stdin: Readable & OutputStream,
  pipes: PipedInputs,
): AsyncGenerator<CheckItem> {
  if (source.kind === 'list') {
    if (stdin.isTTY) throw new UsageError('no URLs, and standard input is a terminal');
    for await (const batch of readLines(asUtf8(stdin, source.encoding))) yield* batch.map(itemOfLine);
    return;
  }
  for (const url of source.links) yield { kind: 'link', url, place: null };
  if (source.files === null) return;
  for await (const links of linksOfFiles(source.files, pipes)) {
    if ('fault' in links) yield { kind: 'fault', ...links };
    else if ('unread' in links) yield { kind: 'unread', ...links };
    else
      for (const { file, link, line, column } of links) {
        if ('warnings' in link) yield itemOfLink(link, { file: file.name, line, column });
      }
  }
}

function itemOfLink({ url, warnings: [warning] }: TextLink, place: LinkPlace): CheckItem {
  return warning === undefined
    ? { kind: 'link', url, place }
    : { kind: 'uncertain', url, place, detail: warnings[warning] };
}

function itemOfLine({ text, utf8 }: InputLine): CheckItem {
  if (!utf8) {
    const message = 'The line is not UTF-8. Name its encoding: --encoding latin1 or utf-16.';
    return { kind: 'invalid', url: text, code: 'line-not-utf-8', message };
  }
  if (text.trim() === '') return { kind: 'blank' };
  const url = urlIn(text);
  if (url !== null) return { kind: 'link', url, place: null };
  const message = 'A line of JSON must be a string, or an object with `url`.';
  return { kind: 'invalid', url: text, code: 'invalid-item', message };
}

/**
 * The URL in a line, which may be JSON: no URL begins with a brace or a quotation mark. `null` = JSON without a URL.
 */
function urlIn(line: string): string | null {
  if (!/^\s*["{]/.test(line)) return line;
  try {
    const value: unknown = JSON.parse(line);
    const url = typeof value === 'object' && value !== null && 'url' in value ? value.url : value;
    return typeof url === 'string' ? url : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
