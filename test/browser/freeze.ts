/**
 * `npm run freeze-test`: whether a hostile server can freeze the page of a terminal. A telnet server sends the control
 * sequences that once froze it, those that are known not to, and 1,000 generated ones, each after the page shows the
 * end of the one before. It prints how long the page did not answer in the midst of each, and how much processor time
 * its main thread took. It exits with 1 if both were more than a second: on a busy machine, a page that does nothing
 * does not answer for as long.
 */
import type { CDPSession, Page } from 'playwright-core';
import fc from '../fast-check.ts';
import { listen } from '../servers/listener.ts';
import { startGateway } from '../worker/gateway/worker.ts';
import { EXECUTABLE, hasChromium, startChromium } from './chromium.ts';

/** The longest time that the page may not answer, in milliseconds. */
const LIMIT = 1000;
const GENERATED = 1000;
/** How many of the slowest are printed. */
const SHOWN = 6;

/** The number in sequences that froze the page. */
const MANY = '99999999';

const KNOWN: readonly string[] = [
  ...['S', 'T', 'L', 'M'].map((final) => `\x1b[${MANY}${final}`),
  ...['x\x1b[5000000b', `x\x1b[${MANY}b`, `e${'\u0301'.repeat(100_000)}`],
  // These held up.
  ...['X', '@', 'H', 'I'].map((final) => `\x1b[${MANY}${final}`),
  `\x1b[${'1;'.repeat(150_000)}m`,
  `\x1bPq${'~'.repeat(500_000)}\x1b\\`,
  `\x1b]0;${'t'.repeat(12_000_000)}`,
];

/** Sequences of one to five parts: large counts with every final character that has one, and characters to repeat. */
function generated(): string[] {
  const count = fc.constantFrom(MANY, '5000000', `1;${MANY}`, '99\x0099999', `0;0;${MANY}`);
  const final = fc.constantFrom(...'@ABCDEFGHIJKLMPSTXZ`abdefgrsu', ' @', ' A', "'}", "'~", '"p', '!p');
  const part = fc.oneof(
    fc.tuple(count, final).map(([numbers, end]) => `\x1b[${numbers}${end}`),
    fc.constantFrom('x', '漢', 'e\u0301'),
  );
  const sequences = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
  return fc.sample(sequences, { numRuns: GENERATED, seed: 854 });
}

interface Result {
  readonly text: string;
  /** The longest time without an answer, in milliseconds. */
  readonly pause: number;
  /** The processor time of the main thread until the end of the sequence was on the screen, in milliseconds. */
  readonly worked: number;
}

/** Begins to note, in the page, how long it does not come to its next task. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    let last = performance.now();
    const root = document.documentElement;
    root.dataset.pause = '0';
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const now = performance.now();
      root.dataset.pause = String(Math.max(Number(root.dataset.pause), now - last));
      last = now;
      setTimeout(() => port2.postMessage(0), 4);
    };
    port2.postMessage(0);
  });
}

/** Waits until the screen shows a text. Returns the longest pause meanwhile, and begins anew. */
function pauseUntil(page: Page, text: string): Promise<number> {
  return page.evaluate(async (wanted) => {
    const shown = (): string => document.querySelector('.xterm-rows')?.textContent ?? '';
    while (!shown().replaceAll('\u00a0', ' ').includes(wanted)) await new Promise((resolve) => setTimeout(resolve, 4));
    const pause = Number(document.documentElement.dataset.pause);
    document.documentElement.dataset.pause = '0';
    return pause;
  }, text);
}

/** The processor time of the main thread of a page so far, in milliseconds. */
async function processorTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

const texts = [...KNOWN, ...generated()];
const here = (index: number): string => `${index} is here`;

async function run(): Promise<readonly Result[]> {
  let next = Promise.withResolvers<void>();
  const server = await listen('telnet', {}, async (client) => {
    await client.reply('\xff\xfb\x01\xff\xfb\x03ready');
    for (const [index, text] of texts.entries()) {
      await next.promise;
      // BEL ends what is open, and RIS empties the screen.
      await client.reply(Buffer.from(`${text}\x07\x1bc${here(index)}`).toString('latin1'));
    }
  });
  const gateway = await startGateway([server]);
  const browser = await startChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`${gateway.origin}/telnet/localhost:${server.port}/`);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await watch(page);
    await pauseUntil(page, 'ready');
    await new Promise((resolve) => setTimeout(resolve, 2000));
    console.log(`A page that does nothing pauses for up to ${(await pauseUntil(page, 'ready')).toFixed(0)} ms here.`);
    const results: Result[] = [];
    for (const [index, text] of texts.entries()) {
      const before = await processorTime(session);
      const go = next;
      next = Promise.withResolvers();
      go.resolve();
      const pause = await pauseUntil(page, here(index));
      const result = { text, pause, worked: (await processorTime(session)) - before };
      results.push(result);
      if (index < KNOWN.length) console.log(line(result));
    }
    return results;
  } finally {
    await browser.close();
    await gateway.close();
    await server.close();
  }
}

const shownText = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
const inMs = (time: number): string => `${time.toFixed(0).padStart(6)} ms`;
const line = ({ text, pause, worked }: Result): string =>
  `${inMs(pause)} without an answer, ${inMs(worked)} of processor time  ${shownText(text)}`;

if (!hasChromium()) throw new Error(`There is no ${EXECUTABLE}. Install Debian's chromium, or set CHROMIUM.`);
const results = await run();
console.log(`The slowest of ${GENERATED} generated ones:`);
const slowest = results.slice(KNOWN.length).toSorted((one, other) => other.worked - one.worked);
for (const result of slowest.slice(0, SHOWN)) console.log(line(result));
const frozen = results.filter(({ pause, worked }) => pause > LIMIT && worked > LIMIT).length;
console.log(`${results.length - frozen} of ${results.length} did not freeze the page.`);
if (frozen > 0) process.exitCode = 1;
