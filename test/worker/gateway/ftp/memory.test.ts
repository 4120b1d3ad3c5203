/**
 * The memory of the Worker for long directories. The heap is limited, because without a limit the engine lets garbage
 * grow as long as the machine has memory; the peak of the whole process is measured where the system tells it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFtp } from '../../../servers/ftp.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import { built } from '../../built.ts';
import { type RunningWorkerd, startWorkerd } from '../../workerd.ts';

const MiB = 1024 * 1024;
/** The heap of the whole Worker, in MiB. */
const HEAP = 24;
/** What 50,000 entries may take more than 500, in octets. */
const MOST_GROWTH = 16 * MiB;
/** What four listings at the same time may take more than 500 entries, in octets: less than the 128 MiB of a Worker. */
const MOST_GROWTH_OF_FOUR = 64 * MiB;

let short: RunningServer;
let long: RunningServer;

beforeAll(async () => {
  short = await startFtp({ many: 500, mlsd: false });
  long = await startFtp({ many: 50_000, mlsd: false });
});

afterAll(() => Promise.all([short?.close(), long?.close()]));

test.each(['html', 'json'])('50,000 entries as %s take at most 16 MiB more than 500', async (format) => {
  const few = await peakAfter(short, format, 1);
  const many = await peakAfter(long, format, 1);
  console.log(`50,000 entries as ${format} took ${((many - few) / MiB).toFixed(1)} MiB more than 500`);
  expect(many - few).toBeLessThan(MOST_GROWTH);
});

test('four listings of 50,000 entries at the same time', async () => {
  const few = await peakAfter(short, 'json', 1);
  const many = await peakAfter(long, 'json', 4);
  console.log(`four listings took ${((many - few) / MiB).toFixed(1)} MiB more than one of 500`);
  expect(many - few).toBeLessThan(MOST_GROWTH_OF_FOUR);
});

/** The peak of a new Worker after a number of requests at the same time, in octets; 0 if the system does not tell it. */
async function peakAfter(server: RunningServer, format: string, requests: number): Promise<number> {
  const vars = { EGRESS_ALLOW: `127.0.0.1:${server.port}`, EGRESS_DENY_PORTS: '6379' };
  const workerd = await startWorkerd({ waypost: { path: (await built()).module, vars } }, [`--max-heap-size=${HEAP}`]);
  try {
    const url = `http://127.0.0.1:${workerd.ports.get('waypost')}/ftp/127.0.0.1:${server.port}/pub/many/?format=${format}`;
    await Promise.all(Array.from({ length: requests }, () => read(url)));
    return peak(workerd);
  } finally {
    workerd.close();
  }
}

async function read(url: string): Promise<void> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  let length = 0;
  for await (const octets of response.body ?? []) length += octets.length;
  expect(length).toBeGreaterThan(100_000);
}

function peak({ pid }: RunningWorkerd): number {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return 0;
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}
