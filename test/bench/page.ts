/**
 * How the explorer feels: the longest task of the page while somebody types a URL of 200 characters, how fast a text of
 * 100,000 lines is read, and how long a spreadsheet of 100,000 rows takes. `node test/bench/page.ts` prints all.
 */
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../browser/chromium.ts';
import { startWorker } from '../worker/harness.ts';
import { figure, markdownOf, type Table } from './table.ts';

/** A frame of a screen that draws sixty of them a second, in milliseconds of a processor that does nothing else. */
const FRAME_MS = 16;
const LINES = 100_000;
/** The number of rounds; a busy machine spoils some. */
const ROUNDS = 3;

const BEGINNING = 'FTP://anonymous:guest@Ftp.Funet.FI:2121/pub/%7edocs/';
const ENDING = ';type=I';
const LONG_URL = `${`${BEGINNING}${'a%20long/way/'.repeat(20)}`.slice(0, 200 - ENDING.length)}${ENDING}`;

/** Measures, and returns the table. The exit status is 1 if a key takes longer than a frame. */
export async function benchPage(): Promise<Table> {
  // The runtime that tests share would not end.
  const worker = await startWorker({}, { alone: true });
  const browser = await startChromium();
  try {
    const tasks: number[] = [];
    const rates: number[] = [];
    const sheets: SheetRound[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      tasks.push(await longestTask(browser, worker.origin));
      rates.push(await linesPerSecond(browser, worker.origin));
      sheets.push(await sheetRound(browser, worker.origin));
    }
    if (Math.min(...tasks) >= FRAME_MS) {
      console.log(`A key takes longer than a frame of ${FRAME_MS} ms.`);
      process.exitCode = 1;
    }
    return {
      about: `The explorer in Chromium: the longest task while a URL of ${LONG_URL.length} characters is typed, in processor time, and how fast a pasted text of ${LINES.toLocaleString('en')} lines becomes a table. A sheet has ${LINES.toLocaleString('en')} rows in four columns, is dropped as a file, filtered and written back; its times are those of the processor, of the page and its worker together. ${ROUNDS} rounds.`,
      head: ['what', 'fewest', 'most'],
      rows: [
        rowOf('longest task, ms', tasks),
        rowOf('lines/s', rates),
        ...Object.keys(SHEET_STEPS).map((step) =>
          rowOf(
            `a sheet, ${step}, ms`,
            sheets.map(({ steps }) => steps.get(step) ?? 0),
          ),
        ),
        rowOf(
          'a sheet, longest task of the page, ms',
          sheets.map(({ longest }) => longest),
        ),
      ],
    };
  } finally {
    await browser.close();
    await worker.close();
  }
}

function rowOf(what: string, values: readonly number[]): readonly string[] {
  return [what, figure(Math.min(...values)), figure(Math.max(...values))];
}

async function openExplorer(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  await page.waitForLoadState('networkidle');
  // The explorer is loaded when somebody turns to the page.
  await page.dispatchEvent('body', 'pointerover');
  await page.waitForSelector('html.has-explorer');
  return page;
}

