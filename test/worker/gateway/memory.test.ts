/**
 * The memory of the Worker for long lists: FTP directories, gopher menus, lists of newsgroups. The heap is limited, so a
 * list that needs more ends the process; and the peak of the whole process is measured.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFtp } from '../../servers/ftp.ts';
import { listen, type RunningServer } from '../../servers/listener.ts';
import { built } from '../built.ts';
import { peakMemory } from '../peak-memory.ts';
import { startWorkerd } from '../workerd.ts';

const MiB = 1024 * 1024;
/** The heap of the whole Worker for one list, and for four of them, in MiB. The platform allows 128 MiB in all. */
const HEAP = 24;
const HEAP_OF_FOUR = 48;
const [FEW, MANY] = [500, 50_000] as const;
/** What many entries may take more than few, in octets. */
const MOST_GROWTH = 16 * MiB;
/** What four lists of many entries at the same time may take more than one of few, in octets. */
const MOST_GROWTH_OF_FOUR = 64 * MiB;

/** A gopher server whose menus have a number of items, and no full stop at the end. */
function startMenu(items: number): Promise<RunningServer> {
  const line = (index: number) => `0Document number ${index}\t/archive/file-${index}.txt\tgopher.example\t70\r\n`;
  const menu = Array.from({ length: items }, (_, index) => line(index)).join('');
  return listen('gopher', {}, async (client) => {
    await client.line();
    await client.body(menu);
  });
}

/** A news server with a number of groups, which all have a description. */
function startGroups(groups: number): Promise<RunningServer> {
  const names = Array.from({ length: groups }, (_, index) => `bench.hierarchy${index % 97}.group${index}`);
  const replies: Readonly<Record<string, string>> = {
    CAPABILITIES: '101 these\r\nVERSION 2\r\nREADER\r\nLIST ACTIVE NEWSGROUPS\r\n.\r\n',
    'LIST ACTIVE': `215 groups\r\n${names.map((name) => `${name} 100 1 y\r\n`).join('')}.\r\n`,
    'LIST NEWSGROUPS': `215 descriptions\r\n${names.map((name) => `${name}\tAll about ${name}\r\n`).join('')}.\r\n`,
  };
  return listen('nntp', {}, async (client) => {
    await client.reply('200 ready\r\n');
    for (let line = await client.line(); line !== null; line = await client.line()) {
      await client.body(replies[line] ?? '500 what?\r\n');
    }
  });
}

interface List {
  readonly start: (entries: number) => Promise<RunningServer>;
  /** Its gateway path, with the port of the server. */
  readonly path: (port: number) => string;
}

const LISTS: Readonly<Record<string, List>> = {
  'an FTP directory': {
    start: (many) => startFtp({ many, mlsd: false }),
    path: (port) => `/ftp/127.0.0.1:${port}/pub/many/`,
  },
  'a gopher menu': { start: startMenu, path: (port) => `/gopher/127.0.0.1:${port}/1/menu` },
  'a list of newsgroups': { start: startGroups, path: (port) => `/news/127.0.0.1:${port}/*` },
};

describe.each(Object.entries(LISTS))('%s', (_, { start, path }) => {
  let short: RunningServer;
  let long: RunningServer;
  beforeAll(async () => {
    [short, long] = await Promise.all([start(FEW), start(MANY)]);
  });
  afterAll(() => Promise.all([short?.close(), long?.close()]));

  test.each(['html', 'json'])('of 50,000 entries as %s takes at most 16 MiB more than one of 500', async (format) => {
    const few = await peakAfter(short, path, format, 1);
    const many = await peakAfter(long, path, format, 1);
    console.log(`50,000 entries as ${format} took ${((many - few) / MiB).toFixed(1)} MiB more than 500`);
    expect(many - few).toBeLessThan(MOST_GROWTH);
  });

  test('of 50,000 entries, four times at once', async () => {
    const few = await peakAfter(short, path, 'json', 1, HEAP_OF_FOUR);
    const many = await peakAfter(long, path, 'json', 4, HEAP_OF_FOUR);
    console.log(`four lists took ${((many - few) / MiB).toFixed(1)} MiB more than one of 500`);
    expect(many - few).toBeLessThan(MOST_GROWTH_OF_FOUR);
  });
});

/** The peak of a new Worker after a number of requests at the same time, in octets. */
async function peakAfter(
  { port }: RunningServer,
  path: List['path'],
  format: string,
  requests: number,
  heap = HEAP,
): Promise<number> {
  const vars = { EGRESS_ALLOW: `127.0.0.1:${port}`, EGRESS_DENY_PORTS: '6379' };
  const workerd = await startWorkerd({ waypost: { path: (await built()).module, vars } }, [`--max-heap-size=${heap}`]);
  try {
    const url = `http://127.0.0.1:${workerd.ports.get('waypost')}${path(port)}?format=${format}`;
    await Promise.all(Array.from({ length: requests }, () => read(url, format)));
    return peakMemory(workerd);
  } finally {
    workerd.close();
  }
}

/** Reads a whole answer. JSON has every entry; a page may have some of them, or their number. */
async function read(url: string, format: string): Promise<void> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  let length = 0;
  for await (const octets of response.body ?? []) length += octets.length;
  expect(length).toBeGreaterThan(format === 'json' ? 50_000 : 2000);
}
