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
  type Tally,
} from '../extracted-links.ts';
import { PAGE_ROWS } from '../extracted-links-table.tsx';
import { NotLoaded, retryParts } from './library-part.ts';

/** A message from the page. `id` is the number of the text: the page ignores messages about an earlier one. */
export type WorkerRequest =
  | { readonly kind: 'read'; readonly id: number; readonly text: string; readonly dialect: DialectName }
  | { readonly kind: 'show'; readonly id: number; readonly page: number; readonly scheme: string | null }
  | { readonly kind: 'export'; readonly id: number; readonly format: ExportFormat; readonly scheme: string | null };

/** A message to the page. */
export type WorkerMessage =
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
  /** The scheme whose links are shown; `null` = all. */
  readonly scheme: string | null;
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

function send(message: WorkerMessage): void {
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
  answer({ kind: 'show', id, page: 0, scheme: null });
}

function answer(request: Exclude<WorkerRequest, { kind: 'read' }>): void {
  const { id, links } = current;
  if (request.kind === 'export') send({ kind: 'file', id, ...fileOf(links, request.format, request.scheme) });
  else send({ kind: 'page', id, ...tablePage(links, request.page, request.scheme) });
}

/** A page of the table, with the rows of a scheme; `null` = all schemes. */
export function tablePage(links: ExtractedLinks, page: number, scheme: string | null): LinksPage {
  const rows = links.rows(scheme);
  const from = page * PAGE_ROWS;
  return { tally: links.tally, rows: rows.slice(from, from + PAGE_ROWS), page, of: rows.length, scheme };
}

/** The links of a scheme as a file to save; `null` = all schemes. */
export function fileOf(
  links: ExtractedLinks,
  format: ExportFormat,
  scheme: string | null,
): { readonly name: string; readonly file: Blob } {
  const file = new Blob([exportLinks(links.rows(scheme), format)], { type: EXPORT_TYPES[format] });
  return { name: `links.${format}`, file };
}
