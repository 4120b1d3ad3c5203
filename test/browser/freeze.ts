/**
 * `npm run freeze-test`: whether a hostile server can freeze the page of a terminal. A telnet server pours text and
 * control sequences at 10 MB a second, with output read aloud and without, and a host pours records for a 3270. It
 * prints the longest time between two animation frames, how much processor time the main thread took in one, and how
 * much memory stays. It exits with 1 if both times were above the limit, or the memory: on a busy machine, a page that
 * does nothing has as long a pause. Words behind the command choose the payloads whose names have them.
 */
import type { Browser, Page } from 'playwright-core';
import type { Conversation } from '../servers/conversation.ts';
import { listen, type RunningServer } from '../servers/listener.ts';
import { FIELD, field } from '../servers/tn3270/datastream.ts';
import { startGateway } from '../worker/gateway/worker.ts';
import type { RunningWorker } from '../worker/harness.ts';
import { EXECUTABLE, hasChromium, startChromium } from './chromium.ts';
import { GENERATED, type Payload, RECORDS, SEQUENCES, TEXTS } from './freeze-payloads.ts';

/** The longest time between two animation frames, in milliseconds. */
const LIMIT = 250;
/**
 * The most that the heap of the page may grow, in MB, and the longest text on the page. A scrollback of 5,000 rows in
 * which each letter has 16 accents takes 85 MB.
 */
const MOST_MEMORY = 100;
const MOST_TEXT = 200_000;
/** How long each payload is sent, in milliseconds, and at which rate, in octets and milliseconds. */
const POURING_MS = 4000;
const POURED = 1_000_000;
const POURED_EVERY_MS = 100;

/** The longest pause between two animation frames, and the most work of the main thread in one, in milliseconds. */
interface Pauses {
  readonly pause: number;
  readonly worked: number;
}

interface Result extends Pauses {
  readonly name: string;
  /** By how much the heap has grown, in MB. */
  readonly memory: number;
  /** The length of the text on the page, in UTF-16 code units. */
  readonly text: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds: when it began, how long it took, and for how long of it the thread worked. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

/** Reads a trace of a page that asks for each animation frame. */
function pausesIn(trace: Buffer): Pauses {
  const { traceEvents }: { traceEvents: readonly TraceEvent[] } = JSON.parse(trace.toString('utf8'));
  const frame = traceEvents.findLast(({ name }) => name === 'FireAnimationFrame');
  const onThread = traceEvents.filter(({ pid, tid }) => pid === frame?.pid && tid === frame.tid);
  const frames = onThread.filter(({ name }) => name === 'FireAnimationFrame').map(({ ts }) => ts);
  frames.sort((one, other) => one - other);
  const tasks = onThread.filter(({ name }) => name === 'RunTask').sort((one, other) => one.ts - other.ts);
  let [pause, worked, task] = [0, 0, 0];
  for (const [index, end] of frames.entries()) {
    pause = Math.max(pause, end - (frames[index - 1] ?? end));
    let work = 0;
    for (; (tasks[task]?.ts ?? Number.POSITIVE_INFINITY) < end; task++) work += tasks[task]?.tdur ?? 0;
    if (index > 0) worked = Math.max(worked, work);
  }
  return { pause: pause / 1000, worked: worked / 1000 };
}

/** Has a page ask for each animation frame. */
const askForFrames = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const frame = (): void => void requestAnimationFrame(frame);
    frame();
  });

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];

/** A kind of terminal: where it opens, what takes keys, and a server that pours as soon as somebody presses Enter. */
interface Terminal {
  readonly scheme: 'telnet' | 'tn3270';
  readonly keys: string;
  readonly serve: (payload: Payload) => Promise<RunningServer>;
}

/** What a payload does to a page of its own. */
async function pour(
  browser: Browser,
  gateway: RunningWorker,
  server: RunningServer,
  { name }: Payload,
  { scheme, keys }: Terminal,
  isAloud: boolean,
): Promise<Result> {
  const page = await browser.newPage();
  try {
    await page.goto(`${gateway.origin}/${scheme}/localhost:${server.port}/`);
    await page.waitForFunction(() => document.getElementById('screen')?.textContent?.includes('ready'));
    if (isAloud) await page.click('#screen-reader');
    const session = await page.context().newCDPSession(page);
    const heap = async (): Promise<number> => {
      await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Runtime.getHeapUsage')).usedSize / 1_000_000;
    };
    const before = await heap();
    await askForFrames(page);
    await browser.startTracing(page, { categories: CATEGORIES });
    await page.focus(keys);
    await page.keyboard.press('Enter');
    await page.waitForTimeout(POURING_MS);
    if (scheme === 'telnet') {
      await page.evaluate(() => document.getElementById('leave')?.click());
      await page.waitForFunction(() => document.getElementById('status')?.textContent?.includes('(left)'));
    }
    const pauses = pausesIn(await browser.stopTracing());
    const text = await page.evaluate(() => document.body.textContent?.length ?? 0);
    return { name, ...pauses, memory: (await heap()) - before, text };
  } finally {
    await page.close();
  }
}

