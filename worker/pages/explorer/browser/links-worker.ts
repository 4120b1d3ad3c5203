/**
 * Extracts the links of long texts in a worker, so that a hundred thousand lines do not block typing. The links stay in
 * the worker; the page gets only the rows that it shows.
 */
import type { DialectName } from '../../../../src/index.ts';
import {
  EXPORT_TYPES,
  type ExportFormat,
  type ExtractedLink,
  ExtractedLinks,
  exportLinks,
  type LinkFilter,
  type Tally,
} from '../extracted-links.ts';
import { PAGE_ROWS } from '../extracted-links-table.tsx';
import { NotLoaded, retryParts } from './library-part.ts';

/** A message from the page. `id` is the number of the text: the page ignores messages about an earlier one. */
export type WorkerRequest =
  | { readonly kind: 'read'; readonly id: number; readonly text: string; readonly dialect: DialectName }
  | { readonly kind: 'show'; readonly id: number; readonly page: number; readonly filter: LinkFilter }
  | { readonly kind: 'export'; readonly id: number; readonly format: ExportFormat; readonly filter: LinkFilter };

/** A message to the page. */
export type LinksMessage =
  | { readonly kind: 'progress'; readonly id: number; readonly tally: Tally }
  | ({ readonly kind: 'page'; readonly id: number } & LinksPage)
  | { readonly kind: 'file'; readonly id: number; readonly name: string; readonly file: Blob };

/** One page of the table of a text. */
export interface LinksPage {
  readonly tally: Tally;
  readonly rows: readonly ExtractedLink[];
  /** The number of the page, from 0. */
  readonly page: number;
  /** Rows on all pages together. */
  readonly of: number;
  /** Which links are shown. */
  readonly filter: LinkFilter;
}

/** Milliseconds between two messages about progress. Ten a second make the bar move smoothly. */
const PROGRESS_MS = 100;

let current = { id: 0, links: new ExtractedLinks() };

/** Answers the requests of the page. */
export function serveLinks(): void {
  addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
    if (data.kind === 'read') void startReading(data);
    else if (data.id === current.id) answer(data);
  });
}

function send(message: LinksMessage): void {
  postMessage(message);
}

type ReadRequest = Extract<WorkerRequest, { kind: 'read' }>;

/** Reads a text. If a URL needs a part of the library that is not loaded, loads it and begins again. */
async function startReading(request: ReadRequest): Promise<void> {
  retryParts();
  for (;;) {
    try {
      return await readText(request);
    } catch (error) {
      if (!(error instanceof NotLoaded)) throw error;
      await error.part.load();
      if (current.id !== request.id) return;
    }
  }
}

async function readText({ id, text, dialect }: ReadRequest): Promise<void> {
  const links = new ExtractedLinks();
  current = { id, links };
  let reported = performance.now();
  for (const tally of links.read(text, { dialect })) {
    if (performance.now() - reported < PROGRESS_MS) continue;
    send({ kind: 'progress', id, tally });
    reported = performance.now();
    // Let messages arrive: a new text cancels the work on this one.
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (current.id !== id) return;
  }
  answer({ kind: 'show', id, page: 0, filter: null });
}

function answer(request: Exclude<WorkerRequest, { kind: 'read' }>): void {
  const { id, links } = current;
  if (request.kind === 'export') send({ kind: 'file', id, ...fileOf(links, request.format, request.filter) });
  else send({ kind: 'page', id, ...tablePage(links, request.page, request.filter) });
}

/** A page of the table. */
export function tablePage(links: ExtractedLinks, page: number, filter: LinkFilter): LinksPage {
  const rows = links.rows(filter);
  const from = page * PAGE_ROWS;
  return { tally: links.tally, rows: rows.slice(from, from + PAGE_ROWS), page, of: rows.length, filter };
}

/** The links as a file to save. */
export function fileOf(
  links: ExtractedLinks,
  format: ExportFormat,
  filter: LinkFilter,
): { readonly name: string; readonly file: Blob } {
  const file = new Blob([exportLinks(links.rows(filter), format)], { type: EXPORT_TYPES[format] });
  return { name: `links.${format}`, file };
}
