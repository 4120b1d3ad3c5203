/** Servers whose lists have feeds, and a Worker that makes them: for the tests of feeds by several parsers. */

import { startGateway } from '../worker/gateway/worker.ts';
import type { RunningWorker } from '../worker/harness.ts';
import { startFtp } from './ftp.ts';
import { startGopher } from './gopher.ts';
import { listen, type RunningServer } from './listener.ts';
import { startNntp } from './nntp.ts';

/**
 * A phlog: dates in texts and names, one item twice, an item without a date, markup, and characters that XML forbids.
 */
const PHLOG = [
  'iThe log of a lighthouse\tTITLE\t(NULL)\t0',
  'iThe log of a lighthouse\t\t(NULL)\t0',
  '02024-05-03 Fog & <fog>\t/phlog/fog.txt\t{host}\t{port}',
  '0[2024-05-02] \x01\x1b[1mBell\x7f\t/phlog/bell.txt\t{host}\t{port}',
  '0Lamp\t/phlog/2024-05-01-lamp.txt\t{host}\t{port}',
  '02024-05-03 Fog again\t/phlog/fog.txt\t{host}\t{port}',
  'h2024-04-30 On the Web\tURL:http://h.example/?a&b\t{host}\t{port}',
  '0About\t/about.txt\t{host}\t{port}',
  '.',
];

export interface FeedSources {
  readonly worker: RunningWorker;
  readonly phlog: RunningServer;
  readonly gopher: RunningServer;
  readonly ftp: RunningServer;
  readonly news: RunningServer;
  close(): Promise<void>;
}

/** Starts the servers and the Worker. */
export async function startFeedSources(): Promise<FeedSources> {
  const phlog: RunningServer = await listen('gopher', {}, async (client) => {
    await client.line();
    const menu = PHLOG.join('\r\n').replaceAll('{host}', 'localhost').replaceAll('{port}', String(phlog.port));
    await client.body(`${menu}\r\n`);
  });
  const [gopher, ftp, news] = await Promise.all([startGopher(), startFtp({ many: 150 }), startNntp()]);
  const servers = [phlog, gopher, ftp, news];
  const worker = await startGateway(servers);
  const close = async (): Promise<void> => void (await Promise.all([worker, ...servers].map((one) => one.close())));
  return { worker, phlog, gopher, ftp, news, close };
}

/** The addresses of feeds, by what they are feeds of. */
export function feedPaths({ phlog, gopher, ftp, news }: FeedSources): Readonly<Record<string, string>> {
  return {
    'a phlog': `/gopher/localhost:${phlog.port}/1/phlog?format=atom`,
    'a Gopher+ menu': `/gopher/localhost:${gopher.port}/1?format=atom`,
    'a directory': `/ftp/localhost:${ftp.port}/pub/?format=atom`,
    'a long directory': `/ftp/localhost:${ftp.port}/pub/many/?format=atom`,
    'an empty directory': `/ftp/localhost:${ftp.port}/pub/empty/?format=atom`,
    'a group': `/news/localhost:${news.port}/museum.curiosities?format=atom`,
    'a thread': `/news/localhost:${news.port}/veronica.1@museum.test/thread?format=atom`,
    'an empty group': `/news/localhost:${news.port}/museum.empty?format=atom`,
  };
}