const CHARACTERS = '\xff\xfb\x01\xff\xfb\x03';

/** A server that pours a text as soon as somebody types, until they are gone. */
function pouring({ text }: Payload): Promise<RunningServer> {
  const octets = Buffer.from(text).toString('latin1');
  const poured = octets.repeat(Math.ceil(POURED / octets.length)).replaceAll('\xff', '\xff\xff');
  return listen('telnet', {}, async (client) => {
    await client.reply(`${CHARACTERS}ready`);
    await client.exactly(CHARACTERS.length + 1);
    await pourOn(client, poured);
  });
}

async function pourOn(client: Conversation, poured: string): Promise<void> {
  for (let at = 0; ; at = (at + POURED) % poured.length) {
    await client.reply(poured.slice(at, at + POURED));
    await new Promise((resolve) => setTimeout(resolve, POURED_EVERY_MS));
  }
}

/** DO and WILL END-OF-RECORD and TRANSMIT-BINARY (RFC 1576 §3). */
const FOR_RECORDS = '\xff\xfd\x19\xff\xfb\x19\xff\xfd\0\xff\xfb\0';
/** The key Enter in the answer of a 3270. */
const ENTER = 0x7d;

/** A host that sends records again and again as soon as somebody presses Enter. */
function pouringRecords({ text }: Payload): Promise<RunningServer> {
  const poured = text.repeat(Math.ceil(POURED / text.length));
  return listen('tn3270', {}, async (client) => {
    await client.reply(FOR_RECORDS);
    const screen = [0xf5, 0xc3, ...field(FIELD.label, 'ready'), ...field(FIELD.input, '    '), ...field(FIELD.label)];
    await client.body([Buffer.from([...screen, 0xff, 0xef])]);
    for (let [key] = await client.exactly(1); key !== ENTER; [key] = await client.exactly(1)) {
      if (key === undefined) throw new Error('Nobody pressed Enter.');
    }
    await pourOn(client, poured);
  });
}

const TELNET: Terminal = { scheme: 'telnet', keys: '.xterm-helper-textarea', serve: pouring };
const TN3270: Terminal = { scheme: 'tn3270', keys: '#screen input', serve: pouringRecords };

const inMs = (time: number): string => `${time.toFixed(0).padStart(5)} ms`;
const isFrozen = ({ pause, worked, memory, text }: Result): boolean =>
  (pause > LIMIT && worked > LIMIT) || memory > MOST_MEMORY || text > MOST_TEXT;

function print(result: Result): void {
  const { name, pause, worked, memory, text } = result;
  const sizes = `${memory.toFixed(1).padStart(5)} MB more, ${String(text).padStart(6)} letters`;
  console.log(
    `${inMs(pause)} pause, ${inMs(worked)} of work, ${sizes}  ${name}${isFrozen(result) ? '  ← too much' : ''}`,
  );
}

if (!hasChromium()) throw new Error(`There is no ${EXECUTABLE}. Install Debian's chromium, or set CHROMIUM.`);
const words = process.argv.slice(2);
const isWanted = ({ name }: Payload): boolean => words.length === 0 || words.some((word) => name.includes(word));
const payloads = [{ name: 'nothing', text: '.' }, ...TEXTS, ...SEQUENCES, ...GENERATED].filter(isWanted);
const browser = await startChromium();
let [tried, frozen] = [0, 0];

async function tryAll(payloads: readonly Payload[], terminal: Terminal, isAloud: boolean): Promise<void> {
  for (const payload of payloads) {
    const server = await terminal.serve(payload);
    const gateway = await startGateway([server]);
    const result = await pour(browser, gateway, server, payload, terminal, isAloud);
    print(result);
    tried += 1;
    if (isFrozen(result)) frozen += 1;
    await gateway.close();
    await server.close();
  }
}

console.log('Output is not read aloud:');
await tryAll(payloads, TELNET, false);
await tryAll(RECORDS.filter(isWanted), TN3270, false);
console.log('Output is read aloud:');
await tryAll(payloads, TELNET, true);
await browser.close();
console.log(`${tried - frozen} of ${tried} did not freeze the page.`);
process.exit(frozen > 0 ? 1 : 0);