async function openLists(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${origin}/check`);
  return page;
}

/** The fields of a trace event that are read here (Trace Event Format). */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the processor. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/**
 * The longest task of the page's main thread while the URL is typed, in milliseconds of the processor: on a busy
 * machine the clock runs on without it.
 */
async function longestTask(browser: Browser, origin: string): Promise<number> {
  const page = await openExplorer(browser, origin);
  await page.focus('#url');
  // The first input is left out: it compiles code and loads fonts, which happens once.
  await page.keyboard.type(LONG_URL);
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  const { main } = await traced(browser, page, () => page.keyboard.type(LONG_URL, { delay: 20 }));
  await page.context().close();
  if (main.length < LONG_URL.length) throw new Error('the trace has no tasks');
  return Math.max(...main);
}

/** The tasks of an action in milliseconds of the processor: those of the page itself, and those of its workers. */
async function traced(
  browser: Browser,
  page: Page,
  action: () => Promise<unknown>,
): Promise<{ readonly main: readonly number[]; readonly workers: readonly number[] }> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', '__metadata'] });
  await action();
  const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString());
  const tasksOf = (thread: RegExp): readonly number[] => {
    const threads = new Set(
      trace.traceEvents
        .filter(({ name, args }) => name === 'thread_name' && thread.test(args.name ?? ''))
        .map(({ pid, tid }) => `${pid} ${tid}`),
    );
    return trace.traceEvents
      .filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && threads.has(`${pid} ${tid}`))
      .map(({ tdur = 0 }) => tdur / 1000);
  };
  return { main: tasksOf(/^CrRendererMain$/), workers: tasksOf(/^DedicatedWorker/) };
}

/** Pastes a text, and waits for the table of its links. Returns the milliseconds. */
const PASTE = `async (text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const started = performance.now();
  const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  document.getElementById('url')?.dispatchEvent(paste);
  while (document.querySelector('.links-table') === null) await new Promise((resolve) => setTimeout(resolve, 5));
  return performance.now() - started;
}`;

/** Lines of a pasted text per second, from the paste to the table. */
async function linesPerSecond(browser: Browser, origin: string): Promise<number> {
  const text = Array.from({ length: LINES }, (_, line) => `see GOPHER://h${line % 997}.example:70/1/${line} there`);
  const page = await openLists(browser, origin);
  // A script as text, because the types of browsers and of the runtime do not go together in one program.
  const milliseconds = await page.evaluate<number>(`(${PASTE})(${JSON.stringify(text.join('\n'))})`);
  await page.context().close();
  return Math.round(LINES / (milliseconds / 1000));
}

/** What is done with a sheet, and what shows that it is done. */
const SHEET_STEPS: Readonly<Record<string, string>> = {
  'from the drop to its table': `
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(sheet);
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    await until(() => document.querySelector('.links-table') !== null);`,
  'from the choice of its duplicates to the rows': `
    const filter = document.getElementById('extracted-links-filter');
    filter.value = '-duplicates';
    filter.dispatchEvent(new Event('change', { bubbles: true }));
    await until(() => document.querySelector('.links-table td')?.textContent === '10');`,
  'from “Download my sheet” to the file': `
    let isWritten = false;
    HTMLAnchorElement.prototype.click = () => { isWritten = true; };
    document.querySelector('[data-export="sheet"]').click();
    await until(() => isWritten);`,
};

/** Makes the sheet in the page. Every tenth link is that of the row above in another spelling. */
const MAKE_SHEET = `
  window.until = async (isDone) => {
    while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const rows = Array.from({ length: ${LINES} }, (_, row) => {
    const link =
      row % 10 === 9 ? 'gopher://h' + ((row - 1) % 997) + '.example/1/' + (row - 1) : 'GOPHER://h' + (row % 997) + '.example:70/1/' + row;
    return [row, '"A title, the ' + row + 'th"', link, '199' + (row % 8) + '-0' + (1 + (row % 9)) + '-11'].join(',');
  });
  window.sheet = new File([['nr,title,link,seen', ...rows, ''].join('\\r\\n')], 'links.csv');
  undefined`;

interface SheetRound {
  /** Milliseconds of the processor of the page and its worker, by the steps. */
  readonly steps: ReadonlyMap<string, number>;
  /** The longest task of the page, in milliseconds of the processor. */
  readonly longest: number;
}

async function sheetRound(browser: Browser, origin: string): Promise<SheetRound> {
  const page = await openLists(browser, origin);
  await page.evaluate(MAKE_SHEET);
  const steps = new Map<string, number>();
  let longest = 0;
  for (const [step, action] of Object.entries(SHEET_STEPS)) {
    const { main, workers } = await traced(browser, page, () => page.evaluate(`(async () => {${action}})()`));
    if (workers.length === 0) throw new Error('the trace has no worker');
    steps.set(
      step,
      [...main, ...workers].reduce((sum, task) => sum + task, 0),
    );
    longest = Math.max(longest, ...main);
  }
  await page.context().close();
  return { steps, longest };
}

if (import.meta.main) console.log(markdownOf(await benchPage()));
