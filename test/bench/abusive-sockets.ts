/**
 * `npm run abusive-sockets`: what 20 clients that abuse the WebSockets of terminals do to others in one workerd, as on
 * self-host. Others press a key every 20 ms. It prints the time to the echo without abuse and with it, and how often
 * the Worker ended an abusive WebSocket; an abuser connects again. Then it opens 100 sessions at once, in each of which
 * somebody types: it prints the time to the echo, and the memory of the runtime. It exits with 1 if an echo came more
 * than 250 ms later than the worst one without abuse, or if a session got what it had not typed. Words behind the
 * command choose abuses, and `sessions` the 100 sessions. With `behind-nginx`, the nginx of docs/self-host.md is in
 * front, which bounds what WebSockets send.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { boundBlocks, boundServer, type Nginx, selfHostBlock, startNginx } from '../real/nginx.ts';
import { built } from '../worker/built.ts';
import { startWorkerd } from '../worker/workerd.ts';
import type { AbuseOrder, AbuseReport } from './abusers.ts';
import { ABUSES } from './abuses.ts';
import { median, memoryOf } from './download.ts';
import { figure, markdownOf } from './table.ts';
import { Client, startSource } from './terminal-client.ts';

/** The most by which an echo may come later than without abuse, in milliseconds. */
const LIMIT = 250;
const OTHERS = 5;
const KEY_MS = 20;
/** Sessions that are open at once, and how often a person presses a key in each of them. */
const SESSIONS = 100;
const SESSION_KEY_MS = 250;
const PHASE_MS = Number(process.env.BENCH_PHASE_MS ?? 5000);
/** Echoes that are missing at the end have so long to come, in milliseconds. */
const PATIENCE_MS = 5000;
/** The greeting of the source. */
const GREETING = 2;

interface Echoes {
  /**
   * The milliseconds from each key to its echo, while keys are pressed whatever the echo of the last one does; infinite
   * for an echo that never came.
   */
  readonly times: readonly number[];
  /** Whether everything that came was typed here. */
  readonly isOwn: boolean;
}

/** Types a text again and again. */
async function echoesOf({ socket }: Client, text = 'x', every = KEY_MS): Promise<Echoes> {
  const pressed: number[] = [];
  const echoed: number[] = [];
  let [typed, received] = ['', ''];
  const note = (data: Buffer, isBinary: boolean): void => {
    if (!isBinary) return;
    received += data.toString('latin1');
    for (const _ of data) echoed.push(performance.now());
  };
  socket.on('message', note);
  const end = performance.now() + PHASE_MS;
  while (performance.now() < end) {
    const key = text.charAt(pressed.length % text.length);
    typed += key;
    pressed.push(performance.now());
    socket.send(Buffer.from(key));
    await setTimeout(every);
  }
  while (echoed.length < pressed.length && performance.now() < end + PATIENCE_MS) await setTimeout(every);
  socket.off('message', note);
  const times = pressed.map((time, key) => (echoed[key] ?? Number.POSITIVE_INFINITY) - time);
  return { times, isOwn: typed.startsWith(received) };
}

const NGINX = 'behind-nginx';
const isBehindNginx = process.argv.includes(NGINX);
const words = process.argv.slice(2).filter((word) => word !== NGINX);
const source = await startSource();
const abusers = fork(join(import.meta.dirname, 'abusers.ts'));
const [abusedPort]: unknown[] = await once(abusers, 'message');
const vars = {
  TERMINALS: 'on',
  EGRESS_ALLOW: `localhost:${source.port},localhost:${abusedPort}`,
  // What holds where nobody sets it.
  RATE_LIMITS: 'client=300',
  LOG: 'off',
};
const modules = { waypost: { path: (await built()).module, vars } };

interface Measured {
  readonly without: readonly number[];
  readonly beside: readonly number[];
  readonly report: AbuseReport;
}

/** The nginx of docs/self-host.md, with its bound for terminals, in front of this server. */
async function startFront(behind: string): Promise<Nginx> {
  const [port, bound] = [await freePort(), await freePort()];
  const { upgrade, server } = selfHostBlock(behind);
  const { map, stream } = boundBlocks(behind, bound);
  const listening = boundServer(server).replace('server {', `server {\n    listen 127.0.0.1:${port};`);
  return await startNginx(port, () => [upgrade, map, listening].join('\n'), stream);
}

