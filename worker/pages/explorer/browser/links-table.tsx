/**
 * The table of a text's links, as the page controls it. The links of a short text are in the page. Those of a long text
 * are in a worker, which reports its progress and sends a page of the table at a time.
 */
import type { Options } from '../../../../src/index.ts';
import type { AnswerView } from '../answer.tsx';
import { type ExportFormat, ExtractedLinks, type LinkFilter, type Tally } from '../extracted-links.ts';
import {
  type ExtractedLinksProps,
  ExtractedLinksTable,
  filterOf,
  Pager,
  Progress,
  Toolbar,
} from '../extracted-links-table.tsx';
import { fileOf, type LinksMessage, type LinksPage, tablePage, type WorkerRequest } from './links-worker.ts';

/**
 * The longest text that the page reads itself, at every keystroke, in UTF-16 code units. The worker reads longer ones.
 */
const SHORT_TEXT = 20_000;

export interface LinksTable {
  /**
   * Reads a text.
   *
   * @throws NotLoaded if a URL of a short text needs a part of the library that is not loaded
   */
  readonly readText: (text: string, options: Options) => void;
  /** Shows another page of the table; the first is 0. */
  readonly showPage: (page: number) => void;
  /** Shows only some of the links, by the value of an option of the filter. */
  readonly filterBy: (option: string) => void;
  readonly save: (format: ExportFormat) => void;
  /** Forgets the text, and ignores later messages of the worker about it. */
  readonly clear: () => void;
}

/**
 * Creates the table.
 *
 * @param show - called with the new content each time that it changes
 */
export function createLinksTable(show: (view: AnswerView) => void): LinksTable {
  let worker: Worker | null = null;
  let id = 0;
  /** The links of a short text; `null` while the worker has the text. */
  let local: ExtractedLinks | null = null;
  let filter: LinkFilter = null;

  const send = (request: WorkerRequest): void => {
    worker ??= startWorker((message) => message.id === id && receive(message));
    worker.postMessage(request);
  };

  const receive = (message: LinksMessage): void => {
    if (message.kind === 'file') saveFile(message);
    else if (message.kind === 'page') show(tableView(message));
    else show(progressView(message.tally));
  };

  const showPage = (page: number): void => {
    if (local === null) send({ kind: 'show', id, page, filter });
    else show(tableView(tablePage(local, page, filter)));
  };

  const clear = (): void => {
    id++;
    local = null;
    filter = null;
  };

  return {
    clear,
    showPage,
    readText(text, options) {
      clear();
      if (text.length <= SHORT_TEXT) {
        local = ExtractedLinks.of(text, options);
        showPage(0);
      } else {
        show(progressView(NOTHING_READ));
        send({ kind: 'read', id, text, dialect: options.dialect ?? 'current' });
      }
    },
    filterBy(option) {
      filter = filterOf(option);
      showPage(0);
    },
    save(format) {
      if (local === null) send({ kind: 'export', id, format, filter });
      else saveFile(fileOf(local, format, filter));
    },
  };
}

const NOTHING_READ: Tally = {
  progress: 0,
  urls: 0,
  different: 0,
  lines: 0,
  linesWithout: 0,
  firstWithout: [],
  schemes: [],
};

/** What is shown while a text is read. */
function progressView(tally: Tally): AnswerView {
  return textView({ tally, rows: [], toolbar: <Progress tally={tally} /> });
}

/** What is shown of a text that has been read. */
function tableView({ tally, rows, page, of, filter }: LinksPage): AnswerView {
  const toolbar = tally.different > 0 && <Toolbar tally={tally} filter={filter} />;
  return textView({ tally, rows, toolbar, pager: <Pager page={page} of={of} /> });
}

function textView(props: ExtractedLinksProps): AnswerView {
  return { kind: 'text', content: <ExtractedLinksTable {...props} /> };
}

function startWorker(listener: (message: LinksMessage) => void): Worker {
  const worker = new Worker(import.meta.url, { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<LinksMessage>) => listener(data));
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
