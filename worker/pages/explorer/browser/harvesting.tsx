/**
 * The page's side of reading a text: a short one is here already, a long one is with the worker, which tells of
 * its progress and gives a page of the table at a time.
 */
import type { DialectName } from '../../../../src/index.ts';
import type { Shown } from '../answer.tsx';
import { EXPORT_TYPES, type ExportFormat, exportOf } from '../export.ts';
import type { Harvest, Tally } from '../harvest.ts';
import { PAGE_ROWS, Progress, Tools, Turning } from './harvest-tools.tsx';
import type { Order, PageOfText, Report } from './messages.ts';

export interface Harvesting {
  /** Has a text read by the worker. */
  readonly read: (text: string, dialect: DialectName) => void;
  /** Takes a text that has been read. */
  readonly take: (harvest: Harvest) => void;
  /** Shows another page of the table. */
  readonly turnTo: (page: number) => void;
  /** Shows the URLs of one scheme; of all where it is empty. */
  readonly choose: (scheme: string) => void;
  readonly save: (format: ExportFormat) => void;
  /** The text is no longer shown; what is still said of it is passed over. */
  readonly forget: () => void;
}

/**
 * @param show - gets what is to be shown, as often as it changes
 */
export function startHarvesting(show: (shown: Shown) => void): Harvesting {
  let worker: Worker | null = null;
  let id = 0;
  let here: Harvest | null = null;
  let scheme: string | null = null;

  const order = (order: Order): void => {
    worker ??= startWorker((report) => report.id === id && hear(report));
    worker.postMessage(order);
  };

  const hear = (report: Report): void => {
    if (report.kind === 'file') saveFile(report.file, report.name);
    else if (report.kind === 'page') show(shownPage(report));
    else show(beforeTheEnd(report.tally));
  };

  const turnTo = (page: number): void => {
    if (here === null) {
      order({ kind: 'show', id, page, scheme });
      return;
    }
    const rows = here.rows(scheme);
    const from = page * PAGE_ROWS;
    show(shownPage({ tally: here.tally, rows: rows.slice(from, from + PAGE_ROWS), page, of: rows.length, scheme }));
  };

  const forget = (): void => {
    id++;
    here = null;
    scheme = null;
  };

  return {
    forget,
    turnTo,
    read(text, dialect) {
      forget();
      show(beforeTheEnd(NOTHING_YET));
      order({ kind: 'read', id, text, dialect });
    },
    take(harvest) {
      forget();
      here = harvest;
      turnTo(0);
    },
    choose(chosen) {
      scheme = chosen === '' ? null : chosen;
      turnTo(0);
    },
    save(format) {
      if (here === null) {
        order({ kind: 'export', id, format, scheme });
        return;
      }
      const file = new Blob([exportOf(here.rows(scheme), format)], { type: EXPORT_TYPES[format] });
      saveFile(file, `links.${format}`);
    },
  };
}

const NOTHING_YET: Tally = { progress: 0, urls: 0, different: 0, lines: 0, schemes: [] };

/** What is shown of a text while it is read. */
function beforeTheEnd(tally: Tally): Shown {
  return { kind: 'text', tally, rows: [], tools: <Progress tally={tally} /> };
}

/** One page of the table. */
function shownPage({ tally, rows, page, of, scheme }: PageOfText): Shown {
  const tools = tally.different > 0 && <Tools tally={tally} scheme={scheme} />;
  return { kind: 'text', tally, rows, tools, turning: <Turning page={page} of={of} /> };
}

function startWorker(listener: (report: Report) => void): Worker {
  const worker = new Worker(import.meta.url, { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<Report>) => listener(data));
  return worker;
}

function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The download has begun by then; the browser keeps what it needs.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