/** A runtime of its own: one that was abused may need minutes for what it has received. */
async function startRuntime() {
  const workerd = await startWorkerd(modules);
  const behind = `http://127.0.0.1:${workerd.ports.get('waypost')}`;
  const front = isBehindNginx ? await startFront(behind) : null;
  const origin = `http://localhost:${front?.port ?? workerd.ports.get('waypost')}`;
  const address = `${origin.replace('http', 'ws')}/telnet/localhost:${source.port}/`;
  const close = async (): Promise<void> => {
    await front?.close();
    await workerd.kill();
  };
  return { workerd, origin, address, close };
}

async function measure(abuse: string): Promise<Measured> {
  const { origin, address, close } = await startRuntime();
  const others = await Promise.all(Array.from({ length: OTHERS }, () => Client.open(address, { origin })));
  for (const other of others) await other.until(GREETING);
  const echoes = async () => (await Promise.all(others.map((other) => echoesOf(other)))).flatMap(({ times }) => times);
  const tell = (order: AbuseOrder) => abusers.send(order);
  await echoes();
  const without = await echoes();
  tell({ abuse, origin });
  const beside = await echoes();
  tell({ abuse: null, origin });
  const [report]: AbuseReport[] = await once(abusers, 'message');
  for (const { socket } of others) socket.terminate();
  await close();
  return { without, beside, report: report ?? { megabytes: 0, opened: 0, ended: 0 } };
}

/** Opens sessions at once, each with a text of its own. Returns whether none got the text of another. */
async function measureSessions(): Promise<boolean> {
  const { workerd, origin, address, close } = await startRuntime();
  const memory = (): string => `${memoryOf(workerd.pid, 'VmRSS').toFixed(0)} MiB`;
  const before = memory();
  const clients = await Promise.all(Array.from({ length: SESSIONS }, () => Client.open(address, { origin })));
  for (const client of clients) await client.until(GREETING);
  const all = await Promise.all(clients.map((client, number) => echoesOf(client, `${number};`, SESSION_KEY_MS)));
  const open = memory();
  for (const { socket } of clients) socket.terminate();
  await setTimeout(PATIENCE_MS);
  const times = all.flatMap(({ times }) => times).toSorted((one, other) => one - other);
  const part = (share: number): string => `${figure(times[Math.floor(share * (times.length - 1))] ?? Number.NaN)} ms`;
  const own = all.filter(({ isOwn, times }) => isOwn && times.every(Number.isFinite)).length;
  console.log(
    `${own === SESSIONS ? 'met   ' : 'missed'}  ${SESSIONS} sessions at once: ${own} got their own octets and no others; ${times.length} echoes, ` +
      `half of them within ${part(0.5)}, 95 of 100 within ${part(0.95)}, the last within ${part(1)}; memory ${before} before, ` +
      `${open} with them, ${memory()} after; at a load of ${figure(loadavg()[0] ?? 0)}.`,
  );
  await close();
  return own === SESSIONS;
}

const isWanted = (name: string): boolean => words.length === 0 || words.some((word) => name.includes(word));
const chosen = ABUSES.filter(({ name }) => isWanted(name));
const rows: string[][] = [];
let missed = 0;
for (const { name } of chosen) {
  const { without, beside, report } = await measure(name);
  const later = Math.max(...beside) - Math.max(...without);
  const isMet = later <= LIMIT;
  if (!isMet) missed += 1;
  const times = [median([...without]), Math.max(...without), median([...beside]), Math.max(...beside)];
  rows.push([name, ...[...times, ...Object.values(report)].map(figure)]);
  console.log(`${isMet ? 'met   ' : 'missed'}  ${rows.at(-1)?.join('  ')}`);
}
if (isWanted('sessions') && !(await measureSessions())) missed += 1;
if (rows.length > 0) {
  console.log(
    markdownOf({
      about: `The time from a key to its echo beside 20 abusive WebSockets in one workerd${isBehindNginx ? ' behind nginx' : ''}, on ${availableParallelism()} cores at a load of ${figure(loadavg()[0] ?? 0)}.`,
      head: [
        ...['abuse', 'median without, ms', 'worst without, ms', 'median beside, ms', 'worst beside, ms'],
        ...['MB taken', 'opened', 'ended by the Worker'],
      ],
      rows,
    }),
  );
}
abusers.disconnect();
process.exit(missed > 0 ? 1 : 0);
