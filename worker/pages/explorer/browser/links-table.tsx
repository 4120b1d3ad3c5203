/**
 * The table of a text's links, as the page controls it. The links of a short text are in the page. Those of a long text
 * are in the worker, which reports its progress and sends a page of the table at a time.
 */
import type { DialectName } from '../../../../src/index.ts';
import type { View } from '../answer.tsx';
import type { ExportFormat, ExtractedLinks, Tally } from '../extracted-links.ts';
import { Pager, Progress, Toolbar } from '../extracted-links-table.tsx';
import { fileOf, type LinksPage, tablePage, type WorkerMessage, type WorkerRequest } from './links-worker.ts';

export interface LinksTable {
  /** Makes the worker read a text. */
  readonly readText: (text: string, dialect: DialectName) => void;
  /** Shows links that were extracted already. */
  readonly showLinks: (links: ExtractedLinks) => void;
  /** Shows another page of the table; the first is 0. */
  readonly showPage: (page: number) => void;
  /** Shows only the links of a scheme; all if it is empty. */
  readonly filterByScheme: (scheme: string) => void;
  readonly save: (format: ExportFormat) => void;
  /** Forgets the text, and ignores later messages of the worker about it. */
  readonly clear: () => void;
}

/**
 * Creates the table.
 *
 * @param show - called with the new content each time that it changes
 */
export function createLinksTable(show: (view: View) => void): LinksTable {
  let worker: Worker | null = null;
  let id = 0;
  /** The links of a short text; `null` while the worker has the text. */
  let local: ExtractedLinks | null = null;
  let scheme: string | null = null;

  const send = (request: WorkerRequest): void => {
    worker ??= startWorker((message) => message.id === id && receive(message));
    worker.postMessage(request);
  };

  const receive = (message: WorkerMessage): void => {
    if (message.kind === 'file') saveFile(message);
    else if (message.kind === 'page') show(tableView(message));
    else show(progressView(message.tally));
  };

  const showPage = (page: number): void => {
    if (local === null) send({ kind: 'show', id, page, scheme });
    else show(tableView(tablePage(local, page, scheme)));
  };

  const clear = (): void => {
    id++;
    local = null;
    scheme = null;
  };

  return {
    clear,
    showPage,
    readText(text, dialect) {
      clear();
      show(progressView(NOTHING_READ));
      send({ kind: 'read', id, text, dialect });
    },
    showLinks(links) {
      clear();
      local = links;
      showPage(0);
    },
    filterByScheme(chosen) {
      scheme = chosen === '' ? null : chosen;
      showPage(0);
    },
    save(format) {
      if (local === null) send({ kind: 'export', id, format, scheme });
      else saveFile(fileOf(local, format, scheme));
    },
  };
}

const NOTHING_READ: Tally = { progress: 0, urls: 0, different: 0, lines: 0, schemes: [] };

/** What is shown while a text is read. */
function progressView(tally: Tally): View {
  return { kind: 'text', tally, rows: [], toolbar: <Progress tally={tally} /> };
}

/** What is shown of a text that has been read. */
function tableView({ tally, rows, page, of, scheme }: LinksPage): View {
  const toolbar = tally.different > 0 && <Toolbar tally={tally} scheme={scheme} />;
  return { kind: 'text', tally, rows, toolbar, pager: <Pager page={page} of={of} /> };
}

function startWorker(listener: (message: WorkerMessage) => void): Worker {
  const worker = new Worker(import.meta.url, { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => listener(data));
  return worker;
}

function saveFile({ name, file }: { readonly name: string; readonly file: Blob }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // By then the download has begun, and the browser keeps what it needs.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
