/** The worker of the table of links: it reads a text or a file, and answers the page's commands about its links. */
import { formatOfText } from '../../../../src/text/formats.ts';
import type * as Html from '../../../../src/text/html.ts';
import type { LinkReader } from '../../../../src/text/link.ts';
import type * as Markdown from '../../../../src/text/markdown.ts';
import { linksInPlainText } from '../../../../src/text/plain.ts';
import { LibraryPart, NotLoaded, retryParts } from '../../explorer/browser/on-demand.ts';
import type { ExtractedLinksProps } from '../controlled-table.tsx';
import { type ExportFormat, ExtractedLinks, type LinkFilter } from '../extracted-links.ts';
import { decodeFile, faultOf } from '../links-file.ts';
import { LinksSession, type ReadSource, type RunName } from '../links-session.ts';
import { Sheet } from '../links-sheet.ts';
import { withoutParser } from '../text-reader.ts';

interface ReadCommand extends Pick<ReadSource, 'dialect' | 'root' | 'makesShortLinks'> {
  readonly kind: 'read';
  readonly text: string | File;
}

/** What the page asks for. All but the first is about the text that was read last. */
export type LinksCommand =
  | ReadCommand
  | { readonly kind: 'show'; readonly page: number; readonly filter: LinkFilter }
  | { readonly kind: 'export'; readonly format: ExportFormat | 'sheet'; readonly filter: LinkFilter }
  /**
   * @param token - of the owner of short links; `null` = the run needs none
   * @param suggest - whether the Web of the same hosts is asked; `null` = as in the run before
   */
  | {
      readonly kind: 'run';
      readonly run: RunName;
      readonly token: string | null;
      readonly suggest: boolean | null;
    }
  | { readonly kind: 'stop'; readonly run: RunName }
  | { readonly kind: 'link-column'; readonly column: number }
  | { readonly kind: 'date-column'; readonly column: number | null }
  | { readonly kind: 'forget' };

/** A message from the page. `id` is the number of the text: the page ignores replies about an earlier one. */
export type LinksMessage = LinksCommand & { readonly id: number };

/** A message to the page. A table without a page is that of a text that is being read. */
export type LinksReply = { readonly id: number } & (
  | ({ readonly kind: 'table' } & ExtractedLinksProps)
  /** Why the file cannot be read. */
  | { readonly kind: 'fault'; readonly sentence: string }
  | { readonly kind: 'file'; readonly name: string; readonly file: Blob }
);

/** Milliseconds between two messages about progress. Ten a second make the bar move smoothly. */
const PROGRESS_MS = 100;

const html = new LibraryPart<typeof Html>('links-in-html.js', 'the reader of HTML');
const markdown = new LibraryPart<typeof Markdown>('links-in-markdown.js', 'the reader of Markdown');

/** The reader of the format that a text seems to have. Parsers are loaded when a text needs one. */
async function readerFor(text: string): Promise<LinkReader> {
  const format = formatOfText(text);
  if (format === 'html') return (await html.load())?.linksInHtml ?? linksInPlainText;
  if (format === 'markdown') return (await markdown.load())?.linksInMarkdown ?? linksInPlainText;
  return withoutParser(text);
}

/** The number of the text that the page wants. */
let wanted = 0;
/** `null` until it has been read. */
let session: LinksSession | null = null;

export function serveLinks(): void {
  addEventListener('message', ({ data }: MessageEvent<LinksMessage>) => {
    if (data.kind === 'read' || data.kind === 'forget') {
      wanted = data.id;
      session?.stop();
      session = null;
      if (data.kind === 'read') void startReading(data.id, data);
    } else if (data.id === wanted && session !== null) obey(session, data);
  });
}

function obey(current: LinksSession, command: Exclude<LinksCommand, { kind: 'read' | 'forget' }>): void {
  switch (command.kind) {
    case 'show':
      current.showPage(command.page, command.filter);
      break;
    case 'export':
      send({ kind: 'file', id: wanted, ...current.fileOf(command.format, command.filter) });
      break;
    case 'run':
      void current.run(command.run, command.token, command.suggest);
      break;
    case 'stop':
      current.stop(command.run);
      break;
    case 'link-column':
      current.readColumn(command.column);
      break;
    case 'date-column':
      current.takeDates(command.column);
      break;
  }
}

function send(message: LinksReply): void {
  postMessage(message);
}

/** Reads a text. If a URL needs a part of the library that is not loaded, loads it and begins again. */
async function startReading(id: number, command: ReadCommand): Promise<void> {
  retryParts();
  for (;;) {
    try {
      return await readText(id, command);
    } catch (error) {
      if (!(error instanceof NotLoaded)) throw error;
      await error.part.load();
      if (wanted !== id) return;
    }
  }
}

async function readText(id: number, { text: given, ...settings }: ReadCommand): Promise<void> {
  const file = given instanceof File ? given : null;
  const octets = file === null ? null : new Uint8Array(await file.arrayBuffer());
  const fault = octets === null ? null : faultOf(octets);
  if (fault !== null) {
    if (wanted === id) send({ kind: 'fault', id, sentence: fault });
    return;
  }
  const decoded = octets === null ? null : decodeFile(octets);
  const text = decoded?.text ?? String(given);
  const sheet = Sheet.of(text, file?.name ?? null);
  const links = new ExtractedLinks();
  const { dialect } = settings;
  const column = sheet?.linkColumn ?? 0;
  // A list is a text, too: its table groups what is there twice.
  const reading =
    sheet === null || sheet.separator === null
      ? links.read(sheet?.text ?? text, { dialect }, await readerFor(text))
      : links.readSheet(sheet, column, { dialect });
  let reported = performance.now();
  let step = reading.next();
  for (; step.done !== true; step = reading.next()) {
    if (wanted !== id) return;
    if (performance.now() - reported < PROGRESS_MS) continue;
    send({ kind: 'table', id, tally: step.value, rows: [], shown: null });
    reported = performance.now();
    // Let messages arrive: a new text cancels the work on this one.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  if (wanted !== id) return;
  const source = { ...settings, name: file?.name ?? null, encoding: decoded, sheet };
  session = new LinksSession(source, links, step.value ?? [], (table) => {
    if (wanted === id) send({ kind: 'table', id, ...table });
  });
  session.showPage(0, '');
}
