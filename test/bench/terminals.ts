/**
 * The bench of terminals: the time from a key to its echo, and the rate of output, through the Worker in bare workerd,
 * through the least Worker that relays in the same process, and through a relay of Node with `ws`, in turns; then the
 * same beside two busy loops. And the memory of the runtime with pages that take nothing.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { built } from '../worker/built.ts';
import { type RunningWorkerd, startWorkerd } from '../worker/workerd.ts';
import { median, memoryOf } from './download.ts';
import { figure, type Table } from './table.ts';
import { Client, OUTPUT, startSource } from './terminal-client.ts';

const ROUNDS = 5;
/** The loops of the second half, which take the processor from everything that is measured. */
const BUSY_LOOPS = 2;
const KEYS = 300;
const OPEN_TERMINALS = 100;

/** At most this many times the echo of each bare relay, and at least this part of its rate. */
const MOST_ECHO = 1.5;
const LEAST_RATE = 0.8;
/** The limit for the growth of the runtime, in MiB. */
const MOST_GROWTH = 64;

interface Side {
  readonly name: string;
  readonly open: (credit?: number) => Promise<Client>;
  /** Microseconds from a key to its echo, one for each round. */
  readonly echoes: number[];
  /** MB/s of output, one for each round. */
  readonly rates: number[];
}

async function measureEcho({ open, echoes }: Side): Promise<void> {
  const client = await open();
  await client.until(2);
  const times: number[] = [];
  for (let key = 0; key < KEYS; key += 1) {
    const started = performance.now();
    client.socket.send(Buffer.from('x'));
    await client.until(3 + key);
    times.push((performance.now() - started) * 1000);
  }
  echoes.push(median(times));
  client.socket.terminate();
}

async function measureRate({ open, rates }: Side): Promise<void> {
  const client = await open();
  await client.until(2);
  const started = performance.now();
  client.socket.send(Buffer.from('p'));
  await client.until(OUTPUT + 2);
  rates.push(OUTPUT / 1e6 / ((performance.now() - started) / 1000));
  client.socket.terminate();
}

/** The growth of the runtime, in MiB, while pages stand still and servers pour. */
async function measureMemory({ pid }: RunningWorkerd, open: Side['open'], terminals: number): Promise<number> {
  const before = memoryOf(pid, 'VmRSS');
  const clients = await Promise.all(Array.from({ length: terminals }, () => open(1)));
  for (const { socket } of clients) socket.send(Buffer.from('f'));
  let peak = before;
  for (let time = 0; time < 30; time += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    peak = Math.max(peak, memoryOf(pid, 'VmRSS'));
  }
  for (const { socket } of clients) socket.terminate();
  return peak - before;
}

/** Measures terminals, and prints whether the figures are met. */
export async function benchTerminals(): Promise<Table> {
  const source = await startSource();
  const vars = { TERMINALS: 'on', EGRESS_ALLOW: `localhost:${source.port}`, LOG: 'off' };
  const workerd = await startWorkerd({
    waypost: { path: (await built()).module, vars },
    bare: { path: join(import.meta.dirname, 'terminal-bare.js'), vars: { PORT: String(source.port) } },
  });
  const relay = fork(join(import.meta.dirname, 'terminal-relay.ts'), [String(source.port)]);
  const relayPort = await portOf(relay);
  const port = workerd.ports.get('waypost');
  const openWaypost = (credit?: number): Promise<Client> =>
    Client.open(`ws://localhost:${port}/telnet/localhost:${source.port}/`, {
      origin: `http://localhost:${port}`,
      ...(credit === undefined ? {} : { credit }),
    });
  const openRelay = (): Promise<Client> =>
    Client.open(`ws://localhost:${relayPort}/`, { origin: 'http://x', credit: 0 });
  const openBare = (): Promise<Client> =>
    Client.open(`ws://127.0.0.1:${workerd.ports.get('bare')}/`, { origin: 'http://x' });
  // First, while the runtime has no memory that it could use again.
  const stalled = await measureMemory(workerd, openWaypost, 1);
  const many = await measureMemory(workerd, openWaypost, OPEN_TERMINALS);
  const measure = async (): Promise<readonly Side[]> => {
    const sides = [
      newSide('Waypost', openWaypost),
      newSide('the least Worker', openBare),
      newSide('a relay of Node with `ws`', openRelay),
    ];
    // One round to warm up.
    for (let round = -1; round < ROUNDS; round += 1) {
      for (const side of sides) {
        await measureEcho(side);
        await measureRate(side);
        if (round < 0) for (const list of [side.echoes, side.rates]) list.length = 0;
      }
    }
    return sides;
  };
  const quiet = await measure();
  const loops = Array.from({ length: BUSY_LOOPS }, () => spawn(process.execPath, ['-e', 'for (;;);']));
  const busy = await measure();
  for (const loop of loops) loop.kill();
  workerd.close();
  relay.kill();
  source.server.close();

  const ratio = (list: 'echoes' | 'rates', [own, other]: readonly Side[]): number =>
    median((own?.[list] ?? []).map((value, round) => value / (other?.[list][round] ?? Number.NaN)));
  const [own, ...relays] = quiet;
  const judged = relays.flatMap((relay): [string, boolean][] => {
    const [echo, rate] = [ratio('echoes', [own ?? relay, relay]), ratio('rates', [own ?? relay, relay])];
    return [
      [`key to echo ${echo.toFixed(2)} × ${relay.name}, at most ${MOST_ECHO}`, echo <= MOST_ECHO],
      [`100 MB of output ${rate.toFixed(2)} × ${relay.name}, at least ${LEAST_RATE}`, rate >= LEAST_RATE],
    ];
  });
  for (const [about, met] of [
    ...judged,
    [`memory of a page that stands still ${stalled.toFixed(0)} MiB, at most ${MOST_GROWTH}`, stalled <= MOST_GROWTH],
  ] as const) {
    console.log(`${met ? 'met   ' : 'missed'}  ${about}`);
  }
  const rowsOf = (sides: readonly Side[], where: string): string[][] =>
    sides.map((side) => [
      side.name + where,
      ...sides
        .slice(1)
        .flatMap((relay) => [ratio('echoes', [side, relay]).toFixed(2), ratio('rates', [side, relay]).toFixed(2)]),
      figure(median(side.echoes)),
      figure(median(side.rates)),
    ]);
  return {
    about:
      'A terminal session: the time from a key to its echo, and 100 MB of output, relative to two bare relays: the least ' +
      `Worker, which only copies between the sockets in the same runtime, and a program of Node with ws; then beside ${BUSY_LOOPS} busy loops. The runtime grew by ${stalled.toFixed(0)} MiB with a ` +
      `page that takes nothing of an endless output, and by ${many.toFixed(0)} MiB with ${OPEN_TERMINALS} of them.`,
    head: [
      'through',
      ...['echo, × the least Worker', 'output, × the least Worker', 'echo, × Node', 'output, × Node'],
      ...['echo, µs', 'MB/s'],
    ],
    rows: [...rowsOf(quiet, ''), ...rowsOf(busy, ', busy')],
  };
}

const newSide = (name: string, open: Side['open']): Side => ({ name, open, echoes: [], rates: [] });

async function portOf(relay: ChildProcess): Promise<number> {
  const [port] = await once(relay, 'message');
  return Number(port);
}

if (import.meta.main) await benchTerminals();
