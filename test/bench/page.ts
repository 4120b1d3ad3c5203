/**
 * How the explorer feels: the longest task of the page while somebody types a URL of 200 characters, and how fast a
 * text of 100,000 lines is read. `node test/bench/page.ts` prints both.
 */
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../browser/chromium.ts';
import { startWorker } from '../worker/harness.ts';

/** A frame of a screen that draws sixty of them a second, in milliseconds of a processor that does nothing else. */
const FRAME_MS = 16;
const LINES = 100_000;
/** The number of rounds; a busy machine spoils some. */
const ROUNDS = 3;

const BEGINNING = 'FTP://anonymous:guest@Ftp.Funet.FI:2121/pub/%7edocs/';
const ENDING = ';type=I';
const LONG_URL = `${`${BEGINNING}${'a%20long/way/'.repeat(20)}`.slice(0, 200 - ENDING.length)}${ENDING}`;

const worker = await startWorker();
const browser = await startChromium();
const tasks: Task[] = [];
const rates: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  tasks.push(await longestTask(browser));
  rates.push(await linesPerSecond(browser));
}
const longest = Math.min(...tasks.map(({ processor }) => processor));
const told = tasks.map(({ processor, clock }) => `${processor.toFixed(1)} ms (${clock.toFixed(1)} by the clock)`);
console.log(`typing ${LONG_URL.length} characters: longest task ${told.join(', ')}`);
console.log(
  `a text of ${LINES.toLocaleString('en')} lines: ${rates.map((rate) => rate.toLocaleString('en')).join(', ')} lines/s`,
);
await browser.close();
await worker.close();
if (longest >= FRAME_MS) {
  console.log(`a key takes longer than a frame of ${FRAME_MS} ms`);
  process.exitCode = 1;
}

async function openExplorer(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${worker.origin}/`);
  await page.waitForLoadState('networkidle');
  return page;
}

/** The fields of a trace event that are read here (Trace Event Format). */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the clock. */
  readonly dur?: number;
  /** Microseconds of the processor. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** The time of a task in CPU milliseconds, because on a busy machine the wall clock runs on without it. */
interface Task {
  readonly clock: number;
  readonly processor: number;
}

/** The longest task of the page's main thread while the URL is typed. */
async function longestTask(browser: Browser): Promise<Task> {
  const page = await openExplorer(browser);
  await page.focus('#url');
  // The first input is left out: it compiles code and loads fonts, which happens once.
  await page.keyboard.type(LONG_URL);
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', '__metadata'] });
  await page.keyboard.type(LONG_URL, { delay: 20 });
  const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString());
  await page.context().close();
  const main = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const durations = trace.traceEvents
    .filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && main.has(`${pid} ${tid}`))
    .map(({ dur = 0, tdur = 0 }) => ({ clock: dur / 1000, processor: tdur / 1000 }));
  if (durations.length < LONG_URL.length) throw new Error('the trace has no tasks');
  return durations.reduce((longest, task) => (task.processor > longest.processor ? task : longest));
}

/** Lines of a pasted text per second, from the paste to the table. */
async function linesPerSecond(browser: Browser): Promise<number> {
  const text = Array.from({ length: LINES }, (_, line) => `see GOPHER://h${line % 997}.example:70/1/${line} there`);
  const page = await openExplorer(browser);
  const milliseconds = await page.evaluate(async (text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const started = performance.now();
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.getElementById('url')?.dispatchEvent(paste);
    while (document.querySelector('.links-table') === null) await new Promise((resolve) => setTimeout(resolve, 5));
    return performance.now() - started;
  }, text.join('\n'));
  await page.context().close();
  return Math.round(LINES / (milliseconds / 1000));
}
