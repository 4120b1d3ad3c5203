/**
 * The table of the links in a text. A worker extracts them, so that a hundred thousand lines do not block typing. The
 * links stay in the worker; the page gets only the rows that it shows.
 */
import type { Options } from '../../../../src/index.ts';
import { formatOfText } from '../../../../src/text/formats.ts';
import type * as Html from '../../../../src/text/html.ts';
import type { LinkReader } from '../../../../src/text/link.ts';
import type * as Markdown from '../../../../src/text/markdown.ts';
import { linksInPlainText } from '../../../../src/text/plain.ts';
import type { AnswerView } from '../answer.tsx';
import { EXPORT_TYPES, type ExportFormat, ExtractedLinks, exportLinks, type LinkFilter } from '../extracted-links.ts';
import { type ExtractedLinksProps, ExtractedLinksTable, PAGE_ROWS } from '../extracted-links-table.tsx';
import { withoutParser } from '../text-reader.ts';
import { LibraryPart, NotLoaded, retryParts } from './on-demand.ts';

interface ReadRequest extends Pick<Options, 'dialect'> {
  readonly kind: 'read';
  readonly text: string;
}

/** What the page asks about the text that is being read, or has been. */
type LinksRequest =
  | { readonly kind: 'show'; readonly page: number; readonly filter: LinkFilter }
  | { readonly kind: 'export'; readonly format: ExportFormat; readonly filter: LinkFilter };

/** A message from the page. `id` is the number of the text: the page ignores replies about an earlier one. */
type LinksMessage = { readonly id: number } & (ReadRequest | LinksRequest);

/** A message to the page. A table without a page is that of a text that is being read. */
type LinksReply = { readonly id: number } & (
  | ({ readonly kind: 'table' } & ExtractedLinksProps)
  | { readonly kind: 'file'; readonly name: string; readonly file: Blob }
);

/** The table as the page controls it. */
export class LinksTable {
  readonly #worker = new Worker(import.meta.url, { type: 'module' });
  /** The number of the text. */
  #id = 0;
  #filter = '';

  /** @param show - called with the new content each time that it changes */
  constructor(show: (view: AnswerView) => void) {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<LinksReply>) => {
      if (data.id !== this.#id) return;
      if (data.kind === 'file') saveFile(data.name, data.file);
      else show({ kind: 'text', content: <ExtractedLinksTable {...data} /> });
    });
  }

  readText(text: string, { dialect }: Options): void {
    this.clear();
    this.#post({ kind: 'read', id: this.#id, text, dialect });
  }

  /** Shows another page of the table; the first is 0. */
  showPage(page: number): void {
    this.#post({ kind: 'show', id: this.#id, page, filter: this.#filter });
  }

  filterBy(filter: string): void {
    this.#filter = filter;
    this.showPage(0);
  }

  save(format: ExportFormat): void {
    this.#post({ kind: 'export', id: this.#id, format, filter: this.#filter });
  }

  /** Forgets the text, and ignores later messages of the worker about it. */
  clear(): void {
    this.#id++;
    this.#filter = '';
  }

  #post(message: LinksMessage): void {
    this.#worker.postMessage(message);
  }
}

function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // By then the download has begun, and the browser keeps what it needs.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

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

let current = { id: 0, links: new ExtractedLinks() };

export function serveLinks(): void {
  addEventListener('message', ({ data }: MessageEvent<LinksMessage>) => {
    if (data.kind === 'read') void startReading(data.id, data);
    else if (data.id === current.id) reply(data);
  });
}

function send(message: LinksReply): void {
  postMessage(message);
}

/** Reads a text. If a URL needs a part of the library that is not loaded, loads it and begins again. */
async function startReading(id: number, request: ReadRequest): Promise<void> {
  retryParts();
  for (;;) {
    try {
      return await readText(id, request);
    } catch (error) {
      if (!(error instanceof NotLoaded)) throw error;
      await error.part.load();
      if (current.id !== id) return;
    }
  }
}

async function readText(id: number, { text, dialect }: ReadRequest): Promise<void> {
  const links = new ExtractedLinks();
  current = { id, links };
  let reported = performance.now();
  const reader = await readerFor(text);
  if (current.id !== id) return;
  for (const tally of links.read(text, { dialect }, reader)) {
    if (performance.now() - reported < PROGRESS_MS) continue;
    send({ kind: 'table', id, tally, rows: [], shown: null });
    reported = performance.now();
    // Let messages arrive: a new text cancels the work on this one.
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (current.id !== id) return;
  }
  reply({ kind: 'show', page: 0, filter: '' });
}

function reply(request: LinksRequest): void {
  const { id, links } = current;
  const rows = links.rows(request.filter);
  if (request.kind === 'export') {
    const { format } = request;
    const file = new Blob([exportLinks(rows, format)], { type: EXPORT_TYPES[format] });
    send({ kind: 'file', id, name: `links.${format}`, file });
  } else {
    const { page, filter } = request;
    const from = page * PAGE_ROWS;
    const shown = { page, of: rows.length, filter };
    send({ kind: 'table', id, tally: links.tally, rows: rows.slice(from, from + PAGE_ROWS), shown });
  }
}
